"""The comparer finds what it has to find, and nothing else."""

import copy
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))

import compare
import observe
import torch
from compare import Rules

observe.prepare()


class Counter(torch.nn.Module):
    """Writes a buffer, a plain attribute and an argument; returns a tuple."""

    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(3))
        self.plain = torch.ones(2)

    def forward(self, x, items):
        self.n.add_(x)
        self.plain.mul_(2)
        items[0].zero_()
        return x * self.n, {"items": items, "half": x.half(), "count": 3, "rate": 0.5}


def calls():
    items = [torch.ones(2, 4).t(), torch.arange(3)]
    return [((torch.tensor([1.0, 2.0, float("nan")]), items), {})] * 2


def run():
    return observe.observe(Counter(), calls())


def kinds(run_, rules=Rules(exact=True), want=None):
    found = compare.compare_runs(want or run(), run_, rules)
    return [(d.kind, d.where) for d in found]


class SameRuns(unittest.TestCase):
    def test_same_program(self):
        self.assertEqual(kinds(run()), [])

    def test_calls_start_from_copies(self):
        again = run()
        self.assertTrue(torch.equal(again["before"][1][1], torch.ones(4, 2)))

    def test_strides_of_one_element_do_not_count(self):
        one, other = torch.zeros(3, 1).as_strided((3, 1), (1, 7)), torch.zeros(3, 1)
        self.assertEqual(compare.compare_leaf("x", one, other, Rules()), [])

    def test_lazy_conjugates_are_compared_by_value(self):
        value = torch.tensor([1 + 2j])
        plain = torch.tensor([1 - 2j])
        self.assertEqual(compare.compare_leaf("x", plain, value.conj(), Rules(exact=True)), [])

    def test_tolerance_by_dtype(self):
        for dtype, step in ((torch.float64, 1e-9), (torch.float32, 1e-6), (torch.bfloat16, 1e-2)):
            want = torch.ones(4, dtype=dtype)
            got = want + torch.tensor(step, dtype=dtype)
            self.assertEqual(compare.compare_leaf("x", want, got, Rules()), [])
            worse = want + torch.tensor(step * 1000, dtype=dtype)
            self.assertEqual(len(compare.compare_leaf("x", want, worse, Rules())), 1)


class Differences(unittest.TestCase):
    """Each test spoils one thing of a run."""

    def setUp(self):
        self.run = run()

    def expect(self, kind, where, rules=Rules(exact=True)):
        self.assertIn((kind, where), kinds(self.run, rules))

    def expect_only(self, kind, where, rules=Rules(exact=True)):
        self.assertEqual([(kind, where)], kinds(self.run, rules))

    def test_wrong_value(self):
        self.run["outs"][0][0][1] += 1
        self.expect_only("value", "call 0 output 0")
        self.expect_only("value", "call 0 output 0", Rules())

    def test_one_bit(self):
        out = self.run["outs"][0][0]
        out[1] = torch.nextafter(out[1], torch.tensor(9.0))
        self.expect_only("value", "call 0 output 0")
        self.assertEqual(kinds(self.run, Rules()), [])

    def test_sign_of_zero(self):
        want, got = torch.zeros(2), -torch.zeros(2)
        self.assertEqual(len(compare.compare_leaf("x", want, got, Rules(exact=True))), 1)

    def test_number_for_nan(self):
        self.run["outs"][0][0][2] = 0
        self.expect_only("value", "call 0 output 0", Rules())

    def test_nan_for_number(self):
        self.run["outs"][0][0][0] = float("nan")
        self.expect_only("value", "call 0 output 0", Rules())

    def test_wrong_dtype(self):
        self.run["outs"][0][3] = self.run["outs"][0][3].bfloat16()
        self.expect_only("dtype", "call 0 output 3", Rules())

    def test_wrong_shape(self):
        self.run["outs"][1][0] = self.run["outs"][1][0].view(3, 1)
        self.expect_only("shape", "call 1 output 0")

    def test_wrong_strides(self):
        self.run["outs"][0][1] = self.run["outs"][0][1].contiguous()
        self.expect_only("strides", "call 0 output 1")
        self.assertEqual(kinds(self.run, Rules(exact=True, strides=False)), [])

    def test_wrong_scalar(self):
        self.run["outs"][0][4] = 4
        self.expect_only("value", "call 0 output 4")

    def test_float_for_int(self):
        self.run["outs"][0][4] = 3.0
        self.expect_only("type", "call 0 output 4", Rules())

    def test_tensor_for_number(self):
        self.run["outs"][0][4] = torch.tensor(3)
        self.expect_only("type", "call 0 output 4", Rules())

    def test_missing_output(self):
        del self.run["outs"][0][5]
        self.expect_only("count", "call 0 output")

    def test_other_structure(self):
        self.run["specs"][1] = "TreeSpec(tuple, None, [*, *, *, *, *, *])"
        self.expect_only("structure", "call 1 output")

    def test_missing_input_mutation(self):
        self.run["inputs"][1][1] = self.run["before"][1][1]
        self.expect_only("missing mutation", "call 1 input 1")

    def test_unexpected_input_mutation(self):
        self.run["inputs"][0][0] = self.run["inputs"][0][0] * 2
        self.expect_only("unexpected mutation", "call 0 input 0", Rules())

    def test_wrong_input_mutation(self):
        self.run["inputs"][0][1] = self.run["inputs"][0][1] + 5
        self.expect_only("value", "call 0 input 1", Rules())

    def test_missing_buffer_mutation(self):
        self.run["state"]["n"] = self.run["initial"]["n"]
        self.expect_only("missing mutation", "state 'n'")

    def test_missing_attribute_mutation(self):
        self.run["state"]["plain"] = self.run["initial"]["plain"]
        self.expect_only("missing mutation", "state 'plain'")

    def test_half_of_the_mutations(self):
        self.run["state"]["plain"] = self.run["state"]["plain"] / 2
        self.expect_only("value", "state 'plain'")

    def test_missing_state(self):
        del self.run["state"]["n"]
        self.expect_only("missing state", "state 'n'")

    def test_refused_call(self):
        self.run["refused"][1] = "AssertionError: no"
        self.expect_only("refusal", "call 1 output")

    def test_missing_refusal(self):
        want = copy.deepcopy(self.run)
        want["refused"][1] = "AssertionError: no"
        found = kinds(self.run, want=want)
        self.assertEqual(found, [("refusal", "call 1 output")])

    def test_kinds(self):
        self.run["outs"][0][0][1] += 1
        self.run["state"]["n"] = self.run["initial"]["n"]
        found = compare.compare_runs(run(), self.run, Rules())
        self.assertEqual(compare.kinds(found), "output value, state missing mutation")


class Leaves(unittest.TestCase):
    """Tensors that are not plain."""

    def differ(self, want, got):
        return [d.kind for d in compare.compare_leaf("x", want, got, Rules(exact=True))]

    def test_small_floats(self):
        want = torch.tensor([1.0, 2.0]).to(torch.float8_e4m3fn)
        self.assertEqual(self.differ(want, want.clone()), [])
        self.assertEqual(self.differ(want, torch.tensor([1.0, 3.0]).to(want.dtype)), ["value"])

    def test_sparse(self):
        want = torch.eye(3).to_sparse()
        self.assertEqual(self.differ(want, want.clone()), [])
        self.assertEqual(self.differ(want, (torch.eye(3) * 2).to_sparse()), ["value"])
        self.assertEqual(self.differ(want, torch.eye(3)), ["layout"])
        self.assertEqual(self.differ(want.to_sparse_csr(), (torch.eye(3) * 2).to_sparse_csr()), ["value"])

    def test_quantized(self):
        x = torch.tensor([1.0, 2.0])
        want = torch.quantize_per_tensor(x, 0.5, 0, torch.qint8)
        self.assertEqual(self.differ(want, want.clone()), [])
        got = torch.quantize_per_tensor(x + 1, 0.5, 0, torch.qint8)
        self.assertEqual(self.differ(want, got), ["value"])
        got = torch.quantize_per_tensor(x * 2, 1.0, 0, torch.qint8)
        self.assertEqual(self.differ(want, got), ["quantization"])

    def test_empty(self):
        self.assertEqual(self.differ(torch.empty(0, 3), torch.empty(0, 3)), [])
        self.assertEqual(self.differ(torch.empty(0, 3), torch.empty(3, 0)), ["shape"])

    def test_bool_and_int(self):
        self.assertEqual(self.differ(torch.tensor([True]), torch.tensor([False])), ["value"])
        self.assertEqual(self.differ(torch.tensor(3), torch.tensor(4)), ["value"])

    def test_none(self):
        self.assertEqual(self.differ(None, None), [])
        self.assertEqual(self.differ(None, 0), ["type"])


if __name__ == "__main__":
    unittest.main()
