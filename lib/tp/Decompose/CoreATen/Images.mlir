// core-aten: operators that rearrange images and classes, or quantize.

tp.decomposition "aten.pixel_shuffle.default"(%self, %upscale_factor) {
  tp.when "rank(self) >= 3"
  // Of the channels, two factors become the steps within a row and a column.
  %split = tp.expr "size(self)[:-3] + [size(self, -3) // upscale_factor ** 2, upscale_factor, upscale_factor] + size(self)[-2:]"
  %order = tp.expr "[i for i in range(rank(self) - 3)] + [rank(self) + i for i in [-3, 0, -2, 1, -1]]"
  %sizes = tp.expr "size(self)[:-3] + [size(self, -3) // upscale_factor ** 2, size(self, -2) * upscale_factor, size(self, -1) * upscale_factor]"
  %v = tp.call_function "aten.reshape.default"(%self, %split)
  %t = tp.call_function "aten.permute.default"(%v, %order)
  %c = tp.call_function "aten.clone.default"(%t, memory_format = contiguous_format)
  %r = tp.call_function "aten.view.default"(%c, %sizes)
  tp.yield %r
}

tp.decomposition "aten.pixel_unshuffle.default"(%self, %downscale_factor) {
  tp.when "rank(self) >= 3"
  %split = tp.expr "size(self)[:-2] + [size(self, -2) // downscale_factor, downscale_factor, size(self, -1) // downscale_factor, downscale_factor]"
  %order = tp.expr "[i for i in range(rank(self) - 2)] + [rank(self) + i for i in [-1, 1, -2, 0]]"
  %sizes = tp.expr "size(self)[:-3] + [size(self, -3) * downscale_factor ** 2, size(self, -2) // downscale_factor, size(self, -1) // downscale_factor]"
  %v = tp.call_function "aten.reshape.default"(%self, %split)
  %t = tp.call_function "aten.permute.default"(%v, %order)
  %c = tp.call_function "aten.clone.default"(%t, memory_format = contiguous_format)
  %r = tp.call_function "aten.view.default"(%c, %sizes)
  tp.yield %r
}

tp.decomposition "aten.channel_shuffle.default"(%self, %groups) {
  %r = tp.call_function "aten.native_channel_shuffle.default"(%self, %groups)
  tp.yield %r
}

tp.decomposition "aten.native_channel_shuffle.default"(%self, %groups) {
  tp.when "rank(self) >= 3"
  %split = tp.expr "[size(self, 0), groups, size(self, 1) // groups] + size(self)[2:]"
  %order = tp.expr "[0, 2, 1] + [i + 3 for i in range(rank(self) - 2)]"
  %sizes = tp.expr "size(self)"
  %v = tp.call_function "aten.reshape.default"(%self, %split)
  %t = tp.call_function "aten.permute.default"(%v, %order)
  %c = tp.call_function "aten.clone.default"(%t, memory_format = contiguous_format)
  %r = tp.call_function "aten.view.default"(%c, %sizes)
  tp.yield %r
}

// Without a number of classes, that depends on the data.
tp.decomposition "aten.one_hot.default"(%self, %num_classes = -1) {
  tp.when "num_classes > 0"
  %device = tp.expr "device(self)"
  %low = tp.call_function "aten.ge.Scalar"(%self, 0)
  %all_low = tp.call_function "aten.all.default"(%low)
  tp.call_function "aten._assert_async.msg"(%all_low, "Class values must be non-negative.")
  %high = tp.call_function "aten.lt.Scalar"(%self, %num_classes)
  %all_high = tp.call_function "aten.all.default"(%high)
  tp.call_function "aten._assert_async.msg"(%all_high, "Class values must be smaller than num_classes.")
  %u = tp.call_function "aten.unsqueeze.default"(%self, -1)
  %classes = tp.call_function "aten.arange.start_step"(0, %num_classes, dtype = int64, device = %device, pin_memory = False)
  %e = tp.call_function "aten.eq.Tensor"(%u, %classes)
  %r = tp.call_function "aten._to_copy.default"(%e, dtype = int64)
  tp.yield %r
}

tp.decomposition "aten.fake_quantize_per_tensor_affine.default"(%self, %scale, %zero_point, %quant_min, %quant_max) {
  %r, %mask = tp.call_function "aten.fake_quantize_per_tensor_affine_cachemask.default"(%self, %scale, %zero_point, %quant_min, %quant_max)
  tp.yield %r
}

tp.decomposition "aten.fake_quantize_per_channel_affine.default"(%self, %scale, %zero_point, %axis, %quant_min, %quant_max) {
  %r, %mask = tp.call_function "aten.fake_quantize_per_channel_affine_cachemask.default"(%self, %scale, %zero_point, %axis, %quant_min, %quant_max)
  tp.yield %r
}

tp.decomposition "aten.fake_quantize_per_tensor_affine.tensor_qparams"(%self, %scale, %zero_point, %quant_min, %quant_max) {
  %device = tp.expr "device(self)"
  %enabled = tp.call_function "aten.full.default"([1], 1, dtype = int64, device = %device, pin_memory = False)
  %r, %mask = tp.call_function "aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default"(%self, %scale, %zero_point, %enabled, %quant_min, %quant_max)
  tp.yield %r
}

tp.decomposition "aten.fake_quantize_per_tensor_affine_cachemask_backward.default"(%grad, %mask) {
  %r = tp.call_function "aten.mul.Tensor"(%grad, %mask)
  tp.yield %r
}

tp.decomposition "aten.fake_quantize_per_channel_affine_cachemask_backward.default"(%grad, %mask) {
  %r = tp.call_function "aten.mul.Tensor"(%grad, %mask)
  tp.yield %r
}
