tp.schema "mylib::check(Any x) -> Tensor"
tp.schema "mylib::test(Tensor x, Tensor y, int[] l, float f=0.5) -> Tensor[]"
tp.decomposition "mylib.test.default"(%x, %y, %l, %f = 0.5) {
  %literals = tp.expr "[1, 1., 1.5, 25e-2, 's', True, None, float32, inf, [1, [2]]]"
  %c0 = tp.call_function "mylib.check.default"(%literals)
  %arithmetic = tp.expr "[1 + 2, 1 - 2, 5 // 2, 1 / 2, -3 // 2, -3 % 2, 2 ** 3, 2 ** -1, 2 * (1 + 2), -(3 + 4)]"
  %c1 = tp.call_function "mylib.check.default"(%arithmetic)
  %compare = tp.expr "[1 == 1.0, 1 != 2, 1 < 1, 1 <= 1, 2 > 1, 2 >= 2, 1 < 2 < 3, 3 in [1, 2], 3 not in [1, 2], None is None, x is not None]"
  %c2 = tp.call_function "mylib.check.default"(%compare)
  %logic = tp.expr "[True and not False, False or 0 == 1, 1 if True else 2, 1 if False else 2, 0 or 7, not (1 == 2 and y is None)]"
  %c3 = tp.call_function "mylib.check.default"(%logic)
  %lists = tp.expr "[l[1], l[-3], [l[2], l[1]], l[:2], [1, 2] + l[0:2], [0] * 3]"
  %c4 = tp.call_function "mylib.check.default"(%lists)
  %types = tp.expr "[rank(x), rank(y), size(x), size(x, -1), numel(x), dtype(x), dtype(y), promote(x, y), opmath(x), float_type(y), real_type(x)]"
  %c5 = tp.call_function "mylib.check.default"(%types)
  %kinds = tp.expr "[is_float(x), is_float(y), is_complex(x), is_integer(y), is_bool(bool), is_static(size(x, 0)), is_static(size(x)), is_tensor(x), is_tensor(l)]"
  %c6 = tp.call_function "mylib.check.default"(%kinds)
  %numbers = tp.expr "[len(l), range(3), range(1, 3), range(5, 2, -2), min(1, 2), max(l), sum(l), prod(l), -abs(-3), int(3.7), float(2), bool([0])]"
  %c7 = tp.call_function "mylib.check.default"(%numbers)
  %math = tp.expr "[abs(3), sqrt(4), exp(0), log(1), floor(1.5), ceil(1.5), finfo_max(x), finfo_min(float16), finfo_eps(x), wrap(-1, 2), sorted([2, 3, 1]), reversed([1, 2, 3])]"
  %c8 = tp.call_function "mylib.check.default"(%math)
  %comprehension = tp.expr "[i for i in range(5) if i % 2 == 0]"
  %c9 = tp.call_function "mylib.check.default"(%comprehension)
  %nested = tp.expr "[[j - i for j in [1]][0] for i in range(2)]"
  %squares = tp.expr "[i * i for i in [3, 4]]"
  %both = tp.expr "[nested, squares]"
  %c10 = tp.call_function "mylib.check.default"(%both)
  %others = tp.expr "[device(x), contiguous_format, f]"
  %c11 = tp.call_function "mylib.check.default"(%others)
  %l2 = tp.expr "[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11]"
  tp.yield %l2...
}
