"""Writes graphs of torch.fx and tensorplay as MLIR text of the `tp` dialect.

    import tp_mlir
    tp_mlir.write(torch.fx.symbolic_trace(module), "m.mlir", weights="m.safetensors")

It needs the framework that made the graph, and nothing else.
"""

from .errors import WriteError
from .writer import write

__all__ = ["WriteError", "write"]
