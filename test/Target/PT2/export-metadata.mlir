// Lists in metadata that torch's reader would refuse are written under keys that
// it passes over, and come back under their own. Commas inside of brackets are no
// separators of module stacks.

// RUN: rm -rf %t && mkdir %t
// RUN: tp-opt %s --emit-pt2 -o %t/out.pt2
// RUN: %python -c "import sys, zipfile; f = zipfile.ZipFile(sys.argv[1]); \
// RUN:   print(f.read(next(n for n in f.namelist() if '/models/' in n)).decode())" %t/out.pt2 | \
// RUN:   FileCheck %s --check-prefix=JSON
// RUN: tp-opt %t/out.pt2 | FileCheck %s

// JSON: "tp.nn_module_stack": "L__self__,,m.M;L__self__m.a,b,m.a,b,m.Linear"
// JSON: "nn_module_stack": "L__self__,,m.M;L__self___k['(a,b)'],k['(a,b)'],m.Linear", "source_fn_stack": "sin,sin"
// JSON: "tp.source_fn_stack": "sin,torch.sin(1,2)"

// CHECK-DAG: = #tp.meta<nn_module_stack = "L__self__,,m.M;L__self__m.a,b,m.a,b,m.Linear">
// CHECK-DAG: = #tp.meta<nn_module_stack = "L__self__,,m.M;L__self___k['(a,b)'],k['(a,b)'],m.Linear", source_fn_stack = "sin,sin">
// CHECK-DAG: = #tp.meta<source_fn_stack = "sin,torch.sin(1,2)">
tp.program @p {
  %x = tp.placeholder "x" : tensor<4xf32>
  %a = tp.call_function "aten.sin.default"(%x) meta(#tp.meta<nn_module_stack = "L__self__,,m.M;L__self__m.a,b,m.a,b,m.Linear">) : (tensor<4xf32>) -> tensor<4xf32>
  %b = tp.call_function "aten.sin.default"(%a) meta(#tp.meta<nn_module_stack = "L__self__,,m.M;L__self___k['(a,b)'],k['(a,b)'],m.Linear", source_fn_stack = "sin,sin">) : (tensor<4xf32>) -> tensor<4xf32>
  %c = tp.call_function "aten.sin.default"(%b) meta(#tp.meta<source_fn_stack = "sin,torch.sin(1,2)">) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%c,) : tensor<4xf32>
}
