//===- NoteParser.h - parser of overlay notes -------------------*- C++ -*-===//
//
// Parses what the overlay says about one operator; see overlay.txt for the
// notation.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_SCHEMA_NOTEPARSER_H
#define TP_LIB_SCHEMA_NOTEPARSER_H

#include "tp/Schema/Schema.h"

namespace mlir::tp::schema {

class Cursor;

class NoteParser {
public:
  /// Parses clauses separated by `;` and puts them into the schema.
  static llvm::Error parse(llvm::StringRef text, OperatorSchema &schema);

private:
  NoteParser(Cursor &cursor, OperatorSchema &schema)
      : cursor(cursor), schema(schema) {}

  bool parseClause(Note &note);
  bool parseArgument(unsigned &argument);
  bool parseCondition(Condition &condition);

  Cursor &cursor;
  OperatorSchema &schema;
};

} // namespace mlir::tp::schema

#endif // TP_LIB_SCHEMA_NOTEPARSER_H
