// RUN: tp-opt %s --inline-modules --split-input-file --verify-diagnostics

tp.program @recursion {
  // expected-note @+1 {{module defined here}}
  tp.graph @m attributes {path = "m"} {
    %x = tp.placeholder "x" : !tp.any
    // expected-error @+1 {{node 'm': expected module "m" not to call itself}}
    %m = tp.call_module "m"(%x) : (!tp.any) -> !tp.any
    tp.output %m : !tp.any
  }
  %x = tp.placeholder "x" : !tp.any
  %m = tp.call_module "m"(%x) : (!tp.any) -> !tp.any
  tp.output %m : !tp.any
}

// -----

tp.program @missing {
  tp.graph @m attributes {path = "m"} {
    %x = tp.placeholder "x" : !tp.any
    // expected-note @+1 {{input declared here}}
    %y = tp.placeholder "y" : !tp.any
    tp.output %x : !tp.any
  }
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'm': expected a value for the input 'y' of module "m"}}
  %m = tp.call_module "m"(%x) : (!tp.any) -> !tp.any
  tp.output %m : !tp.any
}

// -----

tp.program @surplus {
  // expected-note @+1 {{module defined here}}
  tp.graph @m attributes {path = "m"} {
    %x = tp.placeholder "x" : !tp.any
    tp.output %x : !tp.any
  }
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'm': expected at most 1 arguments for module "m", got 2}}
  %m = tp.call_module "m"(%x, 1) : (!tp.any) -> !tp.any
  tp.output %m : !tp.any
}

// -----

tp.program @results {
  tp.graph @m attributes {path = "m"} {
    %x = tp.placeholder "x" : !tp.any
    tp.output %x : !tp.any
  }
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'm': expected 2 values from module "m", got 1}}
  %a, %b = tp.call_module "m"(%x) as "m" : (!tp.any) -> (!tp.any, !tp.any)
  tp.output (%a, %b) : !tp.any, !tp.any
}
