"""Writes storages as a .safetensors file: a header in JSON, then the bytes."""

import json
import os
import tempfile

# The element types that the format names, and their sizes.
_DTYPES = {
    "bool": ("BOOL", 1), "uint8": ("U8", 1), "int8": ("I8", 1),
    "int16": ("I16", 2), "uint16": ("U16", 2), "int32": ("I32", 4),
    "uint32": ("U32", 4), "int64": ("I64", 8), "uint64": ("U64", 8),
    "float16": ("F16", 2), "bfloat16": ("BF16", 2), "float32": ("F32", 4),
    "float64": ("F64", 8), "float8_e4m3fn": ("F8_E4M3", 1),
    "float8_e5m2": ("F8_E5M2", 1),
}


def write(path, entries):
    """Writes `entries`: (key, dtype name, shape, size in bytes, function that
    gives the bytes). What the format has no name for goes as plain bytes. The
    file appears whole or not at all."""
    header, offset, ordered = {}, 0, []
    known = [(_DTYPES.get(entry[1], ("U8", 1)), entry) for entry in entries]
    # Wide elements first: then every entry is aligned.
    for (dtype, width), entry in sorted(known, key=lambda k: -k[0][1]):
        key, name, shape, size, read = entry
        count = 1
        for dim in shape:
            count *= dim
        if name not in _DTYPES or count * width != size:
            if size % width or name not in _DTYPES:
                dtype, width = "U8", 1
            shape = [size // width]
        header[key] = {"dtype": dtype, "shape": list(shape),
                       "data_offsets": [offset, offset + size]}
        offset += size
        ordered.append(read)
    text = json.dumps(header, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 8)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".tp_mlir")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(len(text).to_bytes(8, "little"))
            file.write(text)
            for read in ordered:
                file.write(read())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
