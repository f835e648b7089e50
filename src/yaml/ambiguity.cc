#include "src/yaml/ambiguity.h"

#include <string>
#include <utility>

#include "src/yaml/message_text.h"

namespace kval::yaml {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view, std::string_view, std::string_view> kAmbiguousBoolean{
    Kind::kAmbiguousBoolean, "`{}` is {} for YAML 1.1 and {} for YAML 1.2"};
constexpr Def<std::string_view, std::string_view, std::string_view> kLegacyOctal{
    Kind::kLegacyOctal, "`{}` is {} for YAML 1.1 and {} for YAML 1.2"};
constexpr Def<std::string_view, std::string_view, std::string_view> kNumberLike{
    Kind::kNumberLikeString, "`{}` is {} for YAML 1.1 and {} for YAML 1.2"};

// The interpretation of a plain scalar: "the number 493".
std::string Reading(const value::Resolved& resolved, std::string_view plain) {
  switch (resolved.kind) {
    case value::Kind::kBool:
      return resolved.boolean ? "the boolean `true`" : "the boolean `false`";
    case value::Kind::kInt:
      return "the number " + (resolved.is_unsigned ? std::to_string(static_cast<uint64_t>(resolved.integer))
                                                   : std::to_string(resolved.integer));
    case value::Kind::kFloat:
      return "the number " + Truncate(plain);
    case value::Kind::kNull:
      return "null";
    case value::Kind::kString:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      break;
  }
  return "a string";
}

// The value written so that all readers agree.
diag::Fix Unambiguous(source::Span at, std::string_view plain, const value::Resolved& here) {
  if (at.size() != plain.size()) {
    return {};
  }
  std::string text;
  if (here.kind == value::Kind::kString && plain.find_first_of("\"\\") == std::string_view::npos) {
    text = "\"" + std::string(plain) + "\"";
  } else if (here.kind == value::Kind::kBool) {
    text = here.boolean ? "true" : "false";
  } else if (here.kind == value::Kind::kInt && !here.is_unsigned) {
    text = std::to_string(here.integer);
  } else {
    return {};
  }
  return {"write `" + text + "`, which all readers read in the same way", {{at, text}}};
}

// The same for a reader of YAML 1.1; go-yaml is none when it comes to exponents, base 60 and dates.
std::string OldReading(const value::ScalarAmbiguity& disagreement, std::string_view plain) {
  const value::Resolved old = value::Resolve(value::Dialect::kHelm, plain);
  if (disagreement.first == value::Kind::kString) {
    return "a string";
  }
  return old.kind == value::Kind::kString ? "a base 60 number or a date" : Reading(old, plain);
}

}  // namespace

void ReportAmbiguity(const value::ScalarAmbiguity& disagreement, std::string_view plain, source::Span at,
                     value::Dialect dialect, diag::Path path, diag::Emitter& emit) {
  const std::string old_reading = OldReading(disagreement, plain);
  const std::string new_reading = Reading(value::Resolve(value::Dialect::kYaml12, plain), plain);
  const std::string shown = Truncate(plain);
  const value::Resolved here = value::Resolve(dialect, plain);
  const auto finish = [&](diag::DiagnosticBuilder builder, std::string hint) {
    builder.At(std::move(path))
        .Label("here it is " + Reading(here, plain))
        .Hint("quote it if it is a string" + hint)
        .Fix(Unambiguous(at, plain, here))
        .Emit();
  };
  switch (disagreement.ambiguity) {
    case value::AmbiguityKind::kBoolean:
      finish(emit.Report(at, kAmbiguousBoolean, shown, old_reading, new_reading),
             ", else write `true` or `false`");
      return;
    case value::AmbiguityKind::kLegacyOctal:
      finish(emit.Report(at, kLegacyOctal, shown, old_reading, new_reading),
             ", else write the number in decimal");
      return;
    case value::AmbiguityKind::kNumberOrText:
      finish(emit.Report(at, kNumberLike, shown, old_reading, new_reading), "");
      return;
  }
}

}  // namespace kval::yaml
