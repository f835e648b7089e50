#include "schemas/kubernetes/decoder.h"

#include <algorithm>
#include <limits>
#include <string>

#include "schemas/kubernetes/decoded_strings.h"
#include "schemas/kubernetes/list_keys.h"
#include "src/support/check.h"
#include "src/support/take_part.h"

namespace kval::schemas::kubernetes {
namespace {

using value::Kind;

bool Skip(std::string_view& text, std::string_view prefix) {
  const bool is_there = text.starts_with(prefix);
  text.remove_prefix(is_there ? prefix.size() : 0);
  return is_there;
}

}  // namespace

types::TypeId Decoder::TypeOf(const TypeRecord& record) {
  const types::TypeId type = ReferTo(&record);
  DecodePending();
  return type;
}

types::TypeId Decoder::TypeNamed(std::string_view name) {
  const types::TypeId type = ReferTo(table_.FindType(name, version_));
  DecodePending();
  return type;
}

types::TypeId Decoder::ReferTo(const TypeRecord* record) {
  if (record == nullptr) {
    return Letter('*');
  }
  const auto [known, is_new] = known_.emplace(record, types::TypeId{});
  if (is_new) {
    known->second = model_.Add(types::Type{types::InvalidType{}});
    pending_.push_back({record, known->second});
  }
  return known->second;
}

// From a queue: types refer to themselves, and chains of references cost no stack.
void Decoder::DecodePending() {
  while (!pending_.empty()) {
    const PendingRecord next = pending_.front();
    pending_.pop_front();
    model_.Define(next.type, Decode(*next.record));
  }
}

types::Type Decoder::Decode(const TypeRecord& record) {
  std::string_view body = record.body;
  if (Skip(body, "= ")) {
    return types::Type{types::Named{model_.interner().Intern(record.name), ShapeOf(body)}};
  }
  types::Type type{types::Record()};
  if (Skip(body, "* ")) {
    AddTogether(type, TakePart(body, '\n'));
  }
  auto& fields = std::get<types::Record>(type.shape).fields;
  while (!body.empty()) {
    fields.push_back(FieldOf(TakePart(body, '\n')));
  }
  return type;
}

// `name SHAPE! e=A|B r=filled;min:1 d=A`.
types::Field Decoder::FieldOf(std::string_view line) {
  types::Field field;
  const std::string_view name = TakePart(line, ' ');
  field.name = model_.interner().Intern(name);
  field.key = build_.String(name);
  const std::string_view shape = line.substr(0, line.find_first_of("! "));
  field.type = ShapeOf(line);
  FieldConstraints facts;
  facts.is_required = Skip(line, "!");
  field.presence = facts.is_required ? types::FieldPresence::kRequired : types::FieldPresence::kOptional;
  while (Skip(line, " ")) {
    std::string_view* fact = Skip(line, "e=") ? &facts.values : Skip(line, "r=") ? &facts.rules : nullptr;
    if (fact == nullptr) {
      // Shown, never put in: the value is still optional.
      KVAL_CHECK(Skip(line, "d="));
      field.fallback.value = build_.String(line);
      break;
    }
    *fact = line.substr(0, line.find(' '));
    line.remove_prefix(fact->size());
  }
  field.type = WithFacts(field.type, shape, facts);
  return field;
}

types::TypeId Decoder::ShapeOf(std::string_view& text) {
  KVAL_CHECK(!text.empty());
  const char first = text.front();
  text.remove_prefix(1);
  switch (first) {
    case '@': {
      const size_t end = std::min(text.find_first_of("! |)"), text.size());
      const std::string_view name = text.substr(0, end);
      text.remove_prefix(end);
      return ReferTo(table_.FindType(name, version_));
    }
    case '[':
      return ListOf(text);
    case '(':
      return EitherOf(text);
    case '{': {
      types::Record map;
      types::KeyRule rule;
      rule.value = ShapeOf(text);
      rule.name = "any key";
      map.key_rules.push_back(std::move(rule));
      return model_.Add(types::Type{std::move(map)});
    }
    default:
      return Letter(first);
  }
}

// `SHAPE`, `/k1,k2/SHAPE` or `=/SHAPE`.
types::TypeId Decoder::ListOf(std::string_view& text) {
  types::Type list;
  if (Skip(text, "/")) {
    std::vector<std::string> keys;
    for (std::string_view names = TakePart(text, '/'); !names.empty();) {
      keys.emplace_back(TakePart(names, ','));
    }
    types::Rule rule;
    rule.test = types::Custom{std::make_shared<ListKeys>(std::move(keys))};
    rule.kinds = {Kind::kSequence};
    list.rules.push_back(model_.Add(std::move(rule)));
  } else if (Skip(text, "=/")) {
    types::Rule rule;
    rule.test = types::Custom{std::make_shared<ListKeys>(std::vector<std::string>())};
    rule.kinds = {Kind::kSequence};
    list.rules.push_back(model_.Add(std::move(rule)));
  }
  list.shape = types::List{ShapeOf(text)};
  return model_.Add(std::move(list));
}

// `SHAPE|SHAPE)`.
types::TypeId Decoder::EitherOf(std::string_view& text) {
  types::Union either;
  do {
    either.variants.push_back(ShapeOf(text));
  } while (Skip(text, "|"));
  KVAL_CHECK(Skip(text, ")"));
  return model_.Add(types::Type{std::move(either)});
}

types::TypeId Decoder::Ruled(types::Shape shape, types::Test test, types::ValueKindSet kinds) {
  types::Rule rule;
  rule.test = std::move(test);
  rule.kinds = kinds;
  types::Type type{std::move(shape)};
  type.rules.push_back(model_.Add(std::move(rule)));
  return model_.Add(std::move(type));
}

types::TypeId Decoder::Letter(char letter) {
  const auto known = letters_.find(letter);
  if (known != letters_.end()) {
    return known->second;
  }
  constexpr types::ValueKindSet kText = {Kind::kString};
  const auto scalar = [&](Kind kind) { return model_.Add(types::Type{types::Scalar{kind}}); };
  types::TypeId type;
  switch (letter) {
    case 's':
      type = scalar(Kind::kString);
      break;
    case 'B':
      type = Ruled(types::Scalar{Kind::kString}, types::Custom{MakeBase64Predicate()}, kText);
      break;
    case 't':
      type = Ruled(types::Scalar{Kind::kString}, types::Format{"date-time"}, kText);
      break;
    case 'i':
    case '8':
      type = Integer(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
      break;
    case '4':
      type = Integer(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
      break;
    case 'n':
      type = scalar(Kind::kFloat);
      break;
    case 'b':
      type = scalar(Kind::kBool);
      break;
    case 'q':
      type = Ruled(types::Union{{Letter('s'), Letter('n')}}, types::Custom{MakeQuantityPredicate()}, kText);
      break;
    case 'I':
      type = model_.Add(types::Type{types::Union{{Letter('4'), Letter('s')}}});
      break;
    case 'o': {
      types::Record any;
      any.open = true;
      type = model_.Add(types::Type{std::move(any)});
      break;
    }
    default:
      KVAL_CHECK(letter == '*');
      type = model_.Add(types::Type{types::Any{}});
  }
  letters_.emplace(letter, type);
  return type;
}

}  // namespace kval::schemas::kubernetes
