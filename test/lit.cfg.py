"""The lit suite of tp-mlir.

Features:
    references  the reference systems are there (utils/setup --references);
                with --param require_references=1 their absence is an error
    asan        the tools are built with AddressSanitizer

Substitutions:
    %python             the Python of the build
    %references_python  the Python that has torch and tensorplay
    %plugins            the folder of the test plugins
    %tp_src             the source tree; %tp_bin the build tree
"""

import os
import subprocess

import lit.formats

config.name = "tp"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Inputs", "Install", "lib", "lit.cfg.py", "lit.site.cfg.py", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)

config.environment["PATH"] = os.pathsep.join(
    [config.tp_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
config.environment["PYTHONPATH"] = os.path.join(config.tp_source_dir, "python")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"

if config.tp_sanitize:
    config.available_features.add("sanitizers")
    if "address" in config.tp_sanitize:
        config.available_features.add("asan")
    # LLVM's libraries are not instrumented: containers that cross the border
    # are annotated on one side only.
    options = "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0"
    given = os.environ.get("ASAN_OPTIONS")
    config.environment["ASAN_OPTIONS"] = options + (":" + given if given else "")
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"


def has_references(python):
    """Whether `python` runs and has both reference systems."""
    if not os.access(python, os.X_OK):
        return False
    # find_spec does not import them: torch takes seconds.
    code = (
        "import importlib.util as u, sys;"
        "sys.exit(not all(map(u.find_spec, ('torch', 'tensorplay'))))"
    )
    return subprocess.run([python, "-c", code], capture_output=True).returncode == 0


if has_references(config.references_python):
    config.available_features.add("references")
elif lit_config.params.get("require_references", "0") not in ("", "0"):
    lit_config.fatal(
        "the reference systems are required, but '%s' does not have them: "
        "run utils/setup --references" % config.references_python
    )
else:
    lit_config.note("without the reference systems: tests that ask them are skipped")

config.substitutions += [
    ("%references_python", config.references_python),
    ("%python", config.python),
    ("%plugins", config.tp_plugins_dir),
    ("%tp_src", config.tp_source_dir),
    ("%tp_bin", config.tp_binary_dir),
    ("%cmake", config.cmake),
    ("%cc", config.c_compiler),
    ("%cxx", config.cxx_compiler),
]
