//===- OverlayTest.cpp - corrections of the official schemas --------------===//
//
// The notation of notes, its errors, and what the built-in overlay says.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Registry.h"
#include "gtest/gtest.h"

using namespace mlir::tp::schema;
using llvm::StringRef;

static constexpr StringRef signature =
    "a::b(Tensor x, Tensor? y, bool train, float p, int n) -> (Tensor, Tensor)";

static std::unique_ptr<OperatorSchema> parse(StringRef notes) {
  SchemaTraits traits;
  traits.notes = notes;
  auto schema = OperatorSchema::parse(signature, traits);
  if (schema)
    return std::move(*schema);
  ADD_FAILURE() << llvm::toString(schema.takeError());
  return nullptr;
}

static std::string parseError(StringRef notes) {
  SchemaTraits traits;
  traits.notes = notes;
  auto schema = OperatorSchema::parse(signature, traits);
  if (!schema)
    return llvm::toString(schema.takeError());
  ADD_FAILURE() << "parsed: " << notes.str();
  return "";
}

static Literal makeBool(bool value) {
  Literal literal;
  literal.kind = Literal::Kind::Bool;
  literal.boolean = value;
  return literal;
}
static Literal makeInt(int64_t value) {
  Literal literal;
  literal.kind = Literal::Kind::Int;
  literal.integer = value;
  return literal;
}
static Literal makeFloat(double value) {
  Literal literal;
  literal.kind = Literal::Kind::Float;
  literal.floating = value;
  return literal;
}

TEST(SchemaNotes, Clauses) {
  auto schema = parse("writes y if train; aliases x if not train and p == 0.0; "
                      "result 1 may alias x by viewable; reads x");
  ASSERT_TRUE(schema);
  auto notes = schema->getNotes();
  ASSERT_EQ(notes.size(), 4u);
  EXPECT_EQ(notes[0].kind, Note::Kind::Writes);
  EXPECT_EQ(notes[0].argument, 1u);
  ASSERT_EQ(notes[0].conditions.size(), 1u);
  EXPECT_EQ(notes[0].conditions[0].argument, 2u);
  EXPECT_EQ(notes[1].kind, Note::Kind::Aliases);
  EXPECT_EQ(notes[1].result, 0u);
  ASSERT_EQ(notes[1].conditions.size(), 2u);
  EXPECT_EQ(notes[1].conditions[1].argument, 3u);
  EXPECT_EQ(notes[2].kind, Note::Kind::MayAlias);
  EXPECT_EQ(notes[2].result, 1u);
  EXPECT_EQ(notes[2].rule, AliasRule::Viewable);
  EXPECT_EQ(notes[3].kind, Note::Kind::Reads);
  EXPECT_EQ(schema->getAliasNotes(0).size(), 1u);
  EXPECT_EQ(schema->getAliasNotes(1)[0], &notes[2]);
}

TEST(SchemaNotes, Conditions) {
  auto schema = parse("writes x if train and not train and p == 0.5 and "
                      "n != -1 and y == None");
  ASSERT_TRUE(schema);
  auto conditions = schema->getNotes()[0].conditions;
  ASSERT_EQ(conditions.size(), 5u);
  EXPECT_TRUE(conditions[0].holdsFor(makeBool(true)));
  EXPECT_FALSE(conditions[0].holdsFor(makeBool(false)));
  EXPECT_TRUE(conditions[1].holdsFor(makeBool(false)));
  EXPECT_TRUE(conditions[2].holdsFor(makeFloat(0.5)));
  EXPECT_FALSE(conditions[2].holdsFor(makeFloat(0.25)));
  EXPECT_FALSE(conditions[3].holdsFor(makeInt(-1)));
  EXPECT_TRUE(conditions[3].holdsFor(makeInt(1)));
  EXPECT_TRUE(conditions[4].holdsFor(Literal()));
  EXPECT_FALSE(conditions[4].holdsFor(makeInt(0)));
}

TEST(SchemaNotes, NumbersCompareByValue) {
  auto schema = parse("writes x if p == 0.0");
  const Condition &condition = schema->getNotes()[0].conditions[0];
  EXPECT_TRUE(condition.holdsFor(makeInt(0)));
  EXPECT_FALSE(condition.holdsFor(makeInt(1)));
  EXPECT_FALSE(condition.holdsFor(Literal()));
}

TEST(SchemaNotes, Rules) {
  for (AliasRule rule :
       {AliasRule::Unknown, AliasRule::Unchanged, AliasRule::Viewable,
        AliasRule::Contiguous, AliasRule::SameShape, AliasRule::Real,
        AliasRule::Single}) {
    auto schema = parse(("may alias x by " + stringifyAliasRule(rule)).str());
    ASSERT_TRUE(schema);
    EXPECT_EQ(schema->getNotes()[0].rule, rule);
  }
}

TEST(SchemaNotes, Errors) {
  EXPECT_EQ(parseError("writs x"),
            "column 1: expected 'writes', 'reads', 'aliases' or 'may alias', "
            "found 'writs' in note on 'a.b.default' 'writs x'");
  EXPECT_EQ(parseError("writes z"),
            "column 8: '" + signature.str() +
                "' has no argument 'z' in note on 'a.b.default' 'writes z'");
  EXPECT_EQ(parseError("result 2 aliases x"),
            "column 8: expected a result below 2, found 2 in note on "
            "'a.b.default' 'result 2 aliases x'");
  EXPECT_EQ(parseError("may alias x by magic"),
            "column 16: expected a rule, found 'magic' in note on "
            "'a.b.default' 'may alias x by magic'");
  EXPECT_EQ(parseError("writes x if p == q"),
            "column 18: expected a literal, found 'q' in note on "
            "'a.b.default' 'writes x if p == q'");
  EXPECT_EQ(parseError("writes x writes y"),
            "column 10: expected ';' or the end, found 'writes' in note on "
            "'a.b.default' 'writes x writes y'");
  EXPECT_EQ(parseError("writes x by real"),
            "column 10: expected ';' or the end, found 'by' in note on "
            "'a.b.default' 'writes x by real'");
}

/// The notes of a built-in operator.
static llvm::ArrayRef<Note> getNotes(StringRef target) {
  const OperatorSchema *schema = BuiltinTable::lookup(target);
  EXPECT_TRUE(schema) << target.str();
  return schema ? schema->getNotes() : llvm::ArrayRef<Note>();
}

TEST(Overlay, BatchNormWritesItsStatisticsInTraining) {
  const OperatorSchema *schema =
      BuiltinTable::lookup("aten.batch_norm.default");
  EXPECT_FALSE(schema->isMutable());
  auto notes = schema->getNotes();
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].kind, Note::Kind::Writes);
  EXPECT_EQ(notes[0].argument, *schema->findArgument("running_mean"));
  EXPECT_EQ(notes[1].argument, *schema->findArgument("running_var"));
  const Condition &condition = notes[0].conditions.front();
  EXPECT_EQ(condition.argument, *schema->findArgument("training"));
  EXPECT_TRUE(condition.holdsFor(makeBool(true)));
  EXPECT_FALSE(condition.holdsFor(makeBool(false)));
}

TEST(Overlay, DropoutReturnsItsInput) {
  auto notes = getNotes("aten.dropout.default");
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0].kind, Note::Kind::Aliases);
  EXPECT_TRUE(notes[0].conditions[0].holdsFor(makeBool(false)));
  EXPECT_TRUE(notes[1].conditions[0].holdsFor(makeFloat(0.0)));
  EXPECT_TRUE(getNotes("aten.native_dropout.default").empty());
}

TEST(Overlay, MarkedAliasesThatAreNotAlways) {
  const OperatorSchema *reshape = BuiltinTable::lookup("aten.reshape.default");
  EXPECT_TRUE(reshape->isView());
  ASSERT_EQ(reshape->getNotes().size(), 1u);
  EXPECT_EQ(reshape->getNotes()[0].kind, Note::Kind::MayAlias);
  EXPECT_EQ(reshape->getNotes()[0].rule, AliasRule::Viewable);
  auto to = getNotes("aten.to.dtype");
  ASSERT_EQ(to.size(), 1u);
  EXPECT_EQ(to[0].rule, AliasRule::Unchanged);
  EXPECT_FALSE(to[0].conditions[0].holdsFor(makeBool(true)));
  EXPECT_TRUE(getNotes("aten.view.default").empty());
}

TEST(Overlay, TagsAndReads) {
  EXPECT_TRUE(
      BuiltinTable::lookup("aten._no_grad_normal_.default")->isRandom());
  auto notes = getNotes("prims.as_strided.default");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].kind, Note::Kind::Reads);
}

TEST(Overlay, SaysNothingTwice) {
  // A line that torch has come to agree with should go.
  for (unsigned i = 0, e = BuiltinTable::size(); i != e; ++i) {
    const OperatorSchema *schema = BuiltinTable::getSchema(i);
    for (const Note &note : schema->getNotes()) {
      const Argument &argument = schema->getArguments()[note.argument];
      EXPECT_EQ(argument.isWritten() && note.kind == Note::Kind::Writes, false)
          << schema->str();
      if (note.kind == Note::Kind::Reads) {
        EXPECT_TRUE(argument.isWritten()) << schema->str();
      }
    }
  }
}
