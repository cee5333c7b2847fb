"""Exports programs whose types are not obvious: dynamic sizes, strides, promotion."""

import os
import sys

import torch
from torch.export import Dim, export


class Layouts(torch.nn.Module):
    def forward(self, x, y):
        a = x.transpose(1, 2) * 2 + y
        b = x.permute(2, 0, 1)[1:, ::2].unfold(0, 2, 1)
        c = torch.cat([x, x.flip(0)], 1).view(x.shape[0], -1)
        d = x.expand(4, *x.shape).diagonal(0, 0, 2)
        return a, b, c, d.sum(-1), x.select(1, 0).t().contiguous()


class Promotion(torch.nn.Module):
    def forward(self, i, h, z):
        return i / 2, i + z, h * z, h + 1j, i > z, i.sum(), h.mean(0), i * True, torch.where(i > 0, h, 1)


class Image(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, stride=2, padding=1)
        self.norm = torch.nn.BatchNorm2d(4)

    def forward(self, x):
        x = torch.relu(self.norm(self.conv(x)))
        pooled = torch.nn.functional.max_pool2d(x, 2, ceil_mode=True)
        return torch.nn.functional.interpolate(pooled, scale_factor=2.0), x.mean((2, 3))


class Sizes(torch.nn.Module):
    def forward(self, x):
        n = x.shape[0]
        pieces = x.chunk(3)
        return torch.full((n * 2 + 1,), 1), torch.arange(n), pieces[0], x.view(n // 2, 2, -1), x[: n - 1]


def save(folder, name, module, inputs, dynamic_shapes=None):
    program = export(module.eval(), inputs, dynamic_shapes=dynamic_shapes)
    torch.export.save(program, os.path.join(folder, name + ".pt2"))
    torch.export.save(program.run_decompositions(), os.path.join(folder, name + ".core.pt2"))


def main(folder):
    os.makedirs(folder, exist_ok=True)
    torch.manual_seed(0)
    x, y = torch.randn(6, 4, 5), torch.randn(5, 1)
    save(folder, "layouts", Layouts(), (x, y))
    strided = torch.randn(6, 5, 4).transpose(1, 2)
    save(folder, "strided", Layouts(), (strided, y))
    batch = Dim.DYNAMIC
    save(folder, "dynamic", Layouts(), (x, y), ({0: batch, 1: batch}, None))
    integers, halves = torch.arange(12).view(3, 4), torch.randn(3, 4).half()
    save(folder, "promotion", Promotion(), (integers, halves, torch.tensor(1.5)))
    image = torch.randn(2, 3, 8, 8)
    save(folder, "image", Image(), (image,))
    save(folder, "channels_last", Image(), (image.to(memory_format=torch.channels_last),))
    save(folder, "dynamic_image", Image(), (image,), ({0: batch, 2: batch, 3: batch},))
    save(folder, "sizes", Sizes(), (torch.randn(8, 3),), ({0: batch},))


if __name__ == "__main__":
    main(sys.argv[1])
