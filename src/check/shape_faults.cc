#include "src/check/shape_faults.h"

#include <algorithm>
#include <string>
#include <vector>

#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/support/edit_distance.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<Text, Text> kMismatch{diag::Kind::kTypeMismatch, "expected {}, found {}"};
constexpr Def<Text> kNull{diag::Kind::kNullNotAllowed, "expected {}, found null"};
constexpr Def<size_t> kNoArm{diag::Kind::kNoUnionMember,
                             "value fits none of the {} types that are allowed here"};
constexpr Def<Text> kUnknownKey{diag::Kind::kUnknownKey, "key `{}` is not declared in the schema"};
constexpr Def<Text> kRefusedKey{diag::Kind::kKeyNotAllowed, "key `{}` is not allowed here"};
constexpr Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr Def<Text, Text, int64_t> kKeyCount{diag::Kind::kKeyCount, "expected {} for `{}`, found {}"};

// The keys of a record as a list for people, at most nine, sorted.
std::string KeyList(const types::Model& model, const types::Record& record) {
  constexpr size_t kMost = 9;
  if (record.fields.empty() || record.fields.size() > kMost) {
    return {};
  }
  std::vector<std::string> names;
  for (const types::Field& field : record.fields) {
    names.push_back(KeyName(*field.key));
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  static_cast<void>(model);
  return names.size() == 1 ? "the key " + text : "one of { " + text + " }";
}

std::string ArticleFor(const std::string& name) {
  return name.find_first_of("aeiou") == 0 ? "an " + name : "a " + name;
}

// "an integer", but "any value" and names of schemas as they are.
std::string WithArticle(const types::Type& type, const std::string& name) {
  const bool is_plain = std::holds_alternative<types::Scalar>(type.shape) ||
                        std::holds_alternative<types::List>(type.shape) ||
                        std::holds_alternative<types::Record>(type.shape);
  return is_plain ? ArticleFor(name) : name;
}

// The members of a union, schemas by their names.
std::string MembersText(const types::Model& model, types::TypeId id) {
  const auto& choice = std::get<types::Union>(model.Resolve(id).shape);
  std::string text;
  for (types::TypeId arm : choice.arms) {
    const auto* record = std::get_if<types::Record>(&model.Resolve(arm).shape);
    if (record == nullptr || !record->schema.has_value()) {
      return TypeName(model, id);
    }
    text += (text.empty() ? "" : " or ") + std::string(model.interner().Text(*record->schema));
  }
  return text;
}

std::string CountText(const types::KeyRule& rule) {
  std::string text;
  for (const types::Count& count : rule.counts) {
    text += text.empty() ? "" : " or ";
    if (count.at_most == types::Count::kUnbounded) {
      text += "at least " + std::to_string(count.at_least);
    } else if (count.at_least == count.at_most) {
      text += (rule.counts.size() == 1 ? "exactly " : "") + std::to_string(count.at_least);
    } else {
      text += std::to_string(count.at_least) + " to " + std::to_string(count.at_most);
    }
  }
  const bool one = rule.counts.size() == 1 && (rule.counts[0].at_most == 1 || rule.counts[0].at_least == 1);
  if (text.empty()) {
    text = "another number of";
  }
  return text + (one ? " key" : " keys");
}

}  // namespace

std::string ShapeFaults::QuoteHint(const value::Value& value, const types::Type& type) const {
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  if (scalar == nullptr || value.is_collection()) {
    return {};
  }
  if (value.kind == value::Kind::kString && value.is_quoted()) {
    const value::Kind bare = value::Resolve(options_.dialect, value.raw).kind;
    const bool fits =
        bare == scalar->kind || (scalar->kind == value::Kind::kFloat && bare == value::Kind::kInt);
    return fits ? "remove the quotes: `" + std::string(value.raw) + "`" : std::string();
  }
  if (scalar->kind == value::Kind::kString && value.kind != value::Kind::kNull && !value.raw.empty()) {
    return "quote the value to make it a string: `\"" + std::string(value.raw) + "\"`";
  }
  return {};
}

void ShapeFaults::Mismatch(const Place& at, types::TypeId id, const types::Type& type) {
  const source::Span place = PlaceOf(at.key, *at.value);
  const std::string expected = TypeName(model_, id) + (type.nullable ? " or null" : "");
  const std::string found = FoundName(*at.value);
  const bool is_null = at.value->kind == value::Kind::kNull;
  const diag::Kind kind = is_null ? diag::Kind::kNullNotAllowed : diag::Kind::kTypeMismatch;
  if (!poisoned_.IsNew(place, kind, *at.path)) {
    return;
  }
  diag::Builder builder =
      is_null ? emit_.Report(place, kNull, expected) : emit_.Report(place, kMismatch, expected, found);
  builder.At(*at.path).Found(found).Expected(expected);
  if (at.value->is_quoted()) {
    builder.Label("quoted, so this is a string");
  } else if (is_null && at.value->span.size() == 0 && at.value->style == value::Style::kPlain) {
    builder.Label("nothing is written here, which means null");
  } else {
    builder.Label("this is " + (is_null ? "null" : ArticleFor(found)));
  }
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema expects " + WithArticle(type, expected) + " here");
  }
  AddOrigins(*at.value, builder);
  builder.Hint(QuoteHint(*at.value, type));
  builder.Emit();
}

void ShapeFaults::NoArm(const Place& at, types::TypeId id, const types::Type& type,
                        const std::vector<std::string>& reasons) {
  const source::Span place = PlaceOf(at.key, *at.value);
  if (!poisoned_.IsNew(place, diag::Kind::kNoUnionMember, *at.path)) {
    return;
  }
  diag::Builder builder = emit_.Report(place, kNoArm, std::get<types::Union>(type.shape).arms.size());
  builder.At(*at.path).Found(value::Brief(*at.value)).Expected(MembersText(model_, id));
  if (type.span.has_value()) {
    builder.Schema(type.span, "the schema allows " + MembersText(model_, id) + " here");
  }
  for (const std::string& reason : reasons) {
    builder.Note(reason);
  }
  AddOrigins(*at.value, builder);
  builder.Emit();
}

const types::Field* ShapeFaults::UnknownKey(const Place& parent, const value::Value& key,
                                            const types::Type& type, const types::Record& record) {
  const std::string name = KeyName(key);
  diag::Path path = *parent.path;
  path.push_back(StepOf(key));
  std::vector<std::string_view> names;
  for (const types::Field& field : record.fields) {
    if (field.key->kind == value::Kind::kString) {
      names.push_back(field.key->raw);
    }
  }
  const std::string_view nearest = Nearest(name, names);
  const types::Field* meant = nearest.empty() ? nullptr : record.Find(model_.interner().Find(nearest));
  const bool is_refused = !record.key_rules.empty();
  const diag::Kind kind = is_refused ? diag::Kind::kKeyNotAllowed : diag::Kind::kUnknownKey;
  if (!poisoned_.IsNew(key.span, kind, path)) {
    return meant;
  }
  diag::Builder builder =
      is_refused ? emit_.Report(key.span, kRefusedKey, name) : emit_.Report(key.span, kUnknownKey, name);
  builder.At(path).Found(name).Label("unknown key");
  const std::string allowed = KeyList(model_, record);
  builder.Expected(allowed.empty() ? "a key that the schema declares" : allowed);
  if (is_refused) {
    builder.Label("no key rule of the schema allows this key");
    builder.Schema(record.key_rules.front().span, "keys are restricted here");
  } else if (meant != nullptr) {
    builder.Schema(meant->span, "`" + std::string(nearest) + "` is declared here");
  }
  if (!is_refused && type.span.has_value()) {
    builder.Schema(type.span, "the map that the schema declares");
  }
  if (key.kind == value::Kind::kBool && name != "true" && name != "false") {
    builder.Note("`" + name + "` without quotes is read as a boolean");
  }
  if (meant != nullptr && nearest == name) {
    builder.Hint("quote the key: the schema declares the string `\"" + name + "\"`");
  } else if (meant != nullptr) {
    builder.Hint("did you mean `" + std::string(nearest) + "`?");
  }
  builder.Emit();
  return meant;
}

void ShapeFaults::MissingKey(const Place& parent, const types::Field& field) {
  const source::Span place = PlaceOf(parent.key, *parent.value);
  const std::string name = KeyName(*field.key);
  diag::Path path = *parent.path;
  path.push_back(StepOf(*field.key));
  if (!poisoned_.IsNew(place, diag::Kind::kMissingRequired, path)) {
    return;
  }
  diag::Builder builder = emit_.Report(place, kMissing, name);
  builder.At(path).Label("`" + name + "` is missing in this map");
  if (field.span.has_value()) {
    builder.Schema(field.span, "required here");
  }
  builder.Expected(TypeName(model_, field.type)).Emit();
}

void ShapeFaults::KeyCount(const Place& parent, const types::KeyRule& rule, int64_t count) {
  const source::Span place = PlaceOf(parent.key, *parent.value);
  if (!poisoned_.IsNew(place, diag::Kind::kKeyCount, *parent.path)) {
    return;
  }
  emit_.Report(place, kKeyCount, CountText(rule), rule.name, count)
      .At(*parent.path)
      .Schema(rule.span, "the number of keys is stated here")
      .Emit();
}

}  // namespace kval::check
