#include <algorithm>
#include <string>
#include <unordered_set>

#include "src/report/text.h"
#include "src/support/native_stack.h"
#include "src/types/model.h"
#include "src/value/compare.h"

namespace kval::types {
namespace {

constexpr size_t kWholeValue = 1 << 16;

std::string CountText(const Count& count) {
  if (count.at_most == Count::kUnbounded) {
    return std::to_string(count.at_least) + "+";
  }
  if (count.at_least == count.at_most) {
    return std::to_string(count.at_least);
  }
  return std::to_string(count.at_least) + ".." + std::to_string(count.at_most);
}

std::string KeysText(const std::vector<std::string>& keys) {
  std::string text;
  for (const std::string& key : keys) {
    text += " " + key;
  }
  return text;
}

// Describes the properties of an assertion other than its types.
std::string DescribeAssertion(const Assertion& assertion) {
  std::string text(NameOf(assertion));
  if (const auto* required = std::get_if<RequiredKeys>(&assertion)) {
    return text + KeysText(required->keys);
  }
  if (const auto* keys = std::get_if<DependentKeys>(&assertion)) {
    return text + " " + keys->key + ":" + KeysText(keys->keys);
  }
  if (const auto* type = std::get_if<DependentType>(&assertion)) {
    return text + " " + type->key;
  }
  if (const auto* contains = std::get_if<Contains>(&assertion)) {
    return text + " " + CountText({contains->at_least, contains->at_most});
  }
  return text;
}

// Writes types as an indented outline: one line for each field, its type's facts behind it.
class Dumper {
 public:
  explicit Dumper(const Model& model) : model_(model) {}

  std::string Run() {
    WriteField("document", model_.root(), 0);
    return std::move(out_);
  }
  std::string Run(TypeId type) {
    WriteType("type: ", type, "", 0);
    return std::move(out_);
  }

 private:
  void Line(size_t depth, const std::string& text) {
    out_ += std::string(depth * 2, ' ') + report::Escape(text) + "\n";
    ++lines_;
  }

  // Types that refer to each other many times over would make a text without end: once it is long, each is
  // written out once.
  bool IsWrittenAbove(const void* meaning) {
    constexpr size_t kLong = 20'000;
    return !written_.insert(meaning).second && lines_ > kLong;
  }

  bool IsOpen(const void* part) const { return std::find(open_.begin(), open_.end(), part) != open_.end(); }

  void WriteField(const std::string& name, const Field& field, size_t depth) {
    std::string head = name;
    if (field.presence == FieldPresence::kRequired) {
      head += " (required)";
    } else if (field.presence == FieldPresence::kOptional) {
      head += " (optional)";
    }
    std::string tail;
    if (field.fallback.computed != nullptr) {
      tail = " = computed " + field.fallback.computed->Describe();
    } else if (field.fallback.value != nullptr) {
      tail = " = " + value::Abbreviate(*field.fallback.value, kWholeValue);
    }
    WriteType(head + ": ", field.type, tail, depth);
  }

  void WriteType(const std::string& head, TypeId id, const std::string& tail, size_t depth) {
    NeedStack();
    const Type& type = model_.Resolve(id);
    const void* meaning = MeaningOf(type);
    const bool is_open = IsOpen(&type) || IsOpen(meaning);
    const bool is_above = !is_open && IsWrittenAbove(meaning);
    Line(depth, head + TypeName(model_, id) + Traits(type) + tail +
                    (is_open    ? " (recursive)"
                     : is_above ? " (as above)"
                                : ""));
    open_.insert(open_.end(), {&type, meaning});
    // Types that share fields say other things about them.
    if (written_.insert(&type).second || (!is_open && !is_above)) {
      WriteDoc(*type.doc, depth + 1);
      WriteRules(type, depth + 1);
    }
    if (!is_open && !is_above) {
      WriteChildren(type, depth + 1);
    }
    open_.resize(open_.size() - 2);
  }

  static std::string Traits(const Type& type) {
    std::string text = type.nullable ? "?" : "";
    const auto* scalar = std::get_if<Scalar>(&type.shape);
    if (scalar != nullptr && scalar->accepts_whole_floats) {
      text += " (or a float without fraction)";
    }
    return text + (type.ignores_other_kinds ? " (other kinds pass)" : "");
  }

  void WriteDoc(const Doc& doc, size_t depth) {
    if (!doc.title.empty()) {
      Line(depth, "title " + Quoted(doc.title));
    }
    if (!doc.text.empty()) {
      Line(depth, "doc " + Quoted(doc.text));
    }
    if (doc.deprecated) {
      Line(depth, "deprecated " + Quoted(*doc.deprecated));
    }
    if (doc.removed) {
      Line(depth, "removed " + Quoted(*doc.removed));
    }
    if (doc.sensitive) {
      Line(depth, "sensitive");
    }
    for (const Example& example : doc.examples) {
      Line(depth,
           "example " + Quoted(example.description) + " " + value::Abbreviate(*example.value, kWholeValue));
    }
  }

  // In one order, whatever the order in which a schema states them: it means nothing.
  void WriteRules(const Type& type, size_t depth) {
    std::vector<const Rule*> rules;
    for (RuleId id : type.rules) {
      rules.push_back(&model_.Get(id));
    }
    std::stable_sort(rules.begin(), rules.end(),
                     [](const Rule* a, const Rule* b) { return a->test.index() < b->test.index(); });
    for (const Rule* rule : rules) {
      WriteRule(WithKeys(*rule, type), depth);
    }
  }

  // `one_not_null` of all keys names them, where they are known.
  Rule WithKeys(Rule rule, const Type& type) const {
    auto* test = std::get_if<OneNotNull>(&rule.test);
    const auto* record = std::get_if<Record>(&type.shape);
    if (test != nullptr && test->keys.empty() && record != nullptr && record->key_rules.empty()) {
      for (const Field& field : record->fields) {
        test->keys.push_back(value::PlainText(*field.key));
      }
    }
    return rule;
  }

  void WriteRule(const Rule& rule, size_t depth) {
    std::string line = "rule " + Describe(rule.test);
    if (rule.when != nullptr) {
      line += " when " + rule.when->Describe();
    }
    if (!rule.message.empty()) {
      line += " message " + Quoted(rule.message);
    }
    Line(depth, line);
    if (const auto* assertion = std::get_if<Assertion>(&rule.test)) {
      for (const Operand& operand : OperandsOf(*assertion)) {
        WriteType(std::string(operand.part) + ": ", operand.type, "", depth + 1);
      }
    }
  }

  void WriteChildren(const Type& type, size_t depth) {
    if (const auto* list = std::get_if<List>(&type.shape)) {
      for (size_t i = 0; i < list->prefix.size(); ++i) {
        WriteType("item " + std::to_string(i) + ": ", list->prefix[i], "", depth);
      }
      if (list->open) {
        Line(depth, list->prefix.empty() ? "any items" : "any further items");
      } else {
        WriteType(list->prefix.empty() ? "items: " : "further items: ", list->item, "", depth);
      }
    } else if (const auto* choice = std::get_if<Union>(&type.shape)) {
      for (TypeId arm : choice->variants) {
        WriteType("either: ", arm, "", depth);
      }
    } else if (const auto* record = std::get_if<Record>(&type.shape)) {
      WriteRecord(*record, depth);
    }
  }

  void WriteRecord(const Record& record, size_t depth) {
    for (const Field& field : record.fields) {
      WriteField(Quoted(model_.interner().Text(field.name)), field, depth);
    }
    for (const KeyRule& rule : record.key_rules) {
      if (AllowsAnything(rule)) {
        Line(depth, "any other key");
        continue;
      }
      std::string head = rule.additional ? "all keys" : "keys";
      if (rule.allowed != nullptr) {
        head += " " + rule.allowed->Describe();
      }
      for (size_t i = 0; i < rule.counts.size(); ++i) {
        head += (i == 0 ? " expects " : " or ") + CountText(rule.counts[i]);
      }
      if (rule.count_predicate != nullptr) {
        head += " expects " + rule.count_predicate->Describe();
      }
      WriteType(head + ": ", rule.value, "", depth);
    }
    if (record.open) {
      Line(depth, "any other key");
    }
  }

  // Such a rule says no more than that the record is open.
  bool AllowsAnything(const KeyRule& rule) const {
    const Type& type = model_.Resolve(rule.value);
    const bool any_number =
        rule.counts.empty() || std::any_of(rule.counts.begin(), rule.counts.end(), [](const Count& count) {
          return count.at_least == 0 && count.at_most == Count::kUnbounded;
        });
    return std::holds_alternative<Any>(type.shape) && type.rules.empty() && type.doc->empty() &&
           rule.allowed == nullptr && !rule.additional && rule.count_predicate == nullptr && any_number;
  }

  static std::string Quoted(std::string_view text) {
    value::Value string;
    string.kind = value::Kind::kString;
    string.raw = text;
    return value::Abbreviate(string, kWholeValue);
  }

  const Model& model_;
  std::string out_;
  size_t lines_ = 0;
  std::unordered_set<const void*> written_;
  std::vector<const void*> open_;  // types currently being written
};

}  // namespace

std::string Describe(const Test& test) {
  struct Visitor {
    std::string operator()(const Minimum& t) const {
      return (t.is_exclusive ? "more than " : "min ") + value::Abbreviate(*t.bound, kWholeValue);
    }
    std::string operator()(const Maximum& t) const {
      return (t.is_exclusive ? "less than " : "max ") + value::Abbreviate(*t.bound, kWholeValue);
    }
    std::string operator()(const MinLength& t) const { return "min_len " + Length(t.bound, t.unit); }
    std::string operator()(const MaxLength& t) const { return "max_len " + Length(t.bound, t.unit); }
    std::string operator()(const OneOf& t) const {
      std::string text = "one_of [";
      for (size_t i = 0; i < t.allowed.size(); ++i) {
        text += (i == 0 ? "" : ", ") + value::Abbreviate(*t.allowed[i], kWholeValue);
      }
      return text + "]";
    }
    std::string operator()(const OneNotNull& t) const {
      std::string text = "one_not_null";
      for (const std::string& key : t.keys) {
        text += " " + key;
      }
      return text;
    }
    std::string operator()(const NotNull&) const { return "not_null"; }
    std::string operator()(const Unique&) const { return "unique"; }
    std::string operator()(const MatchesRegex& t) const { return "pattern " + t.pattern.text(); }
    std::string operator()(const Prefix& t) const { return "starts_with " + t.text; }
    std::string operator()(const Suffix& t) const { return "ends_with " + t.text; }
    std::string operator()(const Format& t) const { return "format " + t.name; }
    std::string operator()(const Custom& t) const { return "check " + t.predicate->Describe(); }
    std::string operator()(const MultipleOf& t) const {
      return "multiple_of " + value::Abbreviate(*t.divisor, kWholeValue);
    }
    std::string operator()(const Assertion& t) const { return DescribeAssertion(t); }

    static std::string Length(int64_t bound, TextUnit unit) {
      return std::to_string(bound) + (unit == TextUnit::kCharacters ? " characters" : "");
    }
  };
  return std::visit(Visitor{}, test);
}

std::string Dump(const Model& model) {
  return Dumper(model).Run();
}

std::string Dump(const Model& model, TypeId type) {
  return Dumper(model).Run(type);
}

}  // namespace kval::types
