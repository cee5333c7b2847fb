#!/usr/bin/env python3
"""Builds and runs what the documents tell a user to write, against an installed tree alone.

    test/Install/check.py --prefix DIR [--llvm DIR]

Nothing is copied from the documents: a block whose first line is `// file: NAME` or `# file: NAME`
becomes that file, the files of one document are one project, and

- README.md and docs/Tutorial-import.md give a program, which is built and run on an archive;
- docs/Tutorial-decompose.md gives a plugin, and its commands are run with the installed tools and
  the plugin as that project built it.

The last line is `N passed, N failed, N skipped`.
"""
import argparse
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARCHIVE = ROOT / "test" / "Target" / "Inputs" / "demo.pt2"

# The documents with a project: its program, the calls of it, and what they print.
PROGRAMS = {
    "README.md": [
        (["demo.pt2", "core.pt2"], r"\Z", ["core.pt2"]),
        ([str(ARCHIVE), "again.pt2"], r"\Z", ["again.pt2"]),  # from another folder
    ],
    "docs/Tutorial-import.md": [
        (["demo.pt2"], r"model\n(.*\n)*.*tp\.assert_dim_range %signal\[0\] in \[2, 64\]", []),
    ],
}
PLUGINS = {"docs/Tutorial-decompose.md": ["RankPlugin.so"]}


def load_check_docs():
    path = str(ROOT / "utils" / "check-docs")
    loader = importlib.machinery.SourceFileLoader("check_docs", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_docs", loader))
    loader.exec_module(module)
    return module


class Failure(Exception):
    """What is wrong, with the output of the command."""


def run(command, **options):
    done = subprocess.run([str(part) for part in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        raise Failure(f"$ {' '.join(map(str, command))}\nexit status {done.returncode}\n{done.stdout}")
    return done.stdout


class Checker:
    def __init__(self, args, folder):
        self.prefix = args.prefix.resolve()
        self.llvm = args.llvm
        self.folder = folder
        self.docs = load_check_docs()

    def write_project(self, document):
        """The project of a document; gives its folder."""
        folder = self.folder / pathlib.Path(document).stem
        folder.mkdir()
        for _, _, text, _ in self.docs.blocks(ROOT / document):
            if match := self.docs.FILE.match(text):
                (folder / match[1]).write_text(text, encoding="utf-8")
        if not (folder / "CMakeLists.txt").is_file():
            raise Failure(f"{document}: expected a block '# file: CMakeLists.txt'")
        return folder

    def build(self, document):
        folder = self.write_project(document)
        run(["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja",
             "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_C_COMPILER=clang-22",
             f"-DCMAKE_PREFIX_PATH={self.prefix};{self.llvm}"])
        run(["ninja", "-C", folder / "build"])
        return folder

    def check_program(self, document, calls):
        folder = self.build(document)
        target = re.search(r"add_executable\((\S+)", (folder / "CMakeLists.txt").read_text())[1]
        shutil.copy(ARCHIVE, folder)
        for arguments, expected, outputs in calls:
            text = run([folder / "build" / target, *arguments], cwd=folder)
            if not re.match(expected, text):
                raise Failure(f"{document}: expected output like '{expected}', got:\n{text}")
            for output in outputs:  # what it wrote is a program that the tools read
                run([self.prefix / "bin" / "tp-opt", folder / output,
                     "--verify-opset=core-aten", "-o", os.devnull])

    def check_plugin(self, document, plugins):
        folder = self.build(document)
        for plugin in plugins:
            if not (folder / "build" / plugin).is_file():
                raise Failure(f"{document}: expected that its project builds {plugin}")
        environment = dict(os.environ, PLUGINS=str(folder / "build"),
                           PATH=f"{self.prefix / 'bin'}{os.pathsep}{os.environ['PATH']}")
        os.symlink(ROOT / "test", folder / "test")
        uses = 0
        for where, language, text, _ in self.docs.blocks(ROOT / document):
            if language == "console":
                uses += "$PLUGINS" in text
                if problem := self.docs.check_console(environment, folder, text):
                    raise Failure(f"{where}: {problem}")
        if not uses:
            raise Failure(f"{document}: expected a command that loads its plugin")

    def check_tables(self):
        """The tables that are data lie beside each other, and are tables of the installed tool."""
        found = sorted((self.prefix / "share" / "tpmlir" / "tables").rglob("*.mlir"))
        sources = sorted((ROOT / "lib" / "tp" / "Decompose").rglob("*.mlir"))
        if len(found) != len(sources):
            raise Failure(f"expected {len(sources)} tables, got {len(found)}: {found}")
        for table in found:
            run([self.prefix / "bin" / "tp-opt", table, "-o", os.devnull])

    def tests(self):
        for document, calls in PROGRAMS.items():
            yield f"{document}: build and run", lambda d=document, c=calls: self.check_program(d, c)
        for document, plugins in PLUGINS.items():
            yield f"{document}: plugin", lambda d=document, p=plugins: self.check_plugin(d, p)
        yield "installed tables", self.check_tables


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", type=pathlib.Path, required=True)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, test in Checker(args, pathlib.Path(folder)).tests():
            try:
                test()
                passed += 1
                print(f"PASS: {name}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAIL: {name}\n{failure}", flush=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
