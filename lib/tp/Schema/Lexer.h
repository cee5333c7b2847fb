//===- Lexer.h - characters of schema text ----------------------*- C++ -*-===//
//
// The cursor that the parsers of schemas and of overlay notes share: skips
// blanks, reads names and literals, and makes errors with a column.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_SCHEMA_LEXER_H
#define TP_LIB_SCHEMA_LEXER_H

#include "tp/Schema/Schema.h"
#include "llvm/ADT/Twine.h"

namespace mlir::tp::schema {

using SchemaAllocator =
    llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 512, 512>;

/// A cursor over one line of text. The functions that read return failure
/// after they recorded an error; the first one counts.
class Cursor {
public:
  Cursor(llvm::StringRef text, SchemaAllocator &allocator)
      : text(text), allocator(allocator) {}

  /// Records "<column>: expected <what>, found <what is there>".
  bool expected(const llvm::Twine &what) {
    skipBlanks();
    return error(position, "expected " + what + ", found " + describe());
  }
  /// Records a message about the place at `where`. Always false.
  bool error(size_t where, const llvm::Twine &message);
  bool failed() const { return hasError; }
  /// The recorded error, with the text it is about.
  llvm::Error takeError(llvm::StringRef what) const;

  void skipBlanks() {
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\t' ||
            text[position] == '\n' || text[position] == '\r'))
      ++position;
  }
  bool atEnd() {
    skipBlanks();
    return position == text.size();
  }
  /// The next character, or 0 at the end.
  char peek() {
    skipBlanks();
    return position < text.size() ? text[position] : '\0';
  }
  /// Takes `token` if it is next.
  bool take(llvm::StringRef token);
  /// Takes the word if it is next and ends there.
  bool takeWord(llvm::StringRef word);
  bool expect(llvm::StringRef token) {
    return take(token) || expected("'" + token + "'");
  }
  /// A name of letters, digits and underscores; dots too if asked for. Empty
  /// if there is none.
  llvm::StringRef takeName(bool dots = false);
  /// An unsigned number; nothing if there is none or it is too large.
  std::optional<uint32_t> takeUnsigned();

  /// Reads None, True, 1, -2.5, inf, "text", [1, 2].
  bool readLiteral(Literal &literal, unsigned depth = 0);
  /// Copies to where the schema lives.
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> array) {
    return array.copy(allocator);
  }
  llvm::StringRef copy(llvm::StringRef string) {
    return string.copy(allocator);
  }

  size_t getPosition() {
    skipBlanks();
    return position;
  }
  llvm::StringRef slice(size_t begin, size_t end) const {
    return text.slice(begin, end);
  }
  llvm::StringRef rest() const { return text.substr(position); }
  SchemaAllocator &getAllocator() { return allocator; }

private:
  std::string describe();
  bool readString(Literal &literal);
  bool readNumber(Literal &literal);

  llvm::StringRef text;
  SchemaAllocator &allocator;
  size_t position = 0;
  bool hasError = false;
  size_t errorPosition = 0;
  std::string message;
};

} // namespace mlir::tp::schema

#endif // TP_LIB_SCHEMA_LEXER_H
