// core-aten: torch.special, where it names a function of torch by another name.

tp.decomposition "aten.special_digamma.default"(%self) {
  %r = tp.call_function "aten.digamma.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_psi.default"(%self) {
  %r = tp.call_function "aten.digamma.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_erf.default"(%self) {
  %r = tp.call_function "aten.erf.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_erfc.default"(%self) {
  %r = tp.call_function "aten.erfc.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_erfinv.default"(%self) {
  %r = tp.call_function "aten.erfinv.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_exp2.default"(%self) {
  %r = tp.call_function "aten.exp2.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_expit.default"(%self) {
  %r = tp.call_function "aten.sigmoid.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_expm1.default"(%self) {
  %r = tp.call_function "aten.expm1.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_gammaln.default"(%self) {
  %r = tp.call_function "aten.lgamma.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_i0.default"(%self) {
  %r = tp.call_function "aten.i0.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_log1p.default"(%self) {
  %r = tp.call_function "aten.log1p.default"(%self)
  tp.yield %r
}

tp.decomposition "aten.special_gammainc.default"(%self, %other) {
  %r = tp.call_function "aten.igamma.default"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.special_gammaincc.default"(%self, %other) {
  %r = tp.call_function "aten.igammac.default"(%self, %other)
  tp.yield %r
}

tp.decomposition "aten.special_polygamma.default"(%n, %self) {
  %r = tp.call_function "aten.polygamma.default"(%n, %self)
  tp.yield %r
}

tp.decomposition "aten.special_round.default"(%self, %decimals = 0) {
  %r = tp.if "decimals == 0" {
    %a = tp.call_function "aten.round.default"(%self)
    tp.yield %a
  } else {
    %a = tp.call_function "aten.round.decimals"(%self, decimals = %decimals)
    tp.yield %a
  }
  tp.yield %r
}

tp.decomposition "aten.special_softmax.default"(%self, %dim, %dtype = None) {
  %r = tp.call_function "aten.softmax.int"(%self, %dim, %dtype)
  tp.yield %r
}

tp.decomposition "aten.special_log_softmax.default"(%self, %dim, %dtype = None) {
  %r = tp.call_function "aten.log_softmax.int"(%self, %dim, %dtype)
  tp.yield %r
}
