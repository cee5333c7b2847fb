//===- NoteParser.cpp - parser of overlay notes ---------------------------===//
//
// Parses the clauses of the overlay: `writes running_mean if training`,
// `may alias self if not copy by unchanged`. See overlay.txt.
//
//===----------------------------------------------------------------------===//

#include "NoteParser.h"
#include "Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace mlir::tp::schema {

Error NoteParser::parse(StringRef text, OperatorSchema &schema) {
  if (text.empty())
    return Error::success();
  Cursor cursor(text, schema.allocator);
  NoteParser parser(cursor, schema);
  SmallVector<Note> notes;
  do {
    if (!parser.parseClause(notes.emplace_back()))
      return cursor.takeError("note on '" + schema.getTarget() + "'");
  } while (cursor.take(";"));
  if (!cursor.atEnd()) {
    cursor.expected("';' or the end");
    return cursor.takeError("note on '" + schema.getTarget() + "'");
  }
  schema.notes = cursor.copy(ArrayRef<Note>(notes));
  return Error::success();
}

/// `writes ARG`, `reads ARG`, or `[result N] (may alias|aliases) ARG`, then
/// conditions and a rule.
bool NoteParser::parseClause(Note &note) {
  if (cursor.takeWord("writes")) {
    note.kind = Note::Kind::Writes;
  } else if (cursor.takeWord("reads")) {
    note.kind = Note::Kind::Reads;
  } else {
    if (cursor.takeWord("result")) {
      size_t where = cursor.getPosition();
      std::optional<uint32_t> result = cursor.takeUnsigned();
      if (!result)
        return cursor.expected("the number of a result");
      if (*result >= schema.getReturns().size())
        return cursor.error(where, "expected a result below " +
                                       Twine(schema.getReturns().size()) +
                                       ", found " + Twine(*result));
      note.result = *result;
    }
    if (cursor.takeWord("aliases"))
      note.kind = Note::Kind::Aliases;
    else if (cursor.takeWord("may") && cursor.takeWord("alias"))
      note.kind = Note::Kind::MayAlias;
    else
      return cursor.expected("'writes', 'reads', 'aliases' or 'may alias'");
  }
  if (!parseArgument(note.argument))
    return false;
  SmallVector<Condition> conditions;
  if (cursor.takeWord("if"))
    do {
      if (!parseCondition(conditions.emplace_back()))
        return false;
    } while (cursor.takeWord("and"));
  note.conditions = cursor.copy(ArrayRef<Condition>(conditions));
  if (note.kind != Note::Kind::MayAlias || !cursor.takeWord("by"))
    return true;
  size_t where = cursor.getPosition();
  StringRef name = cursor.takeName();
  auto rule = StringSwitch<std::optional<AliasRule>>(name)
                  .Case("unknown", AliasRule::Unknown)
                  .Case("unchanged", AliasRule::Unchanged)
                  .Case("viewable", AliasRule::Viewable)
                  .Case("contiguous", AliasRule::Contiguous)
                  .Case("same_shape", AliasRule::SameShape)
                  .Case("real", AliasRule::Real)
                  .Case("single", AliasRule::Single)
                  .Default(std::nullopt);
  if (!rule)
    return cursor.error(where, "expected a rule, found '" + name + "'");
  note.rule = *rule;
  return true;
}

bool NoteParser::parseArgument(unsigned &argument) {
  size_t where = cursor.getPosition();
  StringRef name = cursor.takeName();
  if (name.empty())
    return cursor.expected("the name of an argument");
  std::optional<unsigned> index = schema.findArgument(name);
  if (!index)
    return cursor.error(where, "'" + schema.str() + "' has no argument '" +
                                   name + "'");
  argument = *index;
  return true;
}

/// `ARG`, `not ARG`, `ARG == LITERAL`, `ARG != LITERAL`.
bool NoteParser::parseCondition(Condition &condition) {
  bool isNot = cursor.takeWord("not");
  if (!parseArgument(condition.argument))
    return false;
  if (!isNot && (cursor.take("==") || cursor.take("!="))) {
    StringRef before = cursor.slice(0, cursor.getPosition()).rtrim();
    condition.kind = before.ends_with("!=") ? Condition::Kind::NotEqual
                                            : Condition::Kind::Equal;
    return cursor.readLiteral(condition.value);
  }
  condition.kind = Condition::Kind::Equal;
  condition.value.kind = Literal::Kind::Bool;
  condition.value.boolean = !isNot;
  return true;
}

} // namespace mlir::tp::schema
