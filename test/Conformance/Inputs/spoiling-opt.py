#!/usr/bin/env python3
"""A tp-opt whose archives are wrong in the way that the pass of the command asks for."""

import os
import sys
import time
import zipfile

SPOIL = {
    "--wrong-value": (b"torch.ops.aten.mul.Tensor", b"torch.ops.aten.div.Tensor"),
    "--lost-write": (b"torch.ops.aten.add_.Tensor", b"torch.ops.aten.add.Tensor"),
    "--unknown-operator": (b"torch.ops.aten.mul.Tensor", b"torch.ops.aten.no_such.Tensor"),
    "--decompose": (b"conformance_test.unlike.", b"conformance_test.plain."),
    "--identity": (b"", b""),
    "--mutation-outputs=none": (b"", b""),
}


def main():
    *rest, _, output = arguments = sys.argv[1:]
    if "--emit-pt2" not in rest:
        os.execv(os.environ["TP_OPT"], ["tp-opt", *arguments])
    name = arguments[1] if arguments[1] != "--emit-pt2" else "--identity"
    if name == "--crash":
        os.abort()
    if name == "--hang":
        time.sleep(60)
    if name == "--refuse":
        sys.exit("x.pt2:1:1: error: no such pass '--refuse'")
    if name == "--mutation-outputs":
        sys.exit("a.py:7:1: error: 'tp.call_function' op node 'resize_': no functional form")
    if name == "--mutation-outputs=nameless":
        sys.exit("x.pt2:0:0: error: 'aten.resize_' has no functional form")
    if name == "--mutation-outputs=twice":
        sys.exit("a.py:7:1: error: node 'resize_': no form\na.py:8:1: error: node 'resize_': none")
    if name == "--nothing":
        return
    old, new = SPOIL[name]
    source = arguments[0] if arguments[0].endswith(".pt2") else "x.pt2"
    with zipfile.ZipFile(source) as files, zipfile.ZipFile(output, "w") as target:
        for entry in files.infolist():
            data = files.read(entry)
            if entry.filename.endswith("models/model.json") and old:
                data = data.replace(old, new)
            target.writestr(entry, data)


if __name__ == "__main__":
    main()
