"""What can be checked of a program without running it, and the tools that check it.

    a program   imports and verifies, its text goes through text and bytecode
                unchanged, and its node list (NODELIST.md) is torch's
    a damaged   is accepted or refused as DAMAGED says; what is accepted also has
    archive     the node list of the program it was made from
    tensorplay  is refused by name, until the reader knows the format

A refusal is exit code 1, exactly one error line, and no output file. Needs no torch.
"""

import difflib
import json
import os
import re
import signal
import subprocess


class Failure(Exception):
    """Why a program fails: a reason to group by, and the evidence."""

    def __init__(self, reason, detail=""):
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


# ------------------------------------------------------------ damaged archives
def unchanged(lines):
    return lines


def without_metadata(lines):
    return [line for line in lines if not line.startswith("    meta ")]


def with_unknown_operator(lines):
    """The first node calls an operator that no registry knows."""
    at = next(i for i, line in enumerate(lines) if line.startswith("    target "))
    return lines[:at] + ["    target torch.ops.aten.no_such_op.default"] + lines[at + 1 :]


# name: (what is right, the node list if accepted, what a refusal must say)
DAMAGED = {
    "minor_newer": ("accept", unchanged, None),
    "major_newer": ("refuse", None, r"9.*8|8.*9"),
    "major_older": ("either", unchanged, r"7.*8|8.*7"),
    "unknown_fields": ("accept", unchanged, None),
    "no_metadata": ("accept", without_metadata, None),
    "unknown_op": ("accept", with_unknown_operator, None),
    "dangling_name": ("refuse", None, r"\bmul\b"),
    "truncated": ("refuse", None, r""),
}
# What the damaged archives are made from.
UNDAMAGED = "cases/slice_sub_inplace/program.expect.json"


# ----------------------------------------------------------------------- tools
class Tools:
    def __init__(self, opt, translate, timeout):
        self.opt = os.path.abspath(opt)
        self.translate = translate and os.path.abspath(translate)
        self.timeout = timeout

    def run(self, command, folder):
        """Runs a tool: (exit code, stdout, stderr). A crash or hang fails."""
        tool = os.path.basename(command[0])
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, timeout=self.timeout
            )
        except subprocess.TimeoutExpired:
            raise Failure(f"{tool} hangs", " ".join(command)) from None
        errors = done.stderr.decode(errors="replace")
        # An abort of a tool that prints a stack dump may come as 128 + signal.
        number = -done.returncode if done.returncode < 0 else done.returncode - 128
        if number > 0:
            name = signal.Signals(number).name if number < 65 else str(number)
            raise Failure(f"{tool} crashes ({name})", " ".join(command) + "\n" + errors)
        return done.returncode, done.stdout, errors

    def must(self, step, command, folder):
        code, output, errors = self.run(command, folder)
        if code != 0:
            raise Failure(f"{step}: {group_of(errors)}", errors)
        return output


def group_of(errors):
    """The first error message, without what differs from program to program."""
    for line in errors.splitlines():
        if "error:" in line:
            text = line.split("error:", 1)[1].strip()
            text = re.sub(r"'[^']*'|\"[^\"]*\"", "'...'", text)
            return re.sub(r"\d+", "N", text)[:150]
    return "no error line"


def difference(wanted, got, wanted_name, got_name):
    lines = difflib.unified_diff(wanted, got, wanted_name, got_name, lineterm="", n=2)
    return "\n".join(lines)


def read(folder, name):
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise Failure(f"no output file {name}") from None


# ---------------------------------------------------------------------- checks
def check_round_trip(tools, folder):
    """archive -> text -> bytecode -> text; the two texts must be one. Only where
    they are not, text -> text tells which way loses something."""
    opt = tools.opt
    tools.must("import", [opt, "x.pt2", "-o", "a.mlir"], folder)
    to_bytecode = [opt, "a.mlir", "--emit-bytecode", "-o", "a.mlirbc"]
    tools.must("text is not read back", to_bytecode, folder)
    if not read(folder, "a.mlirbc").startswith(b"ML\xefR"):
        raise Failure("--emit-bytecode writes no bytecode")
    tools.must("bytecode is not read back", [opt, "a.mlirbc", "-o", "b.mlir"], folder)
    first, second = read(folder, "a.mlir"), read(folder, "b.mlir")
    if not first.strip():
        raise Failure("the imported program is empty")
    if first == second:
        return
    tools.must("text is not read back", [opt, "a.mlir", "-o", "c.mlir"], folder)
    way = "bytecode" if read(folder, "c.mlir") == first else "text"
    diff = difference(
        first.decode(errors="replace").splitlines(),
        second.decode(errors="replace").splitlines(),
        "imported",
        f"after {way}",
    )
    raise Failure(f"the round trip through {way} changes the program", diff)


def without_aliases(text):
    """The lines of a program without node metadata: lifting notes there how a read was
    called, which renumbers the aliases."""
    lines = text.decode(errors="replace").splitlines()
    return [
        re.sub(r" meta\(#meta\d*\)|#meta\d*", "", line)
        for line in lines
        if not line.startswith("#meta")
    ]


def check_lifting(tools, folder):
    """What torch lifted is lifted; unlifting and lifting again gives it back; the other
    passes take every program."""
    first = without_aliases(read(folder, "a.mlir"))
    for name, passes in (
        ("--lift-state", ["--lift-state"]),
        ("--unlift-state --lift-state", ["--unlift-state", "--lift-state"]),
    ):
        command = [tools.opt, "a.mlirbc", *passes, "-o", "d.mlir"]
        tools.must(name, command, folder)
        second = without_aliases(read(folder, "d.mlir"))
        if first != second:
            diff = difference(first, second, "imported", f"after {name}")
            raise Failure(f"{name} changes the program", diff)
    passes = ["--insert-dim-asserts", "--cse", "--canonicalize", "--strip-symbolic-shapes"]
    tools.must(" ".join(passes), [tools.opt, "a.mlirbc", *passes, "-o", "d.mlir"], folder)


def check_node_list(tools, folder, wanted):
    """From the bytecode: what it lost, or the importer, shows here."""
    command = [tools.translate, "--export-node-list", "a.mlirbc"]
    output = tools.must("node list", command, folder)
    got = output.decode(errors="replace").splitlines()
    if got != wanted:
        raise Failure(
            "the node list is not torch's: " + kind_of_difference(wanted, got),
            difference(wanted, got, "torch", "tp-translate"),
        )


def kind_of_difference(wanted, got):
    """The kinds of line that differ, such as `arg, result`."""
    kinds = set()
    for line in difflib.ndiff(wanted, got) if len(wanted) < 400 else ():
        words = line[2:].split()
        if line[:1] in "+-" and words:
            kinds.add(words[0])
    return ", ".join(sorted(kinds)) or "long"


def check_refusal(tools, folder, pattern):
    """Exit code 1, one error line that says `pattern`, no output file."""
    code, _, errors = tools.run([tools.opt, "x.pt2", "-o", "a.mlir"], folder)
    if code == 0:
        raise Failure("accepted, but expected to be refused")
    if code != 1:
        raise Failure(f"refused with exit code {code}, expected 1", errors)
    lines = [line for line in errors.splitlines() if "error:" in line]
    if len(lines) != 1:
        raise Failure(f"refused with {len(lines)} error lines, expected 1", errors)
    if os.path.exists(os.path.join(folder, "a.mlir")):
        raise Failure("refused, but an output file was written", errors)
    if not re.search(pattern, lines[0], re.IGNORECASE):
        raise Failure(f"the refusal does not say '{pattern}'", errors)
    code, _, errors = tools.run([tools.opt, "x.pt2", "--emit-pt2", "-o", "b.pt2"], folder)
    if code == 0 or os.path.exists(os.path.join(folder, "b.pt2")):
        raise Failure("refused, but --emit-pt2 writes an archive", errors)


def check_damaged(tools, folder, name, root):
    if name not in DAMAGED:
        raise Failure("no expectation for this damaged archive in DAMAGED")
    right, change, pattern = DAMAGED[name]
    if right == "either":
        code, _, _ = tools.run([tools.opt, "x.pt2", "-o", "probe.mlir"], folder)
        right = "accept" if code == 0 else "refuse"
    if right == "refuse":
        return check_refusal(tools, folder, pattern)
    check_round_trip(tools, folder)
    with open(os.path.join(root, UNDAMAGED)) as file:
        wanted = json.load(file)["node_list"]
    check_node_list(tools, folder, change(wanted))


def check(item, tools, folder, root, tensorplay):
    """One program, whose archive is `x.pt2` in a folder of its own. Leaves the program's text
    and bytecode there, a.mlir and a.mlirbc, where it is accepted."""
    if item["source"] == "skew":
        return check_damaged(tools, folder, item["name"], root)
    if item["source"].startswith("tensorplay"):
        if tensorplay == "refuse":
            return check_refusal(tools, folder, "tensorplay")
        return check_round_trip(tools, folder)
    check_round_trip(tools, folder)
    expectation = os.path.join(root, item["path"].removesuffix(".pt2") + ".expect.json")
    if os.path.exists(expectation):
        with open(expectation) as file:
            check_node_list(tools, folder, json.load(file)["node_list"])
    check_lifting(tools, folder)


def reads_tensorplay(index, tools, root):
    """Whether tp-opt accepts the first tensorplay archive."""
    for item in index:
        if item["source"].startswith("tensorplay") and item["status"] == "exported":
            archive = os.path.abspath(os.path.join(root, item["path"]))
            try:
                code, _, _ = tools.run([tools.opt, archive, "-o", os.devnull], root)
            except Failure:
                return False
            return code == 0
    return False
