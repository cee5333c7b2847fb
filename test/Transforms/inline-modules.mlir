// RUN: tp-opt %s --inline-modules | FileCheck %s

// Two calls of a nested child: new names, the stack of each node, one record a
// call, the inner one first. The opaque child stays.
// CHECK-DAG: #[[$LEAF:.*]] = #tp.meta<nn_module_stack = "block,block,;block.leaf,block.leaf,">
// CHECK-DAG: #[[$LEAF_ADD:.*]] = #tp.meta<nn_module_stack = "block,block,;block.leaf,block.leaf,", stack_trace = "l.py">
// CHECK-DAG: #[[$BLOCK:.*]] = #tp.meta<nn_module_stack = "block,block,">
// CHECK-DAG: #[[$LEAF1:.*]] = #tp.meta<nn_module_stack = "block@1,block,;block.leaf@1,block.leaf,">
// CHECK-DAG: #[[$CALL0:.*]] = #tp.module_call<"block.leaf" : (ref("add", tensor),) -> (ref("add_1", tensor), ref("mul", tensor)) in_spec
// CHECK-DAG: #[[$CALL1:.*]] = #tp.module_call<"block" : (ref("add", tensor),) -> (ref("act", tensor),) in_spec
// CHECK-DAG: #[[$CALL2:.*]] = #tp.module_call<"block.leaf@1" : (ref("act", tensor),) -> (ref("add_2", tensor), ref("mul_1", tensor)) in_spec
// CHECK-DAG: #[[$CALL3:.*]] = #tp.module_call<"block@1" : (ref("act", tensor),) -> (ref("act_1", tensor),) in_spec
// CHECK-LABEL: tp.program @nested
// CHECK-SAME:  module_calls = [#[[$CALL0]], #[[$CALL1]], #[[$CALL2]], #[[$CALL3]]]
// CHECK-NOT:  tp.graph
// CHECK:      %add = tp.call_function "_operator.add"(%x, 1)
// CHECK-NEXT: %w = tp.get_attr @block.w meta(#[[$LEAF]])
// CHECK-NEXT: %mul = tp.call_method "mul"(%add, %w) meta(#[[$LEAF]])
// CHECK-NEXT: %add_1 = tp.call_method "add"(%mul, 2) meta(#[[$LEAF_ADD]])
// CHECK-NEXT: %act = tp.call_module "block.act"(%add_1) meta(#[[$BLOCK]])
// CHECK-NEXT: %w_1 = tp.get_attr @block.w meta(#[[$LEAF1]])
// CHECK-NEXT: %mul_1 = tp.call_method "mul"(%act, %w_1)
// CHECK-NEXT: %add_2 = tp.call_method "add"(%mul_1, 2)
// CHECK-NEXT: %act_1 = tp.call_module "block.act"(%add_2)
// CHECK-NEXT: tp.output %act_1
#m = #tp.meta<nn_module_stack = "L__self__,,Leaf", stack_trace = "l.py">
tp.program @nested {
  tp.graph @leaf attributes {path = "block.leaf"} {
    %x = tp.placeholder "x" : !tp.any
    %s = tp.placeholder "s" = 2 : !tp.any
    %w = tp.get_attr @"block.w" : !tp.any
    %mul = tp.call_method "mul"(%x, %w) : (!tp.any, !tp.any) -> !tp.any
    %add = tp.call_method "add"(%mul, %s) meta(#m) : (!tp.any, !tp.any) -> !tp.any
    tp.output (%add, %mul) : !tp.any, !tp.any
  }
  tp.graph @block attributes {path = "block"} {
    %x = tp.placeholder "x" : !tp.any
    %leaf = tp.call_module "block.leaf"(%x) : (!tp.any) -> !tp.any
    %getitem = tp.call_function "_operator.getitem"(%leaf, 0) : (!tp.any) -> !tp.any
    %act = tp.call_module "block.act"(%getitem) : (!tp.any) -> !tp.any
    tp.output %act : !tp.any
  }
  tp.state parameter @"block.w" : tensor<2xf32>
  %x = tp.placeholder "x" : !tp.any
  %add = tp.call_function "_operator.add"(%x, 1) : (!tp.any) -> !tp.any
  %block = tp.call_module "block"(%add) : (!tp.any) -> !tp.any
  %block_1 = tp.call_module "block"(%block) : (!tp.any) -> !tp.any
  tp.output %block_1 : !tp.any
}

// Keyword, star and double-star arguments; a returned dict.
// CHECK-LABEL: tp.program @stars
// CHECK:      %f = tp.call_function "mine.f"((%x, 2), {"k": %y}, %x)
// CHECK-NEXT: tp.output (%f, {"r": %f, "c": None})
tp.program @stars {
  tp.graph @m attributes {path = "m"} {
    %a = tp.placeholder "a" : !tp.any
    %args = tp.placeholder "*args" : !tp.any
    %kw = tp.placeholder "**kw" : !tp.any
    %f = tp.call_function "mine.f"(%args, %kw, %a) : (!tp.any, !tp.any, !tp.any) -> !tp.any
    tp.output {"r": %f, "c": None} : !tp.any
  }
  %x = tp.placeholder "x" : !tp.any
  %y = tp.placeholder "y" : !tp.any
  %m = tp.call_module "m"(%x, %x, 2, k = %y) : (!tp.any, !tp.any, !tp.any) -> !tp.any
  %getitem = tp.call_function "_operator.getitem"(%m, "r") : (!tp.any) -> !tp.any
  tp.output (%getitem, %m) : !tp.any, !tp.any
}
