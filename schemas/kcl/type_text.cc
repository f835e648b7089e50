#include "schemas/kcl/type_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "schemas/kcl/source_formatting.h"
#include "src/support/ascii.h"
#include "src/types/key_test.h"

namespace kval::schemas::kcl {
namespace {

using Values = std::vector<const value::Value*>;

constexpr int kTypeTextDepthLimit = 200;
constexpr size_t kLongestUnion = 72;
// Types share their parts, which a text repeats.
constexpr size_t kMostParts = 2000;

std::string_view NameOf(value::Kind kind) {
  switch (kind) {
    case value::Kind::kBool:
      return "bool";
    case value::Kind::kInt:
      return "int";
    case value::Kind::kFloat:
      return "float";
    case value::Kind::kString:
      return "str";
    case value::Kind::kNull:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      return "any";
  }
  return "any";
}

// Whether a literal can be a type: on one line, without escapes, without a sign.
bool IsLiteralType(const value::Value& value) {
  if (value.is_collection() || value.kind == value::Kind::kNull || !HasLiteral(value)) {
    return false;
  }
  return value.kind == value::Kind::kString ? KclString(value.raw).size() == value.raw.size() + 2
                                            : !KclText(value).starts_with('-');
}

// Data of `kcl vet` for an instance within an instance has numbers and booleans, but no literals of these.
bool IsTextType(const value::Value& value) {
  return value.kind == value::Kind::kString && IsLiteralType(value);
}

std::string LiteralsOf(const types::OneOf& test) {
  std::string text;
  for (const value::Value* value : test.allowed) {
    text += (text.empty() ? "" : " | ") + KclText(*value);
  }
  return text;
}

class TypeWriter {
 public:
  TypeWriter(const types::Model& model, const SchemaNames& names, ConversionWarnings& losses, diag::Path path)
      : model_(model), names_(names), losses_(losses), path_(std::move(path)) {}

  std::string Write(types::TypeId id, const Values& defaults, int depth) {
    const types::Type& type = model_.Resolve(id);
    if (depth > kTypeTextDepthLimit || parts_ > kMostParts) {
      return "any";
    }
    if (++parts_ > kMostParts) {
      Lose(type.span, "a type whose text has more than " + std::to_string(kMostParts) + " parts",
           "give its parts names, `type Name = …`");
      return "any";
    }
    if (const types::Rule* rule = RuleInType(model_, type, defaults)) {
      return LiteralsOf(std::get<types::OneOf>(rule->test));
    }
    if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
      return std::string(NameOf(scalar->kind));
    }
    if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
      return IsTextType(*literal->value) ? KclText(*literal->value)
                                         : std::string(NameOf(literal->value->kind));
    }
    if (const auto* list = std::get_if<types::List>(&type.shape)) {
      return "[" + Element(list->item, diag::PathStep::Index(0), defaults, depth) + "]";
    }
    if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      std::string text;
      for (types::TypeId arm : choice->variants) {
        text += (text.empty() ? "" : " | ") + Arm(arm, depth);
      }
      return text.empty() ? "any" : text;
    }
    if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      const SchemaNames::SchemaEntry* schema = names_.Find(id);
      return schema != nullptr ? schema->name : Dict(*record, defaults, depth);
    }
    if (std::holds_alternative<types::Null>(type.shape)) {
      Lose(type.span, "a type that has only null", "declare the attribute when it has a type");
    }
    return "any";
  }

  std::vector<std::string> TakeComments() { return std::move(comments_); }

 private:
  // A literal as a member of a union of several types.
  std::string Arm(types::TypeId id, int depth) {
    const types::Type& type = model_.Resolve(id);
    const auto* literal = std::get_if<types::Literal>(&type.shape);
    if (literal != nullptr && IsLiteralType(*literal->value)) {
      return KclText(*literal->value);
    }
    if (literal != nullptr) {
      Lose(type.span, "a literal with escapes or a sign among several types",
           "check it in a line of `check:`");
    }
    return Write(id, {}, depth + 1);
  }

  std::string Dict(const types::Record& record, const Values& defaults, int depth) {
    if (record.key_rules.empty()) {
      return "{str:}";
    }
    const types::KeyRule& rule = record.key_rules.front();
    for (size_t i = 1; i < record.key_rules.size(); ++i) {
      Lose(record.key_rules[i].span, "a second rule about the keys of one map",
           "give the values of all keys one type, and check them by `all key, value in …`");
    }
    if (record.key_rules.size() > 1) {
      return "{str:}";
    }
    return "{" + KeysOf(rule) + ":" + Element(rule.value, diag::PathStep::Key("*"), defaults, depth) + "}";
  }

  static std::string KeysOf(const types::KeyRule& rule) {
    if (const auto* kind = dynamic_cast<const types::KeyOfKind*>(rule.allowed.get())) {
      return std::string(NameOf(kind->kind()));
    }
    std::string text;
    for (const std::string& key : NamedKeys(rule)) {
      text += (text.empty() ? "" : "|") + KclString(key);
    }
    return text.empty() ? "str" : text;
  }

  std::string Element(types::TypeId id, diag::PathStep step, const Values& defaults, int depth) {
    const types::Type& type = model_.Resolve(id);
    path_.push_back(std::move(step));
    if (type.nullable && !std::holds_alternative<types::Any>(type.shape)) {
      Lose(type.span, "that null is allowed among the elements", "leave such elements out");
    }
    if (!type.doc->empty() && names_.Find(id) == nullptr) {
      Lose(type.span, "the description of the elements", "add it to the description of the attribute");
    }
    std::string text = Write(id, ElementsOf(defaults), depth + 1);
    path_.pop_back();
    return text;
  }

  void Lose(source::Span at, std::string what, std::string hint) {
    comments_.push_back(losses_.Report({at, path_, std::move(what), "", std::move(hint), false}));
  }

  const types::Model& model_;
  const SchemaNames& names_;
  ConversionWarnings& losses_;
  diag::Path path_;
  std::vector<std::string> comments_;
  size_t parts_ = 0;
};

}  // namespace

const types::Rule* RuleInType(const types::Model& model, const types::Type& type, const Values& defaults) {
  const auto* scalar = std::get_if<types::Scalar>(&type.shape);
  for (types::RuleId id : type.rules) {
    const types::Rule& rule = model.Get(id);
    const auto* test = std::get_if<types::OneOf>(&rule.test);
    if (scalar == nullptr || test == nullptr || !rule.message.empty() || rule.when != nullptr) {
      continue;
    }
    const auto fits = [&](const value::Value* value) {
      return value->kind == scalar->kind && IsTextType(*value);
    };
    const auto is_listed = [&](const value::Value* given) {
      return given->kind == value::Kind::kNull ||
             std::any_of(test->allowed.begin(), test->allowed.end(),
                         [&](const value::Value* allowed) { return value::Equal(*allowed, *given); });
    };
    if (!test->allowed.empty() && std::all_of(test->allowed.begin(), test->allowed.end(), fits) &&
        std::all_of(defaults.begin(), defaults.end(), is_listed) &&
        LiteralsOf(*test).size() <= kLongestUnion) {
      return &rule;
    }
  }
  return nullptr;
}

std::optional<types::Rule> LiteralRule(const types::Type& type) {
  const auto* literal = std::get_if<types::Literal>(&type.shape);
  if (literal == nullptr || IsTextType(*literal->value)) {
    return std::nullopt;
  }
  types::Rule rule;
  rule.test = types::OneOf{{literal->value}};
  rule.span = type.span;
  return rule;
}

Values ElementsOf(const Values& values) {
  Values elements;
  for (const value::Value* value : values) {
    if (value->kind == value::Kind::kSequence) {
      elements.insert(elements.end(), value->items().begin(), value->items().end());
    } else if (value->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value->entries()) {
        elements.push_back(entry.value);
      }
    }
  }
  return elements;
}

std::vector<std::string> NamedKeys(const types::KeyRule& rule) {
  if (const auto* one_of = dynamic_cast<const types::KeyOneOf*>(rule.allowed.get())) {
    return one_of->keys();
  }
  std::vector<std::string> keys;
  const auto* pattern = dynamic_cast<const types::KeyPattern*>(rule.allowed.get());
  std::string_view rest = pattern == nullptr ? std::string_view() : pattern->text();
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('|'), rest.size());
    const std::string_view key = rest.substr(0, end);
    const bool is_word = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
      return IsAlnum(c) || c == '_' || c == '-' || c == '/';
    });
    if (!is_word) {
      return {};
    }
    keys.emplace_back(key);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return keys;
}

TypeText WriteType(types::TypeId type, const Values& defaults, const diag::Path& path,
                   const types::Model& model, const SchemaNames& names, ConversionWarnings& losses) {
  TypeWriter writer(model, names, losses, path);
  std::string text = writer.Write(type, defaults, 0);
  return {std::move(text), writer.TakeComments()};
}

}  // namespace kval::schemas::kcl
