"""Checks that torch takes copies of archives for the originals.

    python check-copy.py TOOL FOLDER

Saves programs with torch, copies them with TOOL (tp-copy-pt2), and has torch load, run
and save the copies. FOLDER holds the files.
"""

import json
import os
import pathlib
import subprocess
import sys
import zipfile

import torch


class Shared(torch.nn.Module):
    """Tied weights, views of one storage, a buffer that is not saved, constants."""

    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(4, 4)
        self.b = torch.nn.Linear(4, 4)
        self.b.weight = self.a.weight
        base = torch.arange(16.0)
        self.register_buffer("low", base[:8])
        self.register_buffer("high", base[8:])
        self.register_buffer("temporary", torch.ones(4), persistent=False)
        self.register_buffer("empty", torch.zeros(0, 4))
        self.constant = torch.tensor([1.0, float("inf"), -0.0, 2.5])

    def forward(self, x, scale: float = 1e-7):
        y = self.b(self.a(x)) * scale + self.temporary + self.constant
        return {"größe": y, "sum": self.low + self.high, "rows": torch.cat([x, self.empty])}


class Branch(torch.nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))


def equal(a, b):
    flat_a, spec_a = torch.utils._pytree.tree_flatten(a)
    flat_b, spec_b = torch.utils._pytree.tree_flatten(b)
    assert spec_a == spec_b
    for x, y in zip(flat_a, flat_b):
        assert torch.equal(x, y), (x, y)


def documents(path):
    with zipfile.ZipFile(path) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n.endswith(".json")}


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    x = torch.randn(3, 4)
    rows = torch.export.Dim("rows", min=2, max=64)
    programs = {
        "shared": torch.export.export(Shared(), (x,), dynamic_shapes={"x": {0: rows}}),
        "branch": torch.export.export(Branch(), (x,)),
    }
    programs["decomposed"] = programs["shared"].run_decompositions()
    for name, program in programs.items():
        original, copy = folder / f"{name}.pt2", folder / f"{name}.copy.pt2"
        torch.export.save(program, original, extra_files={"note.txt": "grüße"})
        subprocess.run([tool, original, copy], check=True)
        extra = {"note.txt": ""}
        loaded = torch.export.load(copy, extra_files=extra)
        assert extra["note.txt"] == "grüße", extra
        equal(loaded.module()(x), program.module()(x))
        assert documents(copy) == documents(original), name
        again = folder / f"{name}.again.pt2"
        torch.export.save(loaded, again)
        subprocess.run([tool, again, copy], check=True)
        equal(torch.export.load(copy).module()(x), program.module()(x))
        print(name, "ok")

    # Two programs that share an archive.
    both, copy = folder / "both.pt2", folder / "both.copy.pt2"
    torch.export.pt2_archive._package.package_pt2(
        str(both), exported_programs={"one": programs["shared"], "two": programs["branch"]})
    subprocess.run([tool, both, copy], check=True)
    contents = torch.export.pt2_archive._package.load_pt2(str(copy))
    equal(contents.exported_programs["one"].module()(x), programs["shared"].module()(x))
    equal(contents.exported_programs["two"].module()(x), programs["branch"].module()(x))
    print("both ok")

    # A field of a newer minor version stays where it was.
    newer, copy = folder / "newer.pt2", folder / "newer.copy.pt2"
    with zipfile.ZipFile(folder / "branch.pt2") as source, zipfile.ZipFile(newer, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name.endswith("models/model.json"):
                document = json.loads(content)
                document["schema_version"]["minor"] += 5
                document["graph_module"]["graph"]["nodes"][1]["new"] = {"größe": [1e-07, None]}
                content = json.dumps(document).encode()
            target.writestr(name, content)
    subprocess.run([tool, newer, copy], check=True)
    assert sorted(documents(copy).values()) == sorted(documents(newer).values())
    equal(torch.export.load(copy).module()(x), programs["branch"].module()(x))
    print("newer ok")
    assert not [name for name in os.listdir(folder) if ".tmp" in name]


if __name__ == "__main__":
    main()
