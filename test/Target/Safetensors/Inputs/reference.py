"""Writes and compares .safetensors files with the format's own package.

    reference.py write FILE              a tensor of each element type, and on
                                         standard output a program of them
    reference.py compare FILE FILE       the same tensors, bit for bit
    reference.py compare-shards FILE INDEX
    reference.py compare-pt2 FILE.pt2 FILE
"""

import json
import os
import sys

import torch
from safetensors import safe_open
from safetensors.torch import save_file

TYPES = {
    torch.float64: "f64", torch.float32: "f32", torch.float16: "f16",
    torch.bfloat16: "bf16", torch.int64: "i64", torch.int32: "i32",
    torch.int16: "i16", torch.int8: "i8", torch.uint8: "ui8",
    torch.uint16: "ui16", torch.uint32: "ui32", torch.uint64: "ui64",
    torch.bool: "i1", torch.complex64: "complex<f32>",
    torch.float8_e4m3fn: "f8E4M3FN", torch.float8_e5m2: "f8E5M2",
    torch.float8_e4m3fnuz: "f8E4M3FNUZ", torch.float8_e5m2fnuz: "f8E5M2FNUZ",
}


def load(path):
    with safe_open(path, framework="pt") as file:
        return {key: file.get_tensor(key) for key in file.keys()}


def write(path):
    generator = torch.Generator().manual_seed(1)
    tensors = {}
    for shape in ((3, 5), (), (0, 2), (1,)):
        for dtype, name in TYPES.items():
            key = f"{name}.{'x'.join(map(str, shape)) or 'scalar'}"
            values = torch.randint(0, 100, shape, generator=generator)
            tensors[key] = values.to(torch.float32).to(dtype)
    save_file(tensors, path)
    print(f'tp.archive @m "{path}"\ntp.program @p {{')
    for key, value in tensors.items():
        shape = "".join(f"{size}x" for size in value.shape)
        print(f'  tp.state buffer @"{key}" : tensor<{shape}{TYPES[value.dtype]}> = '
              f'#tp.blob<@m, "{key}">')
    print('  %x = tp.placeholder "x" : tensor<2xf32>\n  tp.output (%x,) : tensor<2xf32>\n}')


def same(lhs, rhs):
    if lhs.dtype != rhs.dtype or lhs.shape != rhs.shape:
        return False
    flat = [t.contiguous().reshape(-1) for t in (lhs, rhs)]
    return flat[0].numel() == 0 or torch.equal(*(t.view(torch.uint8) for t in flat))


def compare(want, got):
    assert want and want.keys() == got.keys(), (want.keys(), got.keys())
    for key, value in want.items():
        assert same(value, got[key]), key


def main():
    command, first, *rest = sys.argv[1:]
    if command == "write":
        write(first)
    elif command == "compare":
        compare(load(first), load(rest[0]))
    elif command == "compare-shards":
        with open(rest[0]) as file:
            index = json.load(file)
        folder = os.path.dirname(os.path.abspath(rest[0]))
        shards = sorted(set(index["weight_map"].values()))
        assert len(shards) > 1
        got = {}
        for shard in shards:
            tensors = load(os.path.join(folder, shard))
            assert all(index["weight_map"][key] == shard for key in tensors)
            got.update(tensors)
        assert index["metadata"]["total_size"] == sum(
            t.numel() * t.element_size() for t in got.values())
        compare(load(first), got)
    elif command == "compare-pt2":
        program = torch.export.load(first)
        want = {**program.state_dict, **program.constants}
        compare({k: v.detach() for k, v in want.items()}, load(rest[0]))
    else:
        sys.exit("unknown command " + command)


if __name__ == "__main__":
    main()
