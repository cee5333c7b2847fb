"""A deep program: identical layers of operators that all decompose."""


def write(path, count):
    row, matrix, vector = "tensor<4x8xf32>", "tensor<8x8xf32>", "tensor<8xf32>"
    with open(path, "w") as out:
        out.write(f'tp.program @p {{\n  %x = tp.placeholder "x" : {row}\n')
        out.write(f'  %w = tp.placeholder "w" : {matrix}\n  %b = tp.placeholder "b" : {vector}\n')
        previous = "x"
        for i in range(count):
            out.write(f'  %linear_{i} = tp.call_function "aten.linear.default"(%{previous}, %w, %b) : '
                      f'({row}, {matrix}, {vector}) -> {row}\n'
                      f'  %silu_{i} = tp.call_function "aten.silu.default"(%linear_{i}) : ({row}) -> {row}\n'
                      f'  %matmul_{i} = tp.call_function "aten.matmul.default"(%silu_{i}, %w) : '
                      f'({row}, {matrix}) -> {row}\n'
                      f'  %softmax_{i} = tp.call_function "aten.softmax.int"(%matmul_{i}, -1) : ({row}) -> {row}\n')
            previous = f"softmax_{i}"
        out.write(f'  tp.output (%{previous},) : {row}\n}}\n')
