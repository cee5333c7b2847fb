#!/usr/bin/env python3
"""Counts the nodes that --mutation-outputs makes: count-updates.py TP_OPT

The number has to grow with the number of updates, whatever they go through.
"""

import subprocess
import sys

WHOLE = "tensor<8xf32>"


def program(count, make):
    lines = ["tp.program @p {", f"  tp.state buffer @n : {WHOLE}",
             f"  %b = tp.placeholder buffer @n : {WHOLE}"]
    for i in range(count):
        lines += make(i)
    lines += [f"  tp.output (%b,) : {WHOLE}", "}"]
    return "\n".join(lines) + "\n"


def slices(i):
    start = i % 5
    part = f"tensor<4xf32, #tp.shape<[4], offset = {start}>>" if start else "tensor<4xf32>"
    yield f'  %s{i} = tp.call_function "aten.slice.Tensor"(%b, 0, {start}, {start + 4}) : ({WHOLE}) -> {part}'
    yield f'  %a{i} = tp.call_function "aten.add_.Scalar"(%s{i}, 1) : ({part}) -> {part}'


def same_view(i):
    if i == 0:
        yield f'  %v = tp.call_function "aten.view.default"(%b, [-1]) : ({WHOLE}) -> {WHOLE}'
    yield f'  %a{i} = tp.call_function "aten.add_.Scalar"(%v, 1) : ({WHOLE}) -> {WHOLE}'


def nested(i):
    """Each write through a view of the view that was written last."""
    old = f"v{i - 1}" if i else "b"
    yield f'  %v{i} = tp.call_function "aten.view.default"(%{old}, [-1]) : ({WHOLE}) -> {WHOLE}'
    yield f'  %a{i} = tp.call_function "aten.add_.Scalar"(%v{i}, 1) : ({WHOLE}) -> {WHOLE}'


def chunks(count):
    """Each of the pieces of one call, written in turn."""
    whole = f"tensor<{count}xf32>"
    parts = [f"tensor<1xf32, #tp.shape<[1], offset = {i}>>" if i else "tensor<1xf32>" for i in range(count)]
    names = ", ".join(f"%c{i}" for i in range(count))
    lines = ["tp.program @p {", f"  tp.state buffer @n : {whole}", f"  %b = tp.placeholder buffer @n : {whole}",
             f'  {names} = tp.call_function "aten.split.Tensor"(%b, 1) : ({whole}) -> [{", ".join(parts)}]']
    for i, part in enumerate(parts):
        lines.append(f'  %a{i} = tp.call_function "aten.add_.Scalar"(%c{i}, 1) : ({part}) -> {part}')
    return "\n".join([*lines, f"  tp.output (%b,) : {whole}", "}"]) + "\n"


def count_nodes(tool, text):
    result = subprocess.run([tool, "--mutation-outputs"], input=text, text=True, capture_output=True, check=True)
    return result.stdout.count("tp.call_function")


def main():
    for name, make in [("slices", slices), ("same_view", same_view), ("nested", nested), ("chunks", None)]:
        small, large = (count_nodes(sys.argv[1], program(n, make) if make else chunks(n)) for n in (200, 2000))
        print(f"{name}: {'linear' if large <= 10.5 * small else f'{small} nodes of 200 updates, {large} of 2000'}")


main()
