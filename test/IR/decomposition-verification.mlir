// RUN: tp-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a target}}
tp.decomposition ""(%x) {
  tp.yield %x
}

// -----

// expected-error @+1 {{expected a name and a default for each of the 1 arguments}}
"tp.decomposition"() <{arg_names = [], defaults = [], target = "t"}> ({
^bb0(%x: !tp.any):
  "tp.yield"(%x) : (!tp.any) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{duplicate argument "x"}}
"tp.decomposition"() <{arg_names = ["x", "x"], defaults = [unit, unit], target = "t"}> ({
^bb0(%x: !tp.any, %y: !tp.any):
  "tp.yield"(%x) : (!tp.any) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{expected a literal as a default}}
"tp.decomposition"() <{arg_names = ["x"], defaults = [#tp.operand], target = "t"}> ({
^bb0(%x: !tp.any):
  "tp.yield"(%x) : (!tp.any) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{expected 'tp.yield' as the last operation}}
tp.decomposition "t"(%x) {
  %y = tp.call_function "f"(%x)
}

// -----

tp.decomposition "t"(%x) {
  // expected-error @+1 {{expected calls and match-time operations only in a decomposition}}
  tp.guard "1"
  tp.yield %x
}

// -----

tp.decomposition "t"(%x) {
  // expected-error @+1 {{expected both regions to yield one value}}
  %y = tp.if "True" { tp.yield %x }
  tp.yield %y
}

// -----

tp.decomposition "t"(%x) {
  // expected-error @+1 {{expected a region that takes an element and yields one value}}
  %y = tp.collect %i in "range(2)" {
    tp.yield %x, %i
  }
  tp.yield %y
}

// -----

// expected-error @+1 {{expected a name that expressions can refer to, got '%0'}}
tp.decomposition "t"(%0) {
  tp.yield %0
}

// -----

tp.decomposition "t"(%x) {
  // expected-error @+1 {{expected a value}}
  tp.yield %x, 1
}
