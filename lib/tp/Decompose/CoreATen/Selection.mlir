// core-aten: selection, masks, triangles, reductions and pooling that are another
// operator's.

tp.decomposition "aten.where.ScalarOther"(%condition, %self, %other) {
  %other_type = tp.expr "promote(self, other)"
  %other_device = tp.expr "device(condition)"
  %other_tensor = tp.call_function "aten.scalar_tensor.default"(%other, dtype = %other_type, device = %other_device)
  %r = tp.call_function "aten.where.self"(%condition, %self, %other_tensor)
  tp.yield %r
}

tp.decomposition "aten.where.ScalarSelf"(%condition, %self, %other) {
  %self_type = tp.expr "promote(self, other)"
  %self_device = tp.expr "device(condition)"
  %self_tensor = tp.call_function "aten.scalar_tensor.default"(%self, dtype = %self_type, device = %self_device)
  %r = tp.call_function "aten.where.self"(%condition, %self_tensor, %other)
  tp.yield %r
}

tp.decomposition "aten.where.Scalar"(%condition, %self, %other) {
  %other_type = tp.expr "promote(self, other)"
  %other_device = tp.expr "device(condition)"
  %other_tensor = tp.call_function "aten.scalar_tensor.default"(%other, dtype = %other_type, device = %other_device)
  %self_type = tp.expr "promote(self, other)"
  %self_device = tp.expr "device(condition)"
  %self_tensor = tp.call_function "aten.scalar_tensor.default"(%self, dtype = %self_type, device = %self_device)
  %r = tp.call_function "aten.where.self"(%condition, %self_tensor, %other_tensor)
  tp.yield %r
}

tp.decomposition "aten.masked_fill.Scalar"(%self, %mask, %value) {
  %type = tp.expr "dtype(self)"
  %device = tp.expr "device(self)"
  %v = tp.call_function "aten.scalar_tensor.default"(%value, dtype = %type, device = %device)
  %r = tp.call_function "aten.where.self"(%mask, %v, %self)
  tp.yield %r
}

tp.decomposition "aten.masked_fill.Tensor"(%self, %mask, %value) {
  %v = tp.if "dtype(value) == dtype(self)" {
    tp.yield %value
  } else {
    %type = tp.expr "dtype(self)"
    %c = tp.call_function "aten._to_copy.default"(%value, dtype = %type)
    tp.yield %c
  }
  %r = tp.call_function "aten.where.self"(%mask, %v, %self)
  tp.yield %r
}

tp.decomposition "aten.min.other"(%self, %other) {
  %r = tp.call_function "aten.minimum.default"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.max.other"(%self, %other) {
  %r = tp.call_function "aten.maximum.default"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__and__.Tensor"(%self, %other) {
  %r = tp.call_function "aten.bitwise_and.Tensor"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__and__.Scalar"(%self, %other) {
  %r = tp.call_function "aten.bitwise_and.Scalar"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__or__.Tensor"(%self, %other) {
  %r = tp.call_function "aten.bitwise_or.Tensor"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__or__.Scalar"(%self, %other) {
  %r = tp.call_function "aten.bitwise_or.Scalar"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__xor__.Tensor"(%self, %other) {
  %r = tp.call_function "aten.bitwise_xor.Tensor"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.__xor__.Scalar"(%self, %other) {
  %r = tp.call_function "aten.bitwise_xor.Scalar"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.tril.default"(%self, %diagonal = 0) {
  tp.when "rank(self) >= 2"
  %device = tp.expr "device(self)"
  %columns = tp.expr "size(self, -1)"
  %rows = tp.expr "size(self, -2)"
  %c = tp.call_function "aten.arange.start_step"(0, %columns, device = %device, pin_memory = False)
  %cu = tp.call_function "aten.unsqueeze.default"(%c, -2)
  %r = tp.call_function "aten.arange.start_step"(0, %rows, device = %device, pin_memory = False)
  %ru = tp.call_function "aten.unsqueeze.default"(%r, -1)
  %d = tp.call_function "aten.sub.Tensor"(%cu, %ru)
  %m = tp.call_function "aten.le.Scalar"(%d, %diagonal)
  %result = tp.if "is_bool(self)" {
    %b = tp.call_function "aten.logical_and.default"(%m, %self)
    tp.yield %b
  } else {
    %type = tp.expr "dtype(self)"
    %zero = tp.call_function "aten.scalar_tensor.default"(0, dtype = %type, device = %device)
    %w = tp.call_function "aten.where.self"(%m, %self, %zero)
    tp.yield %w
  }
  tp.yield %result
}

tp.decomposition "aten.triu.default"(%self, %diagonal = 0) {
  tp.when "rank(self) >= 2"
  %device = tp.expr "device(self)"
  %columns = tp.expr "size(self, -1)"
  %rows = tp.expr "size(self, -2)"
  %c = tp.call_function "aten.arange.start_step"(0, %columns, device = %device, pin_memory = False)
  %cu = tp.call_function "aten.unsqueeze.default"(%c, -2)
  %r = tp.call_function "aten.arange.start_step"(0, %rows, device = %device, pin_memory = False)
  %ru = tp.call_function "aten.unsqueeze.default"(%r, -1)
  %d = tp.call_function "aten.sub.Tensor"(%cu, %ru)
  %m = tp.call_function "aten.ge.Scalar"(%d, %diagonal)
  %result = tp.if "is_bool(self)" {
    %b = tp.call_function "aten.logical_and.default"(%m, %self)
    tp.yield %b
  } else {
    %type = tp.expr "dtype(self)"
    %zero = tp.call_function "aten.scalar_tensor.default"(0, dtype = %type, device = %device)
    %w = tp.call_function "aten.where.self"(%m, %self, %zero)
    tp.yield %w
  }
  tp.yield %result
}

tp.decomposition "aten.sum.default"(%self, %dtype = None) {
  %r = tp.call_function "aten.sum.dim_IntList"(%self, [], dtype = %dtype)
  tp.yield %r
}

tp.decomposition "aten.detach.default"(%self) {
  %r = tp.call_function "aten.alias.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.lift_fresh_copy.default"(%self) {
  %r = tp.call_function "aten.clone.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.item.default"(%self) {
  %r = tp.call_function "aten._local_scalar_dense.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.max_pool2d.default"(%self, %kernel_size, %stride = [], %padding = [0, 0], %dilation = [1, 1], %ceil_mode = False) {
  %r, %indices = tp.call_function "aten.max_pool2d_with_indices.default"(%self, %kernel_size, %stride, %padding, %dilation, %ceil_mode)
  tp.yield %r
}

tp.decomposition "aten.adaptive_avg_pool2d.default"(%self, %output_size) {
  tp.when "output_size == [1, 1] or output_size == [1]"
  %r = tp.call_function "aten.mean.dim"(%self, [-1, -2], True)
  tp.yield %r
}

tp.decomposition "aten.adaptive_avg_pool2d.default"(%self, %output_size) {
  %r = tp.call_function "aten._adaptive_avg_pool2d.default"(%self, %output_size)
  tp.yield %r
}

tp.decomposition "aten.pad.default"(%self, %pad, %mode = "constant", %value = None) {
  tp.when "mode == 'constant'"
  %v = tp.expr "0.0 if value is None else value"
  %r = tp.call_function "aten.constant_pad_nd.default"(%self, %pad, %v)
  tp.yield %r
}

tp.decomposition "aten.aminmax.default"(%self, %dim = None, %keepdim = False) {
  %dims = tp.expr "[] if dim is None else [dim]"
  %min = tp.call_function "aten.amin.default"(%self, %dims, %keepdim)
  %max = tp.call_function "aten.amax.default"(%self, %dims, %keepdim)
  tp.yield %min, %max
}

// The result for uint8 is uint8.
tp.decomposition "aten.all.default"(%self) {
  %n = tp.call_function "aten.logical_not.default"(%self)
  %a = tp.call_function "aten.any.default"(%n)
  %b = tp.call_function "aten.logical_not.default"(%a)
  %r = tp.if "dtype(self) == uint8" {
    %c = tp.call_function "aten._to_copy.default"(%b, dtype = uint8)
    tp.yield %c
  } else {
    tp.yield %b
  }
  tp.yield %r
}

tp.decomposition "aten.all.dim"(%self, %dim, %keepdim = False) {
  %n = tp.call_function "aten.logical_not.default"(%self)
  %a = tp.call_function "aten.any.dim"(%n, %dim, %keepdim)
  %b = tp.call_function "aten.logical_not.default"(%a)
  %r = tp.if "dtype(self) == uint8" {
    %c = tp.call_function "aten._to_copy.default"(%b, dtype = uint8)
    tp.yield %c
  } else {
    tp.yield %b
  }
  tp.yield %r
}

tp.decomposition "aten.all.dims"(%self, %dim = None, %keepdim = False) {
  %n = tp.call_function "aten.logical_not.default"(%self)
  %a = tp.call_function "aten.any.dims"(%n, %dim, %keepdim)
  %b = tp.call_function "aten.logical_not.default"(%a)
  %r = tp.if "dtype(self) == uint8" {
    %c = tp.call_function "aten._to_copy.default"(%b, dtype = uint8)
    tp.yield %c
  } else {
    tp.yield %b
  }
  tp.yield %r
}

tp.decomposition "aten.msort.default"(%self) {
  %r, %indices = tp.call_function "aten.sort.default"(%self, 0)
  tp.yield %r
}

tp.decomposition "aten.argsort.default"(%self, %dim = -1, %descending = False) {
  %values, %r = tp.call_function "aten.sort.default"(%self, %dim, %descending)
  tp.yield %r
}

tp.decomposition "aten.argsort.stable"(%self, %stable, %dim = -1, %descending = False) {
  %values, %r = tp.call_function "aten.sort.stable"(%self, stable = %stable, dim = %dim, descending = %descending)
  tp.yield %r
}

tp.decomposition "aten.argwhere.default"(%self) {
  %r = tp.call_function "aten.nonzero.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.isin.Tensor_Scalar"(%elements, %test_element, %assume_unique unused, %invert = False) {
  %r = tp.if "invert" {
    %n = tp.call_function "aten.ne.Scalar"(%elements, %test_element)
    tp.yield %n
  } else {
    %e = tp.call_function "aten.eq.Scalar"(%elements, %test_element)
    tp.yield %e
  }
  tp.yield %r
}

tp.decomposition "aten.isin.Scalar_Tensor"(%element, %test_elements, %assume_unique unused, %invert = False) {
  %e = tp.call_function "aten.eq.Scalar"(%test_elements, %element)
  %a = tp.call_function "aten.any.default"(%e)
  %r = tp.if "invert" {
    %n = tp.call_function "aten.logical_not.default"(%a)
    tp.yield %n
  } else {
    tp.yield %a
  }
  tp.yield %r
}
