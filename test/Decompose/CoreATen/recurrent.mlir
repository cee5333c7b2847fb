// Recurrent networks, unrolled.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @gru_cell
// CHECK:         %permute = tp.call_function "aten.permute.default"(%wi, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%x, %permute)
// CHECK-NEXT:    %permute_1 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%h, %permute_1)
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2 = tp.call_function "aten.split_with_sizes.default"(%mm, [4, 4, 4], 1)
// CHECK-NEXT:    %getitem_3, %getitem_4, %getitem_5 = tp.call_function "aten.split_with_sizes.default"(%mm_1, [4, 4, 4], 1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%getitem_3, %getitem)
// CHECK-NEXT:    %sigmoid = tp.call_function "aten.sigmoid.default"(%add)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%getitem_4, %getitem_1)
// CHECK-NEXT:    %sigmoid_1 = tp.call_function "aten.sigmoid.default"(%add_1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%getitem_5, %sigmoid)
// CHECK-NEXT:    %add_2 = tp.call_function "aten.add.Tensor"(%getitem_2, %mul)
// CHECK-NEXT:    %tanh = tp.call_function "aten.tanh.default"(%add_2)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%h, %tanh)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%sub, %sigmoid_1)
// CHECK-NEXT:    %add_3 = tp.call_function "aten.add.Tensor"(%mul_1, %tanh)
// CHECK-NEXT:    tp.output (%add_3,)
tp.program @gru_cell {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %h = tp.placeholder "h" : tensor<2x4xf32>
  %wi = tp.placeholder "wi" : tensor<12x3xf32>
  %wh = tp.placeholder "wh" : tensor<12x4xf32>
  %r = tp.call_function "aten.gru_cell.default"(%x, %h, %wi, %wh) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<12x3xf32>, tensor<12x4xf32>) -> tensor<2x4xf32>
  tp.output (%r,) : tensor<2x4xf32>
}

// Two steps, the second direction from the end.

// CHECK-LABEL: tp.program @rnn
// CHECK:         %select = tp.call_function "aten.select.int"(%h, 0, 0)
// CHECK-NEXT:    %select_1 = tp.call_function "aten.select.int"(%h, 0, 1)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [2, 3])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%wi, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%view, %permute)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%mm, [2, 1, 4])
// CHECK-NEXT:    %select_2 = tp.call_function "aten.select.int"(%view_1, 0, 0)
// CHECK-NEXT:    %permute_1 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%select, %permute_1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%select_2, %mm_1)
// CHECK-NEXT:    %relu = tp.call_function "aten.relu.default"(%add)
// CHECK-NEXT:    %select_3 = tp.call_function "aten.select.int"(%view_1, 0, 1)
// CHECK-NEXT:    %permute_2 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_2 = tp.call_function "aten.mm.default"(%relu, %permute_2)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%select_3, %mm_2)
// CHECK-NEXT:    %relu_1 = tp.call_function "aten.relu.default"(%add_1)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%relu, %relu_1])
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%cat, [2, 1, 4])
// CHECK-NEXT:    %view_3 = tp.call_function "aten.view.default"(%x, [2, 3])
// CHECK-NEXT:    %permute_3 = tp.call_function "aten.permute.default"(%wi, [1, 0])
// CHECK-NEXT:    %mm_3 = tp.call_function "aten.mm.default"(%view_3, %permute_3)
// CHECK-NEXT:    %view_4 = tp.call_function "aten.view.default"(%mm_3, [2, 1, 4])
// CHECK-NEXT:    %select_4 = tp.call_function "aten.select.int"(%view_4, 0, 1)
// CHECK-NEXT:    %permute_4 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_4 = tp.call_function "aten.mm.default"(%select_1, %permute_4)
// CHECK-NEXT:    %add_2 = tp.call_function "aten.add.Tensor"(%select_4, %mm_4)
// CHECK-NEXT:    %relu_2 = tp.call_function "aten.relu.default"(%add_2)
// CHECK-NEXT:    %select_5 = tp.call_function "aten.select.int"(%view_4, 0, 0)
// CHECK-NEXT:    %permute_5 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_5 = tp.call_function "aten.mm.default"(%relu_2, %permute_5)
// CHECK-NEXT:    %add_3 = tp.call_function "aten.add.Tensor"(%select_5, %mm_5)
// CHECK-NEXT:    %relu_3 = tp.call_function "aten.relu.default"(%add_3)
// CHECK-NEXT:    %cat_1 = tp.call_function "aten.cat.default"([%relu_3, %relu_2])
// CHECK-NEXT:    %view_5 = tp.call_function "aten.view.default"(%cat_1, [2, 1, 4])
// CHECK-NEXT:    %cat_2 = tp.call_function "aten.cat.default"([%view_2, %view_5], -1)
// CHECK-NEXT:    %cat_3 = tp.call_function "aten.cat.default"([%relu_1, %relu_3])
// CHECK-NEXT:    %view_6 = tp.call_function "aten.view.default"(%cat_3, [2, 1, 4])
// CHECK-NEXT:    tp.output (%cat_2, %view_6)
tp.program @rnn {
  %x = tp.placeholder "x" : tensor<2x1x3xf32>
  %h = tp.placeholder "h" : tensor<2x1x4xf32>
  %wi = tp.placeholder "wi" : tensor<4x3xf32>
  %wh = tp.placeholder "wh" : tensor<4x4xf32>
  %r, %n = tp.call_function "aten.rnn_relu.input"(%x, %h, [%wi, %wh, %wi, %wh], False, 1, 0.0, False, True, False) : (tensor<2x1x3xf32>, tensor<2x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<2x1x8xf32>, tensor<2x1x4xf32>)
  tp.output (%r, %n) : tensor<2x1x8xf32>, tensor<2x1x4xf32>
}

// CHECK-LABEL: tp.program @lstm_projected
// CHECK:         %select = tp.call_function "aten.select.int"(%h, 0, 0)
// CHECK-NEXT:    %select_1 = tp.call_function "aten.select.int"(%c, 0, 0)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [2, 3])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%wi, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%view, %permute)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%mm, [1, 2, 16])
// CHECK-NEXT:    %select_2 = tp.call_function "aten.select.int"(%view_1, 0, 0)
// CHECK-NEXT:    %permute_1 = tp.call_function "aten.permute.default"(%wh, [1, 0])
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%select, %permute_1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%select_2, %mm_1)
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten.split_with_sizes.default"(%add, [4, 4, 4, 4], 1)
// CHECK-NEXT:    %sigmoid = tp.call_function "aten.sigmoid.default"(%getitem)
// CHECK-NEXT:    %sigmoid_1 = tp.call_function "aten.sigmoid.default"(%getitem_1)
// CHECK-NEXT:    %tanh = tp.call_function "aten.tanh.default"(%getitem_2)
// CHECK-NEXT:    %sigmoid_2 = tp.call_function "aten.sigmoid.default"(%getitem_3)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sigmoid_1, %select_1)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%sigmoid, %tanh)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%mul, %mul_1)
// CHECK-NEXT:    %tanh_1 = tp.call_function "aten.tanh.default"(%add_1)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%sigmoid_2, %tanh_1)
// CHECK-NEXT:    %permute_2 = tp.call_function "aten.permute.default"(%wr, [1, 0])
// CHECK-NEXT:    %mm_2 = tp.call_function "aten.mm.default"(%mul_2, %permute_2)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%mm_2])
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%cat, [1, 2, 2])
// CHECK-NEXT:    %cat_1 = tp.call_function "aten.cat.default"([%mm_2])
// CHECK-NEXT:    %view_3 = tp.call_function "aten.view.default"(%cat_1, [1, 2, 2])
// CHECK-NEXT:    %cat_2 = tp.call_function "aten.cat.default"([%add_1])
// CHECK-NEXT:    %view_4 = tp.call_function "aten.view.default"(%cat_2, [1, 2, 4])
// CHECK-NEXT:    tp.output (%view_2, %view_3, %view_4)
tp.program @lstm_projected {
  %x = tp.placeholder "x" : tensor<1x2x3xf32>
  %h = tp.placeholder "h" : tensor<1x2x2xf32>
  %c = tp.placeholder "c" : tensor<1x2x4xf32>
  %wi = tp.placeholder "wi" : tensor<16x3xf32>
  %wh = tp.placeholder "wh" : tensor<16x2xf32>
  %wr = tp.placeholder "wr" : tensor<2x4xf32>
  %r, %hn, %cn = tp.call_function "aten.lstm.input"(%x, [%h, %c], [%wi, %wh, %wr], False, 1, 0.0, False, False, False) : (tensor<1x2x3xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>, tensor<16x3xf32>, tensor<16x2xf32>, tensor<2x4xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>)
  tp.output (%r, %hn, %cn) : tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x4xf32>
}

// The number of steps is not known.

// CHECK-LABEL: tp.program @symbolic
// CHECK:         %r, %n = tp.call_function "aten.rnn_tanh.input"(%x, %h, [%wi, %wh], False, 1, 0.0, False, False, False)
// CHECK-NEXT:    tp.output (%r, %n)
tp.program @symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x1x3xf32, #tp.shape<[s, 1, 3]>>
  %h = tp.placeholder "h" : tensor<1x1x4xf32>
  %wi = tp.placeholder "wi" : tensor<4x3xf32>
  %wh = tp.placeholder "wh" : tensor<4x4xf32>
  %r, %n = tp.call_function "aten.rnn_tanh.input"(%x, %h, [%wi, %wh], False, 1, 0.0, False, False, False) : (tensor<?x1x3xf32, #tp.shape<[s, 1, 3]>>, tensor<1x1x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>) -> (tensor<?x1x4xf32, #tp.shape<[s, 1, 4]>>, tensor<1x1x4xf32>)
  tp.output (%r, %n) : tensor<?x1x4xf32, #tp.shape<[s, 1, 4]>>, tensor<1x1x4xf32>
}
