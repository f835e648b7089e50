#include "schemas/ytt/rule_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "annotations/schema/specs.h"
#include "schemas/ytt/applicable_rules.h"
#include "schemas/ytt/starlark_text.h"
#include "src/types/source_printer.h"
#include "src/value/compare.h"

namespace kval::schemas::ytt {
namespace {

// A rule as a keyword argument. Of two rules of one kind the second needs the proposal's other name.
struct Keyword {
  std::string_view name;
  std::string_view other_name;  // empty: there is none
  bool is_released;
  std::string value;
};

struct KeywordOf {
  Keyword operator()(const types::Minimum& t) const { return {"min", "", true, StarlarkText(*t.bound)}; }
  Keyword operator()(const types::Maximum& t) const { return {"max", "", true, StarlarkText(*t.bound)}; }
  Keyword operator()(const types::MinLength& t) const {
    return {"min_len", "", true, std::to_string(t.bound)};
  }
  Keyword operator()(const types::MaxLength& t) const {
    return {"max_len", "", true, std::to_string(t.bound)};
  }
  Keyword operator()(const types::OneOf& t) const {
    std::string list;
    for (const value::Value* value : t.allowed) {
      list += (list.empty() ? "[" : ", ") + StarlarkText(*value);
    }
    return {"one_of", "enum", true, list.empty() ? "[]" : list + "]"};
  }
  Keyword operator()(const types::OneNotNull& t) const {
    std::string list;
    for (const std::string& key : t.keys) {
      list += (list.empty() ? "[" : ", ") + StarlarkString(key);
    }
    return {"one_not_null", "", true, list.empty() ? "True" : list + "]"};
  }
  Keyword operator()(const types::NotNull&) const { return {"not_null", "", true, "True"}; }
  Keyword operator()(const types::Unique&) const { return {"unique", "", false, "True"}; }
  Keyword operator()(const types::MatchesRegex& t) const {
    return {"regexp", "", false, StarlarkString(t.pattern.text())};
  }
  Keyword operator()(const types::Prefix& t) const {
    return {"starts_with", "prefix", false, StarlarkString(t.text)};
  }
  Keyword operator()(const types::Suffix& t) const {
    return {"ends_with", "suffix", false, StarlarkString(t.text)};
  }
  Keyword operator()(const types::Format& t) const { return {"format", "", false, StarlarkString(t.name)}; }
  // No keyword says these.
  Keyword operator()(const types::Custom&) const { return {"", "", true, ""}; }
  Keyword operator()(const types::MultipleOf&) const { return {"", "", true, ""}; }
  Keyword operator()(const types::Assertion&) const { return {"", "", true, ""}; }
};

bool HasText(const types::OneOf& test) {
  return std::all_of(test.allowed.begin(), test.allowed.end(),
                     [](const value::Value* value) { return HasStarlarkText(*value); });
}

// A test that no keyword says, as a condition on `v`; empty when it is none of these.
struct ConditionOf {
  std::string operator()(const types::Minimum& t) const {
    return t.is_exclusive ? "v > " + StarlarkText(*t.bound) : "";
  }
  std::string operator()(const types::Maximum& t) const {
    return t.is_exclusive ? "v < " + StarlarkText(*t.bound) : "";
  }
  std::string operator()(const types::MinLength& t) const { return Characters(t.bound, t.unit, " >= "); }
  std::string operator()(const types::MaxLength& t) const { return Characters(t.bound, t.unit, " <= "); }
  std::string operator()(const types::MultipleOf& t) const {
    const bool is_integer = t.divisor->kind == value::Kind::kInt;
    return is_integer ? "v % " + StarlarkText(*t.divisor) + " == 0" : "";
  }
  template <typename Other>
  std::string operator()(const Other&) const {
    return "";
  }

  // min_len and max_len count bytes. At least one byte is at least one character.
  static std::string Characters(int64_t bound, types::TextUnit unit, std::string_view op) {
    const bool is_same = unit == types::TextUnit::kBytes || (bound <= 1 && op == " >= ") || bound == 0;
    return is_same ? "" : "len(list(v.codepoints()))" + std::string(op) + std::to_string(bound);
  }
};

// A test that no value of the node keeps, as a condition on `v`.
struct UnsatisfiableCondition {
  std::string operator()(const types::Minimum& t) const { return "v >= " + StarlarkText(*t.bound); }
  std::string operator()(const types::Maximum& t) const { return "v <= " + StarlarkText(*t.bound); }
  std::string operator()(const types::MinLength& t) const { return "len(v) >= " + std::to_string(t.bound); }
  std::string operator()(const types::MaxLength& t) const { return "len(v) <= " + std::to_string(t.bound); }
  std::string operator()(const types::OneOf& t) const { return "v in " + KeywordOf()(t).value; }
  template <typename Other>
  std::string operator()(const Other&) const {
    return "";
  }
};

// The order in which ytt runs its rules, and in which people write them.
constexpr std::array<std::string_view, 15> kOrder = {
    "not_null", "min_len", "max_len", "min",         "max",    "one_not_null", "one_of", "enum",
    "regexp",   "format",  "unique",  "starts_with", "prefix", "ends_with",    "suffix"};

size_t PlaceOf(std::string_view name) {
  return static_cast<size_t>(std::find(kOrder.begin(), kOrder.end(), name) - kOrder.begin());
}

// Whether `a` refuses everything that `b` refuses.
bool Implies(const types::Rule& a, const types::Rule& b) {
  if (a.test.index() != b.test.index() || a.message != b.message || a.when != nullptr || b.when != nullptr) {
    return false;
  }
  if (const auto* low = std::get_if<types::Minimum>(&a.test)) {
    return value::Compare(*low->bound, *std::get<types::Minimum>(b.test).bound).value_or(-1) >= 0;
  }
  if (const auto* high = std::get_if<types::Maximum>(&a.test)) {
    return value::Compare(*high->bound, *std::get<types::Maximum>(b.test).bound).value_or(1) <= 0;
  }
  if (const auto* low = std::get_if<types::MinLength>(&a.test)) {
    return low->bound >= std::get<types::MinLength>(b.test).bound;
  }
  if (const auto* high = std::get_if<types::MaxLength>(&a.test)) {
    return high->bound <= std::get<types::MaxLength>(b.test).bound;
  }
  return std::holds_alternative<types::NotNull>(a.test) || std::holds_alternative<types::Unique>(a.test);
}

class RuleWriter {
 public:
  RuleWriter(const types::Model& model, const diag::Path& path, ConversionWarnings& losses)
      : model_(model), path_(path), losses_(losses) {}

  RuleText Run(const NodeRules& node) {
    std::vector<const types::Rule*> rules;
    for (types::RuleId id : node.rules) {
      rules.push_back(&model_.Get(id));
    }
    for (const types::Rule& rule : node.further) {
      rules.push_back(&rule);
    }
    functions_ = node.functions;
    if (node.is_required) {
      lines_[0].push_back({"not_null", "", true, "True"});
    }
    for (size_t i = 0; i < rules.size(); ++i) {
      if (!IsImplied(rules, i, node.is_required)) {
        Add(*rules[i], IsHopeless(rules, i, node.shape));
      }
    }
    WriteLine(annotations::At(annotations::kSchemaValidation) + " ", lines_[0], functions_);
    WriteLine(annotations::At(annotations::kSchemaValidate) + " ", lines_[1], {});
    if (!lines_[1].empty()) {
      text_.extensions.emplace_back("`" + annotations::At(annotations::kSchemaValidate) + "`");
    }
    return std::move(text_);
  }

 private:
  // Whether another rule, or that the value is required, says as much.
  static bool IsImplied(const std::vector<const types::Rule*>& rules, size_t which, bool is_required) {
    const types::Rule& rule = *rules[which];
    if (is_required && std::holds_alternative<types::NotNull>(rule.test) && rule.message.empty()) {
      return true;
    }
    for (size_t i = 0; i < rules.size(); ++i) {
      const types::Rule& other = *rules[i];
      if (i != which && Implies(other, rule) && (i < which || !Implies(rule, other))) {
        return true;
      }
    }
    return false;
  }

  // Whether no value of the node keeps the rule, or it together with one before it.
  bool IsHopeless(const std::vector<const types::Rule*>& rules, size_t which,
                  const types::Shape& shape) const {
    const types::Rule& rule = *rules[which];
    if (const auto* one_of = std::get_if<types::OneOf>(&rule.test)) {
      return IsEnumUnsatisfiable(*one_of, shape, model_);
    }
    const auto end = rules.begin() + static_cast<ptrdiff_t>(which);
    return std::any_of(rules.begin(), end, [&](const types::Rule* other) {
      return Exclude(*other, rule) || Exclude(rule, *other);
    });
  }

  static bool Exclude(const types::Rule& low, const types::Rule& high) {
    const bool are_bounds = std::holds_alternative<types::Minimum>(low.test)
                                ? std::holds_alternative<types::Maximum>(high.test)
                                : std::holds_alternative<types::MinLength>(low.test) &&
                                      std::holds_alternative<types::MaxLength>(high.test);
    return are_bounds && AreBoundsContradictory(low, high);
  }

  void Add(const types::Rule& rule, bool is_hopeless) {
    if (const auto* custom = std::get_if<types::Custom>(&rule.test)) {
      AddFunction(rule, *custom);
      return;
    }
    if (const std::string condition = std::visit(ConditionOf(), rule.test); !condition.empty()) {
      AddCondition(rule, condition);
      return;
    }
    if (const auto* one_of = std::get_if<types::OneOf>(&rule.test); one_of != nullptr && !HasText(*one_of)) {
      Lose(rule, "the rule `" + losses_.DescribeRule(rule) + "`");
      return;
    }
    if (is_hopeless) {
      AddCondition(rule, std::visit(UnsatisfiableCondition(), rule.test));
      return;
    }
    Keyword keyword = std::visit(KeywordOf(), rule.test);
    if (keyword.name.empty()) {
      Lose(rule, "the rule `" + losses_.DescribeRule(rule) + "`");
      return;
    }
    if (rule.when != nullptr) {
      Lose(rule, "the rule `" + std::string(keyword.name) + "=" + keyword.value + "` with its condition");
      return;
    }
    if (!rule.message.empty()) {
      keyword.value = "(" + keyword.value + ", " + StarlarkString(rule.message) + ")";
      text_.extensions.push_back("a message of `" + std::string(keyword.name) + "=`");
    }
    if (Takes(lines_[0], keyword.name)) {
      if (!keyword.is_released) {
        text_.extensions.push_back("`" + std::string(keyword.name) + "=` of `" +
                                   At(annotations::kSchemaValidation) + "`");
      }
      lines_[0].push_back(std::move(keyword));
    } else if (!keyword.other_name.empty() && Takes(lines_[0], keyword.other_name)) {
      keyword.name = keyword.other_name;
      text_.extensions.push_back("`" + std::string(keyword.name) + "=` of `" +
                                 At(annotations::kSchemaValidation) + "`");
      lines_[0].push_back(std::move(keyword));
    } else if (Takes(lines_[1], keyword.name)) {
      lines_[1].push_back(std::move(keyword));
    } else {
      Lose(rule, "the third rule `" + std::string(keyword.name) + "=` of one node");
    }
  }

  static bool Takes(const std::vector<Keyword>& line, std::string_view name) {
    return std::none_of(line.begin(), line.end(), [&](const Keyword& each) { return each.name == name; });
  }

  void AddFunction(const types::Rule& rule, const types::Custom& custom) {
    const auto* translatable = dynamic_cast<const types::SourcePrinter*>(custom.predicate.get());
    const std::optional<types::SourcePrinter::PrintedSource> text =
        translatable == nullptr
            ? std::nullopt
            : translatable->In(types::SourcePrinter::Language::kStarlark, {"v", false, false, {}});
    if (!text) {
      Lose(rule, "the rule `" + losses_.DescribeRule(rule) + "`");
      return;
    }
    const std::string& message = rule.message.empty() ? text->message : rule.message;
    functions_.push_back("(" + StarlarkString(message.empty() ? losses_.DescribeRule(rule) : message) +
                         ", lambda v: " + text->expression + ")");
    text_.modules.insert(text_.modules.end(), text->modules.begin(), text->modules.end());
  }

  void AddCondition(const types::Rule& rule, const std::string& condition) {
    if (rule.when != nullptr) {
      Lose(rule, "the rule `" + losses_.DescribeRule(rule) + "` with its condition");
      return;
    }
    const std::string message = rule.message.empty() ? losses_.DescribeRule(rule) : rule.message;
    functions_.push_back("(" + StarlarkString(message) + ", lambda v: " + condition + ")");
  }

  void Lose(const types::Rule& rule, std::string what) {
    text_.comments.push_back(
        losses_.Report({rule.span, path_, std::move(what), "",
                        "state it as `" + At(annotations::kSchemaValidation) +
                            " (\"what it must be\", lambda v: …)`, a function in Starlark",
                        false}));
  }

  void WriteLine(std::string text, std::vector<Keyword>& keywords,
                 const std::vector<std::string>& functions) {
    if (keywords.empty() && functions.empty()) {
      return;
    }
    std::stable_sort(keywords.begin(), keywords.end(),
                     [](const Keyword& a, const Keyword& b) { return PlaceOf(a.name) < PlaceOf(b.name); });
    std::string separator;
    for (const std::string& function : functions) {
      text += std::exchange(separator, ", ") + function;
    }
    for (const Keyword& keyword : keywords) {
      text += std::exchange(separator, ", ") + std::string(keyword.name) + "=" + keyword.value;
    }
    text_.annotations.push_back(std::move(text));
  }

  const types::Model& model_;
  const diag::Path& path_;
  ConversionWarnings& losses_;
  std::vector<Keyword> lines_[2];  // of @schema/validation and @schema/validate
  std::vector<std::string> functions_;
  RuleText text_;
};

}  // namespace

RuleText WriteRules(const NodeRules& rules, const types::Model& model, const diag::Path& path,
                    ConversionWarnings& losses) {
  return RuleWriter(model, path, losses).Run(rules);
}

}  // namespace kval::schemas::ytt
