//===- JsonOut.h - Writing documents ----------------------------*- C++ -*-===//
//
// The interface of llvm::json::OStream, which insists on being finished: here a
// document may be left unfinished where an error stops it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_JSONOUT_H
#define TP_LIB_TARGET_TENSORPLAY_JSONOUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tp::tensorplay {

class JsonOut {
public:
  using Block = llvm::function_ref<void()>;

  explicit JsonOut(llvm::raw_ostream &os) : os(os) {}

  void value(const llvm::json::Value &value) {
    separate();
    os << value;
  }
  void rawValue(llvm::StringRef text) {
    separate();
    os << text;
  }
  void rawValue(llvm::function_ref<void(llvm::raw_ostream &)> write) {
    separate();
    write(os);
  }

  void objectBegin() { begin('{'); }
  void objectEnd() { end('}'); }
  void arrayBegin() { begin('['); }
  void arrayEnd() { end(']'); }
  void attributeBegin(llvm::StringRef key) {
    separate();
    os << llvm::json::Value(key) << ": ";
    isFirst.push_back(true);
  }
  void attributeEnd() { isFirst.pop_back(); }

  void attribute(llvm::StringRef key, const llvm::json::Value &content) {
    attributeBegin(key);
    value(content);
    attributeEnd();
  }
  void object(Block contents) {
    objectBegin();
    contents();
    objectEnd();
  }
  void array(Block contents) {
    arrayBegin();
    contents();
    arrayEnd();
  }
  void attributeObject(llvm::StringRef key, Block contents) {
    attributeBegin(key);
    object(contents);
    attributeEnd();
  }
  void attributeArray(llvm::StringRef key, Block contents) {
    attributeBegin(key);
    array(contents);
    attributeEnd();
  }

private:
  void separate() {
    if (!isFirst.back())
      os << ", ";
    isFirst.back() = false;
  }
  void begin(char bracket) {
    separate();
    os << bracket;
    isFirst.push_back(true);
  }
  void end(char bracket) {
    isFirst.pop_back();
    os << bracket;
  }

  llvm::raw_ostream &os;
  llvm::SmallVector<bool> isFirst = {true};
};

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_JSONOUT_H
