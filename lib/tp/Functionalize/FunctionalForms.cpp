//===- FunctionalForms.cpp - Pure forms of operators that write -----------===//
//
// Compares the schema of an operator that writes with those of the operators
// that could be its pure form: of the same name, without the underscore, with
// `_functional` behind.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/FunctionalForms.h"
#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>
#include <string>

using namespace llvm;
using namespace mlir::tp;
using schema::OperatorSchema;
using schema::TypeKind;

/// The pure form under another name than the rules give.
static StringRef getOtherName(StringRef base) {
  return StringSwitch<StringRef>(base)
      .Cases({"batch_norm", "native_batch_norm", "cudnn_batch_norm",
              "miopen_batch_norm"},
             "_native_batch_norm_legit_functional")
      .Default("");
}

/// Names under which the pure form may be found, the likeliest first.
static SmallVector<std::string> getCandidateNames(const OperatorSchema &op) {
  StringRef base = op.getBaseName();
  SmallVector<std::string> names;
  if (StringRef other = getOtherName(base); !other.empty())
    names.push_back(other.str());
  StringRef plain = base;
  if (base.starts_with("__i") && base.ends_with("__")) {
    names.push_back(("__" + base.drop_front(3)).str());
  } else if (base.ends_with("_")) {
    plain = base.drop_back();
    names.push_back(plain.str());
  } else {
    names.push_back(base.str());
    // Functions of Python modules have their own way of saying `out=`.
    if (base.ends_with("_out"))
      names.push_back(base.drop_back(4).str());
  }
  names.push_back((plain + "_functional").str());
  return names;
}

static bool sameType(const schema::Type *a, const schema::Type *b) {
  a = a->stripOptional();
  b = b->stripOptional();
  if (a == b)
    return true;
  auto isInt = [](const schema::Type *type) {
    return type->is(TypeKind::Int) || type->is(TypeKind::SymInt);
  };
  auto isNumber = [&](const schema::Type *type) {
    return isInt(type) || type->is(TypeKind::Float) ||
           type->is(TypeKind::SymFloat) || type->is(TypeKind::Scalar);
  };
  if (a->is(TypeKind::List) && b->is(TypeKind::List))
    return sameType(a->getElement(), b->getElement());
  return (isInt(a) && isInt(b)) ||
         // Only a number more general than the operator's own can take it.
         (b->is(TypeKind::Scalar) && isNumber(a));
}

namespace {
/// Matches one operator with one candidate.
class Matcher {
public:
  Matcher(const OperatorSchema &op, ArrayRef<unsigned> written,
          const OperatorSchema &candidate)
      : op(op), written(written), candidate(candidate) {}

  /// The form, and how well it fits: the more arguments have the same name and
  /// the fewer are missing, the better.
  std::optional<std::pair<FunctionalForm, int>> match();

private:
  bool matchArguments();
  bool matchResults();
  /// Arguments of the pure form come from these.
  bool isInput(unsigned index) const {
    return !(op.getArguments()[index].isKwargOnly() &&
             op.getArguments()[index].isWritten());
  }

  const OperatorSchema &op;
  ArrayRef<unsigned> written;
  const OperatorSchema &candidate;
  FunctionalForm form;
  int score = 0;
};
} // namespace

bool Matcher::matchArguments() {
  ArrayRef<schema::Argument> from = op.getArguments(),
                             to = candidate.getArguments();
  SmallVector<bool> used(from.size(), false);
  form.arguments.assign(to.size(), FunctionalForm::missing);
  auto use = [&](unsigned target, unsigned source, int points) {
    form.arguments[target] = source;
    used[source] = true;
    score += points;
  };
  for (auto [i, argument] : enumerate(to))
    if (std::optional<unsigned> same = op.findArgument(argument.getName()))
      if (!used[*same] && isInput(*same) &&
          sameType(from[*same].getType(), argument.getType()))
        use(i, *same, from[*same].getType() == argument.getType() ? 3 : 2);
  // What is left goes by order and type.
  for (auto [i, argument] : enumerate(to)) {
    if (form.arguments[i] != FunctionalForm::missing)
      continue;
    for (unsigned source = 0; source < from.size(); ++source)
      if (!used[source] && isInput(source) &&
          sameType(from[source].getType(), argument.getType())) {
        use(i, source, 1);
        break;
      }
  }
  for (auto [i, argument] : enumerate(to)) {
    if (form.arguments[i] != FunctionalForm::missing)
      continue;
    bool isOptional = argument.hasDefault() ||
                      argument.getType()->stripOptional() != argument.getType();
    if (!isOptional)
      return false;
    --score;
    if (argument.getName() == "dtype" &&
        argument.getType()->stripOptional()->is(TypeKind::ScalarType))
      form.dtypeArgument = i;
  }
  for (auto [i, argument] : enumerate(from)) {
    if (used[i] || !isInput(i))
      continue;
    // Hints on how to compute change no value; an argument that is only
    // written says nothing.
    if (argument.getName() == "cudnn_enabled" ||
        argument.getName() == "exponential_average_factor")
      continue;
    return false;
  }
  return true;
}

/// The results of a pure form are the returns of the operator, then the written
/// arguments that it does not return: those of `out=` first.
bool Matcher::matchResults() {
  SmallVector<FunctionalForm::Result> expected;
  SmallVector<unsigned> rest(written);
  for (unsigned i = 0, e = op.getReturns().size(); i < e; ++i) {
    FunctionalForm::Result result;
    result.result = i;
    for (unsigned argument : op.getAliasedArguments(i))
      if (is_contained(rest, argument)) {
        result.argument = argument;
        erase(rest, argument);
        break;
      }
    expected.push_back(result);
  }
  for (bool isInputPass : {false, true})
    for (unsigned argument : rest)
      if (isInput(argument) == isInputPass)
        expected.push_back({-1, static_cast<int>(argument)});
  size_t count = candidate.getReturns().size();
  if (expected.size() < count && expected.size() >= op.getReturns().size() &&
      !getOtherName(op.getBaseName()).empty()) {
    // The pure form of a simpler operator has results of its own between.
    size_t own = op.getReturns().size();
    expected.insert(expected.begin() + own, count - expected.size(), {});
  }
  if (expected.size() != count)
    return false;
  form.results = std::move(expected);
  return true;
}

std::optional<std::pair<FunctionalForm, int>> Matcher::match() {
  if (!matchArguments() || !matchResults())
    return std::nullopt;
  form.schema = &candidate;
  // `add_.Tensor` and `add.Tensor`, `sum.dim_out` and `sum.dim`.
  StringRef overload = op.getOverload();
  if (candidate.getOverload() == overload)
    score += 2;
  else if (overload.consume_back("_out") || overload.consume_back("out"))
    if (candidate.getOverload() == overload)
      score += 2;
  return std::make_pair(std::move(form), score);
}

static bool isPure(const OperatorSchema &schema) {
  return schema.hasKnownSignature() && !schema.isMutable() &&
         !schema.isView() &&
         none_of(schema.getNotes(), [](const schema::Note &note) {
           return note.kind == schema::Note::Kind::Writes;
         });
}

const FunctionalForm *FunctionalForms::lookup(const OperatorSchema &op,
                                              ArrayRef<unsigned> written) {
  auto [entry, isNew] = forms.try_emplace(&op);
  if (!isNew)
    return entry->second.get();
  std::optional<std::pair<FunctionalForm, int>> best;
  // Functions of Python modules are operators of torch.
  StringRef ns = op.getNamespace() == "functional" ? "aten" : op.getNamespace();
  for (const std::string &name : getCandidateNames(op)) {
    std::string base = (ns + "." + name).str();
    for (const OperatorSchema *candidate :
         schema::BuiltinTable::getOverloads(base)) {
      if (!isPure(*candidate))
        continue;
      auto match = Matcher(op, written, *candidate).match();
      if (match && (!best || match->second > best->second))
        best = std::move(match);
    }
    if (best)
      break;
  }
  if (best)
    entry->second = std::make_unique<FunctionalForm>(std::move(best->first));
  return entry->second.get();
}
