"""Makes demo.pt2, the exported program of the README and of utils/demo.

    cd test/Target/Inputs && python make-demo.py

The Python must have torch (utils/setup --references). A small classifier that has
one of everything that --lift-state lifts: parameters, a buffer that is saved and
counts the calls, a buffer that is not saved, a plain tensor, and a branch on the
batch size, which is dynamic.

torch's stack traces also name the files of its own installation: those frames are
taken out, so that no path of the machine is left in the file.
"""

import json
import re
import zipfile

import torch
from torch.export import Dim, export, save

OUT = "demo.pt2"


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv1d(2, 4, kernel_size=3, padding=1)
        self.head = torch.nn.Linear(4, 3)
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))
        self.register_buffer("scale", torch.tensor([1.0, 0.5, 2.0]), persistent=False)
        self.prior = torch.tensor([0.25, 0.0, -0.25])

    def forward(self, signal):
        self.calls.add_(1)
        features = torch.relu(self.conv(signal)).mean(dim=2)
        logits = self.head(features) * self.scale + self.prior
        logits = torch.cond(signal.shape[0] > 8, lambda x: x - x.mean(dim=0), lambda x: x.clone(), (logits,))
        return {"logits": logits, "label": logits.argmax(dim=1)}


def strip(program):
    """Only the frames of this script stay in the stack traces."""
    def graphs(graph):
        yield graph
        for node in graph["nodes"]:
            for argument in node["inputs"]:
                if "as_graph" in argument["arg"]:
                    yield from graphs(argument["arg"]["as_graph"]["graph"])

    frame = re.compile(r'^ *File "[^"]*(?<!make-demo\.py)", line .*\n?( {4,}(?!File ).*\n?)*', re.M)
    for graph in graphs(program["graph_module"]["graph"]):
        for node in graph["nodes"]:
            trace = frame.sub("", node["metadata"].get("stack_trace", ""))
            node["metadata"].pop("stack_trace", None)
            if trace:
                node["metadata"]["stack_trace"] = re.sub(r'File "[^"]*/', 'File "', trace)
    return program


def main():
    torch.manual_seed(0)
    batch = Dim("batch", min=2, max=64)
    program = export(Classifier().eval(), (torch.randn(4, 2, 16),), dynamic_shapes={"signal": {0: batch}})
    save(program, OUT)
    with zipfile.ZipFile(OUT) as archive:
        entries = [(info, archive.read(info)) for info in archive.infolist()]
    with zipfile.ZipFile(OUT, "w", zipfile.ZIP_STORED) as archive:
        for info, data in entries:
            if info.filename.endswith("/models/model.json"):
                data = json.dumps(strip(json.loads(data))).encode()
            archive.writestr(zipfile.ZipInfo(info.filename), data)
    again = torch.export.load(OUT).module()
    torch.testing.assert_close(again(torch.ones(9, 2, 16)), program.module()(torch.ones(9, 2, 16)))


if __name__ == "__main__":
    main()
