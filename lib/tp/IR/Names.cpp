//===- Names.cpp - Names for new nodes ------------------------------------===//
//
// The naming rules of torch.fx.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/Names.h"
#include "tp/IR/TPOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::tp;

/// Keywords and builtins of Python 3.9 to 3.13, and the names that torch.fx
/// keeps for the code that it generates. They are never names of nodes.
static const llvm::StringSet<> &getIllegalNames() {
  static const llvm::StringSet<> names = {
      // clang-format off
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException",
    "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError", "BufferError",
    "BytesWarning", "ChildProcessError", "ConnectionAbortedError",
    "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
    "DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning",
    "EnvironmentError", "Exception", "ExceptionGroup", "False",
    "FileExistsError", "FileNotFoundError", "FloatingPointError",
    "FutureWarning", "GeneratorExit", "IOError", "ImportError",
    "ImportWarning", "IndentationError", "IndexError", "InterruptedError",
    "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError",
    "MemoryError", "ModuleNotFoundError", "NameError", "None", "NoneType",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError",
    "OverflowError", "PendingDeprecationWarning", "PermissionError",
    "ProcessLookupError", "PythonFinalizationError", "RecursionError",
    "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning",
    "StopAsyncIteration", "StopIteration", "SyntaxError", "SyntaxWarning",
    "SystemError", "SystemExit", "TabError", "TimeoutError", "True",
    "TypeError", "UnboundLocalError", "UnicodeDecodeError",
    "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning",
    "ZeroDivisionError", "_IncompleteInputError", "__build_class__",
    "__debug__", "__doc__", "__import__", "__loader__", "__name__",
    "__package__", "__spec__", "abs", "aiter", "all", "and", "anext", "any",
    "as", "ascii", "assert", "async", "await", "bin", "bool", "break",
    "breakpoint", "bytearray", "bytes", "callable", "chr", "class",
    "classmethod", "compile", "complex", "continue", "copyright", "credits",
    "def", "del", "delattr", "device", "dict", "dir", "divmod", "elif", "else",
    "enumerate", "eval", "except", "exec", "exit", "filter", "finally",
    "float", "for", "format", "from", "frozenset", "fx_pytree", "getattr",
    "global", "globals", "hasattr", "hash", "help", "hex", "id", "if",
    "import", "in", "inf", "input", "int", "is", "isinstance", "issubclass",
    "iter", "lambda", "len", "license", "list", "locals", "map", "max",
    "memoryview", "min", "nan", "next", "nonlocal", "not", "object", "oct",
    "open", "or", "ord", "pass", "pow", "print", "property", "pytree", "quit",
    "raise", "range", "repr", "return", "reversed", "round", "set", "setattr",
    "slice", "sorted", "staticmethod", "str", "sum", "super", "torch", "try",
    "tuple", "type", "vars", "while", "with", "yield", "zip",
      // clang-format on
  };
  return names;
}

/// Splits `add_12` into `add` and 12; no number: -1. Numbers of more than 18
/// digits are taken for a part of the base.
static std::pair<StringRef, int64_t> splitNumber(StringRef name) {
  size_t underscore = name.rfind('_');
  if (underscore == StringRef::npos || underscore == 0)
    return {name, -1};
  StringRef digits = name.drop_front(underscore + 1);
  int64_t number;
  if (digits.empty() || digits.size() > 18 ||
      !llvm::all_of(digits, llvm::isDigit) || digits.getAsInteger(10, number))
    return {name, -1};
  return {name.take_front(underscore), number};
}

/// Replaces every run of characters that no identifier has by one underscore.
static std::string makeIdentifier(StringRef candidate) {
  std::string name;
  bool inRun = false;
  for (char c : candidate) {
    bool legal = llvm::isAlnum(c) || c == '_';
    if (legal || !inRun)
      name.push_back(legal ? c : '_');
    inRun = !legal;
  }
  if (name.empty())
    return "_unnamed";
  if (llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

GraphNamespace::GraphNamespace(Block &graph,
                               function_ref<bool(Operation *)> skip) {
  auto reserveName = [&](StringAttr name) {
    if (name)
      reserve(name.getValue());
  };
  for (Operation &op : graph) {
    if (skip && skip(&op))
      continue;
    if (auto output = dyn_cast<OutputOp>(op))
      reserveName(output.getNodeNameAttr());
    auto node = dyn_cast<NodeOp>(op);
    if (!node)
      continue;
    reserveName(node.getNodeNameAttr());
    if (auto call = dyn_cast<tp::CallOp>(op))
      if (ArrayAttr names = call.getResultNamesAttr())
        for (StringAttr name : names.getAsRange<StringAttr>())
          reserveName(name);
  }
}

bool GraphNamespace::take(StringRef name) {
  llvm::CachedHashStringRef key(name);
  auto [it, isFree] = used.insert(key);
  if (isFree)
    // The same characters, where they stay.
    *it = llvm::CachedHashStringRef(name.copy(characters), key.hash());
  return isFree;
}

void GraphNamespace::reserve(StringRef name) {
  auto [base, number] = splitNumber(name);
  if (take(name) && number >= 0)
    nodeNumbers[base] = number;
}

std::string GraphNamespace::create(StringRef candidate) {
  std::string name = makeIdentifier(candidate);
  auto [base, suffix] = splitNumber(name);
  size_t baseSize = base.size();
  uint64_t &last = nodeNumbers[base];
  uint64_t number = last;
  auto countUp = [&] {
    name.resize(baseSize);
    name += '_';
    name += llvm::utostr(++number);
  };
  if (suffix >= 0 && !contains(StringRef(name)))
    number = suffix;
  else if (getIllegalNames().contains(name))
    countUp();
  while (!take(name))
    countUp();
  last = number;
  return name;
}

std::string GraphNamespace::createInput(StringRef candidate) {
  std::string name = candidate.str();
  if (contains(name)) {
    uint64_t &number = inputNumbers[candidate];
    do
      name = (candidate + "_" + Twine(++number)).str();
    while (contains(name));
  }
  reserve(name);
  return name;
}

std::string GraphNamespace::getDefault(StringRef candidate) {
  return GraphNamespace().create(candidate);
}
