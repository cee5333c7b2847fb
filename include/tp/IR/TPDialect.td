//===- TPDialect.td - The tp dialect -----------------------*- tablegen -*-===//
//
// Declares the dialect of exported programs and the base classes that its
// attributes, types and operations share.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPDIALECT_TD
#define TP_IR_TPDIALECT_TD

include "mlir/IR/DialectBase.td"

def TP_Dialect : Dialect {
  let name = "tp";
  let cppNamespace = "::mlir::tp";
  let summary = "exported programs: torch.export, tensorplay.export, torch.fx";
  let description = [{
    The `tp` dialect holds *exported programs* one to one: an operation is a
    node of the graph, with the node's name, target, arguments and metadata as
    the framework recorded them, and importing and exporting lose none of them.

    A program declares its state (parameters, buffers, constants), the symbolic
    dimensions of its inputs and the graph itself:

    ```mlir
    tp.program @forward dims(b in [1, 64]) {
      tp.state parameter @w : tensor<4x3xf32>
      %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
      %w = tp.get_attr @w : tensor<4x3xf32>
      %linear = tp.call_function "aten.linear.default"(%x, %w, None) : (tensor<?x3xf32, #tp.shape<[b, 3]>>, tensor<4x3xf32>) -> tensor<?x4xf32, #tp.shape<[b, 4]>>
      tp.output (%linear,) : tensor<?x4xf32, #tp.shape<[b, 4]>>
    }
    ```
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasNonDefaultDestructor = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Of a program: the `#tp.blob` of its pickled example inputs, which are
    /// passed on as they are.
    static ::llvm::StringRef getSampleInputsAttrName() {
      return "tp.sample_inputs";
    }
    /// Of a program or graph: a dictionary of the types of values that it names
    /// and that no node makes.
    static ::llvm::StringRef getValuesAttrName() { return "tp.values"; }
    /// Of an archive: an array of names of entries that are no program's, and
    /// are passed on as they are.
    static ::llvm::StringRef getFilesAttrName() { return "tp.files"; }

    /// The schemas of this context: those of torch, and what an embedder
    /// registers. Thread safe.
    ::mlir::tp::schema::SchemaRegistry &getSchemas() { return *schemas; }

    /// The schema of `target` as `from` sees it: one that its module declares
    /// by `tp.schema`, else one of getSchemas(); null where there is none.
    const ::mlir::tp::schema::OperatorSchema *
    lookupSchema(::mlir::Operation *from, ::llvm::StringRef target);

    /// Where the paths of `tp.archive` start, and what else they may name. A
    /// driver sets it before passes run; the default is the current folder, and
    /// nothing outside of it but the archives that were imported by their paths.
    ::mlir::tp::archive::PathPolicy &getPathPolicy() { return *pathPolicy; }

  private:
    void registerAttributes();
    void registerTypes();
    /// A schema of a `tp.schema`, parsed once for each text.
    const ::mlir::tp::schema::OperatorSchema *parseSchema(::llvm::StringRef text);

    std::unique_ptr<::mlir::tp::schema::SchemaRegistry> schemas;
    std::unique_ptr<DeclaredSchemas> declared;
    std::unique_ptr<::mlir::tp::archive::PathPolicy> pathPolicy;
  }];
}

#endif // TP_IR_TPDIALECT_TD
