"""Writes, checks and damages .safetensors files, without the reader under test.

    weights.py check FILE NAME=HEX  compares the bytes of tensors
    weights.py list FILE            names, types and shapes, by their place
    weights.py raw FILE HEADER DATASIZE   a file of that header
    weights.py flip FILE OFFSET     changes one byte of the data
"""

import json
import struct
import sys

SIZES = {"BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1, "I16": 2,
         "U16": 2, "F16": 2, "BF16": 2, "I32": 4, "U32": 4, "F32": 4,
         "C64": 8, "F64": 8, "I64": 8, "U64": 8}


def read(path):
    """Header and data, with the checks of the format."""
    with open(path, "rb") as file:
        content = file.read()
    size, = struct.unpack_from("<Q", content)
    assert size % 8 == 0, "the data is not aligned"
    header = json.loads(content[8:8 + size])
    data = content[8 + size:]
    assert header.pop("__metadata__")["format"] == "pt"
    at = 0
    for name, tensor in sorted(header.items(), key=lambda t: t[1]["data_offsets"]):
        begin, end = tensor["data_offsets"]
        count = 1
        for dim in tensor["shape"]:
            count *= dim
        assert begin == at and end - begin == count * SIZES[tensor["dtype"]], name
        assert begin % SIZES[tensor["dtype"]] == 0, name + " is not aligned"
        at = end
    assert at == len(data), "the data has a tail"
    return header, data


def raw(path, header, size):
    text = header.encode("utf-8", "surrogateescape")
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + bytes(range(256)) * (size // 256)
                   + bytes(range(size % 256)))


def main():
    command, path, *rest = sys.argv[1:]
    if command == "raw":
        raw(path, rest[0], int(rest[1]))
    elif command == "flip":
        with open(path, "r+b") as file:
            size, = struct.unpack("<Q", file.read(8))
            file.seek(8 + size + int(rest[0]))
            byte = file.read(1)[0]
            file.seek(-1, 1)
            file.write(bytes([byte ^ 1]))
    elif command == "list":
        header, _ = read(path)
        for name, tensor in sorted(header.items(), key=lambda t: t[1]["data_offsets"]):
            print(name, tensor["dtype"], tensor["shape"])
    elif command == "check":
        header, data = read(path)
        for entry in rest:
            name, _, want = entry.partition("=")
            begin, end = header[name]["data_offsets"]
            got = data[begin:end].hex()
            assert got == want, f"{name}: expected {want}, got {got}"
    else:
        sys.exit("unknown command " + command)


if __name__ == "__main__":
    main()
