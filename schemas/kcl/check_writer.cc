#include "schemas/kcl/check_writer.h"

#include <algorithm>
#include <optional>

#include "schemas/kcl/recognize.h"
#include "schemas/kcl/source_formatting.h"
#include "schemas/kcl/type_text.h"
#include "src/check/rule_test.h"
#include "src/types/key_test.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

using Values = std::vector<const value::Value*>;

constexpr int kCheckWriterDepthLimit = 60;
// Of an attribute whose default is None, and of one without default.
constexpr const char* kIsSet[] = {" is not None", " not in [None, Undefined]"};

// A further condition behind `guard`.
std::string Joined(const std::string& guard, const std::string& condition) {
  if (guard.empty() || condition.empty()) {
    return guard + condition;
  }
  const bool is_loose = condition.find(" or ") != std::string::npos;
  return guard + " and " + (is_loose ? "(" + condition + ")" : condition);
}

// A check line out of a translated function.
std::string LineOf(const types::SourcePrinter::PrintedSource& text, const std::string& guard) {
  const std::string requested = Joined(guard, text.guard);
  return text.expression + (requested.empty() ? "" : " if " + requested) +
         (text.message.empty() ? "" : ", " + KclString(text.message));
}

bool IsNumber(const value::Value& value) {
  return (value.kind == value::Kind::kInt || value.kind == value::Kind::kFloat) && HasLiteral(value);
}

// Two bounds that one chained comparison can say.
bool ArePair(const types::Rule& low, const types::Rule& high) {
  const bool are_bounds = (std::holds_alternative<types::Minimum>(low.test) &&
                           std::holds_alternative<types::Maximum>(high.test)) ||
                          (std::holds_alternative<types::MinLength>(low.test) &&
                           std::holds_alternative<types::MaxLength>(high.test));
  return are_bounds && low.message == high.message && low.when == nullptr && high.when == nullptr;
}

}  // namespace

CheckWriter::CheckWriter(const types::Model& model, const SchemaNames& names,
                         const SchemaNames::SchemaEntry& schema, CodeExporter& code,
                         ConversionWarnings& losses)
    : model_(model),
      names_(names),
      schema_(schema),
      attributes_(std::get<types::Record>(model.Resolve(schema.type).shape)),
      is_root_(&schema == names.entries().data()),
      code_(code),
      losses_(losses) {}

std::vector<std::string> CheckWriter::TakeComments() {
  return std::exchange(comments_, {});
}

void CheckWriter::AddAttribute(const types::Field& field, UnsetValue unset, const Values& defaults,
                               bool skip_not_null, const diag::Path& path) {
  path_ = path;
  CheckedExpression subject;
  subject.text = AttributeRef(value::PlainText(*field.key)).value_or("");
  AddValue(field.type, subject, unset, defaults, skip_not_null, 0);
}

void CheckWriter::AddRecord(const types::Type& record, const diag::Path& path) {
  path_ = path;
  for (types::RuleId id : record.rules) {
    const types::Rule& rule = model_.Get(id);
    if (std::holds_alternative<types::Custom>(rule.test)) {
      const CodeExporter::ExportedCode words = FunctionOf(rule, {});
      if (words.text) {
        lines_.push_back(LineOf(*words.text, ""));
        modules_.insert(words.text->modules.begin(), words.text->modules.end());
      } else {
        ReportLoss(rule, words.why_not);
      }
    } else if (const auto* several = std::get_if<types::OneNotNull>(&rule.test)) {
      std::string list;
      bool can_name = rule.when == nullptr && Sees("len");
      const auto add = [&](std::string_view key) {
        const std::optional<std::string> name = AttributeRef(key);
        can_name = can_name && name && attributes_.Find(model_.interner().Intern(key)) != nullptr;
        list += (list.empty() ? "" : ", ") + name.value_or("");
      };
      for (const std::string& key : several->keys) {
        add(key);
      }
      for (const types::Field& field :
           several->keys.empty() ? attributes_.fields : std::vector<types::Field>()) {
        add(value::PlainText(*field.key));
      }
      if (!can_name) {
        ReportLoss(rule, "its keys cannot be named in a check line");
        continue;
      }
      const std::string value = FreeVariable("value");
      AddLine({},
              "len([" + value + " for " + value + " in [" + list + "] if " + value +
                  " not in [None, Undefined]]) == 1",
              "", rule.message);
    } else if (is_root_ && !std::holds_alternative<types::NotNull>(rule.test)) {
      ReportLoss(rule, "a schema cannot check the number of its attributes");
    }
  }
}

// A rule that is a function, in KCL's words, its condition and its message included.
CodeExporter::ExportedCode CheckWriter::FunctionOf(const types::Rule& rule,
                                                   const CheckedExpression& subject) {
  const auto& custom = std::get<types::Custom>(rule.test);
  const types::SourcePrinter::Names names = NamesFor(subject);
  CodeExporter::ExportedCode words = code_.In(schema_.name, custom.predicate.get(), names);
  if (!words.text) {
    return words;
  }
  if (rule.when != nullptr && words.text->guard.empty()) {
    CodeExporter::ExportedCode when = code_.In(schema_.name, rule.when.get(), names);
    if (!when.text) {
      return when;
    }
    words.text->guard = when.text->expression;
  }
  if (words.text->message.empty() && !rule.message.empty()) {
    words.text->message = std::string(kMustBe) + rule.message;
  }
  return words;
}

// The names that a function can refer to from the subject's place.
types::SourcePrinter::Names CheckWriter::NamesFor(const CheckedExpression& subject) const {
  types::SourcePrinter::Names names;
  names.subject = subject.text;
  names.is_attribute = !subject.text.empty() && subject.head.empty();
  names.is_of_root = is_root_;
  names.attribute = [this](std::string_view key, const value::Value* compared) {
    return AttributeFor(key, compared);
  };
  return names;
}

std::string CheckWriter::AttributeFor(std::string_view key, const value::Value* compared) const {
  const types::Field* field = attributes_.Find(model_.interner().Intern(key));
  const std::optional<std::string> name = AttributeRef(key);
  if (field == nullptr || !name || field->presence == types::FieldPresence::kOptional) {
    return {};
  }
  if (compared == nullptr || compared->kind == value::Kind::kNull) {
    return *name;
  }
  const types::Shape& shape = model_.Resolve(field->type).shape;
  const auto* scalar = std::get_if<types::Scalar>(&shape);
  const bool are_numbers = scalar != nullptr && IsNumber(*compared) &&
                           (scalar->kind == value::Kind::kInt || scalar->kind == value::Kind::kFloat);
  const bool fits = are_numbers || (scalar != nullptr && scalar->kind == compared->kind);
  return fits ? *name : std::string();
}

void CheckWriter::AddValue(types::TypeId id, const CheckedExpression& subject, UnsetValue unset,
                           const Values& defaults, bool skip_not_null, int depth) {
  const types::Type& type = model_.Resolve(id);
  AddRules(type, subject, unset, RuleInType(model_, type, defaults), skip_not_null);
  if (depth < kCheckWriterDepthLimit) {
    AddElements(type, subject, unset, defaults, depth);
  }
}

void CheckWriter::AddRules(const types::Type& type, const CheckedExpression& subject, UnsetValue unset,
                           const types::Rule* in_type, bool skip_not_null) {
  const auto* record = std::get_if<types::Record>(&type.shape);
  std::vector<const types::Rule*> rules;
  for (types::RuleId id : type.rules) {
    const types::Rule& rule = model_.Get(id);
    const bool is_of_schema = std::holds_alternative<types::Custom>(rule.test) ||
                              std::holds_alternative<types::OneNotNull>(rule.test);
    const bool is_reported = &rule == in_type ||
                             (skip_not_null && std::holds_alternative<types::NotNull>(rule.test)) ||
                             (record != nullptr && IsSchema(*record) && is_of_schema);
    if (!is_reported) {
      rules.push_back(&rule);
    }
  }
  const std::optional<types::Rule> literal = LiteralRule(type);
  if (literal) {
    rules.push_back(&*literal);
  }
  std::vector<const types::Rule*> done;
  for (const types::Rule* rule : rules) {
    if (std::find(done.begin(), done.end(), rule) != done.end()) {
      continue;
    }
    if (SetsFormat(*rule)) {
      continue;
    }
    const types::Rule* other = nullptr;
    const CodeExporter::ExportedCode words =
        rule->when == nullptr || !subject.head.empty()
            ? CodeExporter::ExportedCode()
            : code_.In(schema_.name, rule->when.get(), NamesFor(subject));
    const std::optional<types::SourcePrinter::PrintedSource>& when = words.text;
    const bool can_evaluate = !subject.text.empty() && (rule->when == nullptr || when);
    std::string condition =
        can_evaluate && !when ? CombinedRange(*rule, rules, type, subject.text, &other) : std::string();
    CodeExporter::ExportedCode function;
    if (const auto* custom = std::get_if<types::Custom>(&rule->test); custom != nullptr && can_evaluate) {
      function = code_.In(schema_.name, custom->predicate.get(), NamesFor(subject));
      condition = function.text ? function.text->expression : std::string();
      if (function.text) {
        modules_.insert(function.text->modules.begin(), function.text->modules.end());
      }
    }
    if (condition.empty() && can_evaluate) {
      condition = ConditionOf(*rule, type, subject.text);
    }
    if (condition.empty()) {
      ReportLoss(*rule, subject.text.empty() ? "a check line cannot refer to a key that is not an identifier"
                        : !words.why_not.empty()    ? words.why_not
                        : !function.why_not.empty() ? function.why_not
                        : rule->when != nullptr     ? "a function decides where it applies"
                                                    : "");
      continue;
    }
    done.push_back(other);
    std::string guard = GuardOf(*rule, type, subject, unset);
    if (other != nullptr && guard != GuardOf(*other, type, subject, unset)) {
      guard = subject.text + kIsSet[unset == UnsetValue::kNone ? 0 : 1];
    }
    if (when) {
      guard = Joined(guard, when->expression);
    }
    AddLine(subject, condition, guard, rule->message);
  }
}

// A format is named by `@info` at the attribute.
bool CheckWriter::SetsFormat(const types::Rule& rule) {
  const auto* format = std::get_if<types::Format>(&rule.test);
  if (format == nullptr || !variables_.empty() || !format_.empty() || rule.when != nullptr ||
      !rule.message.empty()) {
    return false;
  }
  format_ = format->name;
  comments_.push_back(losses_.Report({rule.span, path_, "the rule `" + losses_.DescribeRule(rule) + "`",
                                      "kval reads it from `@info`, KCL itself does not check it",
                                      "state it as a line of `check:` with `regex.match`", true}));
  return true;
}

void CheckWriter::AddElements(const types::Type& type, const CheckedExpression& subject, UnsetValue unset,
                              const Values& defaults, int depth) {
  const auto* list = std::get_if<types::List>(&type.shape);
  const auto* record = std::get_if<types::Record>(&type.shape);
  const bool is_dict = record != nullptr && !IsSchema(*record) && record->key_rules.size() == 1;
  if (is_dict) {
    AddKeys(*record, type, subject, unset);
  }
  if (list == nullptr && !is_dict) {
    return;
  }
  CheckedExpression element = subject;
  element.text = FreeVariable(list != nullptr ? "item" : "value");
  const std::string variables = list != nullptr ? element.text : "_, " + element.text;
  if (!subject.text.empty()) {
    element.head += "all " + variables + " in " + subject.text + " { ";
    element.tail += " }";
    if (unset != UnsetValue::kNever) {
      element.guard = subject.text;  // without elements there is nothing to check
    }
  } else {
    element.text.clear();
  }
  variables_.push_back(element.text);
  path_.push_back(list != nullptr ? diag::PathStep::Index(0) : diag::PathStep::Key("*"));
  AddValue(list != nullptr ? list->item : record->key_rules.front().value, element, UnsetValue::kNever,
           ElementsOf(defaults), false, depth + 1);
  path_.pop_back();
  variables_.pop_back();
}

// Which keys a dict may have, and how many.
void CheckWriter::AddKeys(const types::Record& record, const types::Type& type,
                          const CheckedExpression& subject, UnsetValue unset) {
  const types::KeyRule& rule = record.key_rules.front();
  const std::string guard = unset == UnsetValue::kNever ? "" : subject.text;
  const auto* pattern = dynamic_cast<const types::KeyPattern*>(rule.allowed.get());
  const bool is_in_type = rule.allowed == nullptr || !NamedKeys(rule).empty() ||
                          dynamic_cast<const types::KeyOfKind*>(rule.allowed.get()) != nullptr;
  if (pattern != nullptr && !is_in_type && !subject.text.empty() && Sees("regex")) {
    const std::string key = FreeVariable("key");
    CheckedExpression keys = subject;
    keys.head += "all " + key + " in " + subject.text + " { ";
    keys.tail += " }";
    modules_.insert("regex");
    AddLine(keys, "regex.match(" + key + ", " + KclPattern("^(?:" + pattern->text() + ")$") + ")", guard, "");
  } else if (!is_in_type) {
    ReportLoss(rule.span, "which keys are allowed", "", "check the keys: `all key in … { … }`");
  }
  if (rule.count_predicate != nullptr) {
    ReportLoss(rule.span, "the function that counts keys", "", "check `len(…)`");
    return;
  }
  const auto is_any = [](const types::Count& count) {
    return count.at_least == 0 && count.at_most == types::Count::kUnbounded;
  };
  if (rule.counts.empty() || std::any_of(rule.counts.begin(), rule.counts.end(), is_any)) {
    return;
  }
  std::string condition;
  for (const types::Count& count : rule.counts) {
    const std::string length = "len(" + subject.text + ")";
    const std::string low = std::to_string(count.at_least);
    condition += condition.empty() ? "" : " or ";
    condition += count.at_most == types::Count::kUnbounded ? length + " >= " + low
                 : count.at_least == count.at_most
                     ? length + " == " + low
                     : low + " <= " + length + " <= " + std::to_string(count.at_most);
  }
  if (!subject.text.empty() && Sees("len")) {
    AddLine(subject, condition, unset == UnsetValue::kNone ? subject.text + " is not None" : guard, "");
    ReportLoss(rule.span, "the number of keys as such", "the length of the map is checked instead", "");
  } else {
    ReportLoss(rule.span, "the number of keys", "", "check it where the map can be named");
  }
  static_cast<void>(type);
}

void CheckWriter::AddLine(const CheckedExpression& subject, std::string_view condition,
                          const std::string& guard, std::string_view message) {
  std::string line = subject.head + std::string(condition) + subject.tail;
  const std::string& requested =
      subject.head.empty() ? guard : (subject.guard.empty() ? guard : subject.guard);
  if (!requested.empty()) {
    line += " if " + requested;
  }
  if (!message.empty()) {
    line += ", " + KclString(std::string(kMustBe) + std::string(message));
  }
  lines_.push_back(std::move(line));
}

std::string CheckWriter::ConditionOf(const types::Rule& rule, const types::Type& type,
                                     const std::string& subject) {
  const CheckCapabilities able = CheckCapabilitiesOf(model_, type);
  if (const auto* low = std::get_if<types::Minimum>(&rule.test)) {
    return able.is_number && IsNumber(*low->bound)
               ? subject + (low->is_exclusive ? " > " : " >= ") + KclText(*low->bound)
               : "";
  }
  if (const auto* high = std::get_if<types::Maximum>(&rule.test)) {
    return able.is_number && IsNumber(*high->bound)
               ? subject + (high->is_exclusive ? " < " : " <= ") + KclText(*high->bound)
               : "";
  }
  if (const auto* low = std::get_if<types::MinLength>(&rule.test)) {
    return LengthOf(able, low->unit, low->bound <= 1, subject, " >= " + std::to_string(low->bound));
  }
  if (const auto* high = std::get_if<types::MaxLength>(&rule.test)) {
    return LengthOf(able, high->unit, high->bound == 0, subject, " <= " + std::to_string(high->bound));
  }
  if (const auto* one_of = std::get_if<types::OneOf>(&rule.test)) {
    std::vector<const value::Value*> allowed;
    for (const value::Value* value : one_of->allowed) {
      if (value->is_collection() || !HasLiteral(*value)) {
        return "";
      }
      if (value->kind != value::Kind::kNull) {
        allowed.push_back(value);
      }
    }
    Arena arena;
    const value::Value* list = value::Builder(&arena).Sequence(allowed);
    return subject + " in " + KclText(*list, 8, 8 + subject.size() + 4);
  }
  if (const auto* multiple = std::get_if<types::MultipleOf>(&rule.test)) {
    const bool is_integer = multiple->divisor->kind == value::Kind::kInt;
    return able.is_number && is_integer ? subject + " % " + KclText(*multiple->divisor) + " == 0" : "";
  }
  if (std::holds_alternative<types::NotNull>(rule.test)) {
    return subject + " is not None";
  }
  if (std::holds_alternative<types::Unique>(rule.test)) {
    return able.is_list && Sees("isunique") ? "isunique(" + subject + ")" : "";
  }
  if (const auto* matches = std::get_if<types::MatchesRegex>(&rule.test)) {
    if (!able.is_text || !Sees("regex")) {
      return "";
    }
    modules_.insert("regex");
    return "regex.match(" + subject + ", " + KclPattern(matches->pattern.text()) + ")";
  }
  if (const auto* prefix = std::get_if<types::Prefix>(&rule.test)) {
    return able.is_text ? subject + ".startswith(" + KclString(prefix->text) + ")" : "";
  }
  if (const auto* suffix = std::get_if<types::Suffix>(&rule.test)) {
    return able.is_text ? subject + ".endswith(" + KclString(suffix->text) + ")" : "";
  }
  return "";
}

// KCL's `len` counts bytes of a string; a list of its characters has as many items as there are characters.
// `is_same`: the bound means the same in both.
std::string CheckWriter::LengthOf(const CheckCapabilities& able, types::TextUnit unit, bool is_same,
                                  const std::string& subject, const std::string& bound) const {
  if (!able.has_length || !Sees("len")) {
    return "";
  }
  if (unit == types::TextUnit::kBytes || is_same || !able.is_text) {
    return "len(" + subject + ")" + bound;
  }
  const std::string character = FreeVariable("c");
  return able.is_list ? "" : "len([" + character + " for " + character + " in " + subject + "])" + bound;
}

// `1 <= port <= 65535` for two rules at once.
std::string CheckWriter::CombinedRange(const types::Rule& rule, const std::vector<const types::Rule*>& rules,
                                       const types::Type& type, const std::string& subject,
                                       const types::Rule** other) {
  for (const types::Rule* second : rules) {
    const bool is_low = ArePair(rule, *second);
    if (!is_low && !ArePair(*second, rule)) {
      continue;
    }
    const types::Rule& low = is_low ? rule : *second;
    const types::Rule& high = is_low ? *second : rule;
    const std::string from = ConditionOf(low, type, subject);
    const std::string to = ConditionOf(high, type, subject);
    if (from.empty() || to.empty()) {
      return "";
    }
    *other = second;
    const auto* minimum = std::get_if<types::Minimum>(&low.test);
    const bool is_exclusive = minimum != nullptr && minimum->is_exclusive;
    const std::string op = is_exclusive ? " > " : " >= ";
    return from.substr(from.rfind(op) + op.size()) + (is_exclusive ? " < " : " <= ") + to;
  }
  return "";
}

// What makes the line silent about a null: the shortest form that lets nothing else pass.
std::string CheckWriter::GuardOf(const types::Rule& rule, const types::Type& type,
                                 const CheckedExpression& subject, UnsetValue unset) {
  if (unset == UnsetValue::kNever || std::holds_alternative<types::NotNull>(rule.test)) {
    return "";
  }
  Arena arena;
  value::Builder build(&arena);
  const bool is_function = std::holds_alternative<types::Custom>(rule.test);
  const value::Value* falsy = is_function ? nullptr : FalsyOf(type, build);
  const diag::Path path;
  if (falsy != nullptr && check::RunTest(rule, *falsy, {falsy, nullptr, &path}).holds()) {
    return subject.text;
  }
  return subject.text + kIsSet[unset == UnsetValue::kNone ? 0 : 1];
}

// A variable that hides no attribute.
std::string CheckWriter::FreeVariable(std::string name) const {
  const auto is_taken = [&] {
    return attributes_.Find(model_.interner().Intern(name)) != nullptr ||
           std::find(variables_.begin(), variables_.end(), name) != variables_.end();
  };
  while (is_taken()) {
    name += '_';
  }
  return name;
}

// Whether the schema has no attribute of a function's name.
bool CheckWriter::Sees(std::string_view function) const {
  return attributes_.Find(model_.interner().Intern(function)) == nullptr;
}

void CheckWriter::ReportLoss(const types::Rule& rule, const std::string& why) {
  const std::string condition = rule.when == nullptr ? "" : " with its condition";
  ReportLoss(rule.span, "the rule `" + losses_.DescribeRule(rule) + "`" + condition, why,
             "state it as a line of `check:`");
}

void CheckWriter::ReportLoss(source::Span at, std::string what, std::string why, std::string hint) {
  comments_.push_back(losses_.Report({at, path_, std::move(what), std::move(why), std::move(hint), false}));
}

}  // namespace kval::schemas::kcl
