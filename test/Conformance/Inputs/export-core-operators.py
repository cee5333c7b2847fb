"""Exports a program for each Core ATen operator that the other programs do not reach."""

import os
import sys

import torch

A = torch.ops.aten
r = torch.randn


def channels_last(*sizes):
    return r(*sizes).to(memory_format=torch.channels_last)


# fmt: off
CASES = {
    "adaptive_avg_pool2d_backward": (A._adaptive_avg_pool2d_backward.default, (r(2, 3, 2, 2), r(2, 3, 8, 8))),
    "embedding_bag": (A._embedding_bag.default, (r(10, 4), torch.tensor([1, 2, 3, 4]), torch.tensor([0, 2]))),
    "embedding_bag_max": (A._embedding_bag.default, (r(10, 4), torch.tensor([1, 2, 3, 4]), torch.tensor([0, 2]), False, 2)),
    "embedding_bag_mean": (A._embedding_bag.default, (r(10, 4), torch.tensor([1, 2, 3, 4]), torch.tensor([0, 2]), False, 1, False, None, True)),
    "bn_no_stats": (A._native_batch_norm_legit.no_stats, (r(2, 3, 4, 4), r(3), r(3), True, 0.1, 1e-5)),
    "pdist": (A._pdist_forward.default, (r(5, 3), )),
    "avg_pool2d_backward": (A.avg_pool2d_backward.default, (r(2, 3, 4, 4), r(2, 3, 8, 8), [2, 2], [2, 2], [0, 0], False, True, None)),
    "and_s": (A.bitwise_and.Scalar, (torch.arange(4), 3)),
    "or_s": (A.bitwise_or.Scalar, (torch.arange(4), 3)),
    "xor_s": (A.bitwise_xor.Scalar, (torch.arange(4), 3)),
    "col2im": (A.col2im.default, (r(2, 12, 9), [4, 4], [2, 2], [1, 1], [0, 0], [1, 1])),
    "conv_backward": (A.convolution_backward.default, (r(2, 4, 6, 6), r(2, 3, 8, 8), r(4, 3, 3, 3), [4], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, True])),
    "conv_backward_mask": (A.convolution_backward.default, (r(2, 4, 6, 6), r(2, 3, 8, 8), r(4, 3, 3, 3), [4], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [False, True, False])),
    "conv_backward_cl": (A.convolution_backward.default, (channels_last(2, 4, 6, 6), channels_last(2, 3, 8, 8), r(4, 3, 3, 3), [4], [1, 1], [0, 0], [1, 1], False, [0, 0], 1, [True, True, True])),
    "div_mode": (A.div.Scalar_mode, (torch.arange(4), 3)),
    "emb_back": (A.embedding_dense_backward.default, (r(2, 3, 4), torch.zeros(2, 3, dtype=torch.long), 10, -1, False)),
    "gn_back": (A.native_group_norm_backward.default, (r(2, 6, 4), r(2, 6, 4), r(2, 3), r(2, 3), r(6), 2, 6, 4, 3, [True, True, True])),
    "ln_back": (A.native_layer_norm_backward.default, (r(2, 3, 4), r(2, 3, 4), [4], r(2, 3, 1), r(2, 3, 1), r(4), r(4), [True, True, True])),
    "ln_back_mask": (A.native_layer_norm_backward.default, (r(2, 3, 4), r(2, 3, 4), [4], r(2, 3, 1), r(2, 3, 1), r(4), None, [True, False, False])),
    "randperm": (A.randperm.default, (5,)),
    "rp1": (A.reflection_pad1d.default, (r(2, 3, 8), [1, 2])),
    "rp2": (A.reflection_pad2d.default, (r(2, 3, 8, 8), [1, 2, 3, 1])),
    "rp3": (A.reflection_pad3d.default, (r(2, 3, 4, 4, 4), [1, 1, 1, 1, 1, 1])),
    "rp2cl": (A.reflection_pad2d.default, (channels_last(2, 3, 8, 8), [1, 2, 3, 1])),
    "pp2": (A.replication_pad2d.default, (r(2, 3, 8, 8), [1, 2, 3, 1])),
    "pp3": (A.replication_pad3d.default, (r(2, 3, 4, 4, 4), [1, 1, 1, 1, 1, 1])),
    "pp2cl": (A.replication_pad2d.default, (channels_last(2, 3, 8, 8), [1, 2, 3, 1])),
    "cpadcl": (A.constant_pad_nd.default, (channels_last(2, 3, 8, 8), [1, 2, 3, 1])),
    "scatter_v": (A.scatter.value, (r(3, 4), 0, torch.zeros(2, 4, dtype=torch.long), 1.5)),
    "max_back": (A.max_pool2d_with_indices_backward.default, (r(2, 3, 4, 4), r(2, 3, 8, 8), [2, 2], [2, 2], [0, 0], [1, 1], False, torch.zeros(2, 3, 4, 4, dtype=torch.long))),
}
# fmt: on
KEYWORDS = {"div_mode": {"rounding_mode": "floor"}}


class Operator(torch.nn.Module):
    """Tensors are inputs, all else is closed over."""

    def __init__(self, operator, arguments, keywords):
        super().__init__()
        self.operator, self.arguments, self.keywords = operator, arguments, keywords

    def forward(self, *tensors):
        given = iter(tensors)
        full = [next(given) if isinstance(x, torch.Tensor) else x for x in self.arguments]
        return self.operator(*full, **self.keywords)


class Sizes(torch.nn.Module):
    def forward(self, x):
        numel, stride = A.sym_numel.default(x), A.sym_stride.int(x, 0)
        return A.full.default([numel], 1.0), A.full.default([stride], 2)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    for name, (operator, arguments) in CASES.items():
        module = Operator(operator, arguments, KEYWORDS.get(name, {}))
        tensors = tuple(x for x in arguments if isinstance(x, torch.Tensor))
        program = torch.export.export(module, tensors)
        torch.export.save(program, os.path.join(folder, name + ".pt2"))
        torch.export.save(program.run_decompositions(), os.path.join(folder, name + ".core.pt2"))
    dynamic = {0: torch.export.Dim.DYNAMIC, 1: torch.export.Dim.DYNAMIC}
    program = torch.export.export(Sizes(), (r(4, 5),), dynamic_shapes=(dynamic,))
    torch.export.save(program, os.path.join(folder, "sizes.pt2"))


if __name__ == "__main__":
    main(sys.argv[1])
