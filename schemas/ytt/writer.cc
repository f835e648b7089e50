#include "schemas/ytt/writer.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "schemas/comment_lines.h"
#include "schemas/default_fit.h"
#include "schemas/ytt/example.h"
#include "schemas/ytt/one_of.h"
#include "schemas/ytt/rule_text.h"
#include "schemas/ytt/starlark_text.h"
#include "schemas/ytt/yaml_lines.h"
#include "src/check/complete.h"
#include "src/check/describe.h"
#include "src/support/substitute.h"
#include "src/types/key_test.h"
#include "src/value/builder.h"
#include "src/value/compare.h"
#include "src/yaml/writer.h"

namespace kval::schemas::ytt {
namespace {

using Lines = std::vector<std::string>;

constexpr int kWriterDepthLimit = 200;
constexpr size_t kNodeLimit = 100'000;  // deep ones, whose lines are long, count several times

constexpr char kNoStarlark[] = "Starlark has no expression for it";

using annotations::At;

std::string Quoted(const annotations::Spec& spec) {
  return "`" + At(spec) + "`";
}
std::string TypeExtension() {
  return "`one_of=` of " + Quoted(annotations::kSchemaType);
}

// A node of the schema document in the making.
struct OutputNode {
  enum class OutputNodeKind { kDocument, kMapItem, kArrayItem };
  OutputNodeKind place = OutputNodeKind::kMapItem;
  types::TypeId type;
  types::Default fallback;
  types::FieldPresence presence = types::FieldPresence::kFilled;
  const types::KeyRule* key_rule = nullptr;
  const value::Value* key = nullptr;  // of a map item
  source::Span span;
};

// The output for a node: the lines above it, then a value or a block of child nodes.
struct OutputText {
  Lines above;                            // without `#`
  const value::Value* example = nullptr;  // null: `block` holds the children
  Lines block;
  bool is_array = false;               // the block's lines are array items
  std::vector<std::string> functions;  // rules expressed by parts of the type
};

class SchemaWriter {
 public:
  SchemaWriter(const types::Model& model, Arena& arena, ConversionWarnings& losses)
      : model_(model), arena_(arena), build_(&arena), losses_(losses) {}

  std::string Run() {
    const types::Field& root = model_.root();
    OutputNode node;
    node.place = OutputNode::OutputNodeKind::kDocument;
    node.type = root.type;
    node.fallback = root.fallback;
    node.span = root.span;
    const OutputText text = Write(node, 0);
    Lines lines = Preamble();
    Append(text.above, "#", lines);
    lines.emplace_back("---");
    const bool is_block = text.example == nullptr && !text.block.empty();
    Append(is_block ? text.block : YamlLines(text.example == nullptr ? *build_.Mapping({}) : *text.example),
           "", lines);
    std::string out;
    for (const std::string& line : lines) {
      out += line + "\n";
    }
    return out;
  }

  void ReportExtensions() const {
    std::string names;
    for (const std::string& extension : extensions_) {
      names += (names.empty() ? "the meaning of " : ", ") + extension;
    }
    if (!names.empty()) {
      losses_.Report({model_.root().span,
                      {},
                      names,
                      "the schema uses an extension of kval, which ytt rejects or ignores",
                      "write the rule as a function if ytt must read the schema",
                      true});
    }
  }

 private:
  Lines Preamble() const {
    Lines lines;
    constexpr size_t kWidth = 100;
    for (const std::string& extension : extensions_) {
      if (lines.empty()) {
        lines.push_back("#! supported by kval, not by ytt: " + extension);
      } else if (lines.back().size() + extension.size() + 2 <= kWidth) {
        lines.back() += ", " + extension;
      } else {
        lines.back() += ",";
        lines.push_back("#! " + extension);
      }
    }
    for (const std::string& module : modules_) {
      lines.push_back(Substitute("#@ load(\"@ytt:{}\", \"{}\")", module, module));
    }
    lines.push_back("#" + At(annotations::kDataValuesSchema));
    return lines;
  }

  static void Append(const Lines& from, std::string_view prefix, Lines& to) {
    for (const std::string& line : from) {
      to.push_back(line.empty() ? line : std::string(prefix) + line);
    }
  }

  OutputText Write(const OutputNode& node, int depth) {
    const types::Type& type = model_.Resolve(node.type);
    OutputText text;
    AddDoc(node, *type.doc, text);
    const bool is_open = open_.IsRecursive(type);
    nodes_ += static_cast<size_t>(1 + depth / 20);
    if (is_open || depth > kWriterDepthLimit || nodes_ > kNodeLimit) {
      Lose(text, type.span, is_open ? "a type that contains itself" : "a type with this nesting depth",
           "any value is allowed here", "repeat the type to the depth that is used");
      text.above.push_back(At(annotations::kSchemaType) + " any=True");
      text.example = build_.Null();
      AddKey(node, text);
      return text;
    }
    open_.Push(type);
    AddShape(node, type, text, depth);
    AddKey(node, text);
    AddRules(node, type, text);
    open_.Pop();
    return text;
  }

  // Documentation for people.
  void AddDoc(const OutputNode& node, const types::Doc& doc, OutputText& text) {
    const auto add = [&](const annotations::Spec& annotation, const std::string& argument) {
      text.above.push_back(At(annotation) + " " + StarlarkString(argument));
    };
    if (!doc.note.empty()) {
      for (const std::string& line : CommentLines(doc.note)) {
        text.above.push_back("! " + line);
      }
    }
    if (!doc.title.empty()) {
      add(annotations::kSchemaTitle, doc.title);
    }
    if (!doc.text.empty()) {
      add(annotations::kSchemaDesc, doc.text);
    }
    std::string examples;
    for (const types::Example& example : doc.examples) {
      if (!ExampleMatchesType(*example.value, node.type, model_)) {
        Lose(text, example.value->span,
             "the example `" + value::Abbreviate(*example.value) + "` of another type", "", "");
        continue;
      }
      if (!HasStarlarkText(*example.value)) {
        Lose(text, example.value->span, "the example `" + value::Abbreviate(*example.value) + "`",
             kNoStarlark, "");
        continue;
      }
      examples += (examples.empty() ? "(" : ", (") + StarlarkString(example.description) + ", " +
                  StarlarkText(*example.value) + ")";
    }
    if (!examples.empty()) {
      text.above.push_back(At(annotations::kSchemaExamples) + " " + examples);
    }
    if (node.place == OutputNode::OutputNodeKind::kDocument && (doc.deprecated || doc.removed)) {
      Lose(text, node.span, "a notice about the whole schema", "",
           "say it in " + Quoted(annotations::kSchemaDesc));
      return;
    }
    if (doc.deprecated) {
      add(annotations::kSchemaDeprecated, *doc.deprecated);
    }
    if (doc.removed) {
      add(annotations::kSchemaRemoved, *doc.removed);
      extensions_.insert(Quoted(annotations::kSchemaRemoved));
    }
    if (doc.sensitive) {
      text.above.push_back(At(annotations::kSchemaSensitive));
      extensions_.insert(Quoted(annotations::kSchemaSensitive));
    }
  }

  void AddShape(const OutputNode& node, const types::Type& type, OutputText& text, int depth) {
    const value::Value* fallback = FallbackOf(node, text);
    if (std::holds_alternative<types::Any>(type.shape) ||
        std::holds_alternative<types::InvalidType>(type.shape)) {
      WriteAny(fallback, text);
      return;
    }
    types::TypeId structure = IsStructure(model_, node.type) ? node.type : types::TypeId();
    const auto* choice = std::get_if<types::Union>(&type.shape);
    if (choice != nullptr) {
      structure = StructuredMember(model_, *choice);
      if (!HasOneOf(model_, *choice)) {
        Lose(text, type.span, "a choice of several maps or arrays", "any value is allowed here",
             "state the choice as a rule, `" + At(annotations::kSchemaValidation) + " (\"…\", lambda v: …)`");
        WriteAny(fallback, text);
        return;
      }
      AddTypes(*choice, type.nullable && !IsNull(fallback), structure.has_value(), text);
    } else if (std::holds_alternative<types::Null>(type.shape)) {
      text.above.push_back(At(annotations::kSchemaType) + " one_of=[\"null\"]");
      extensions_.insert(TypeExtension());
      text.example = build_.Null();
      return;
    }
    AddDefault(node, type, fallback, structure, text);
    if (structure.has_value()) {
      Children(model_.Resolve(structure), text, depth);
    } else {
      text.example = ExampleOf(model_, type, fallback, build_);
    }
  }

  void WriteAny(const value::Value* fallback, OutputText& text) {
    text.above.push_back(At(annotations::kSchemaType) + " any=True");
    text.example = fallback == nullptr ? build_.Null() : fallback;
  }

  // The default that the node states; null when the type implies it.
  const value::Value* FallbackOf(const OutputNode& node, OutputText& text) {
    if (node.fallback.computed != nullptr) {
      Lose(text, node.span, "the computed default `" + node.fallback.computed->Describe() + "`",
           "the value is null until it is set",
           "set it in a data values document, or compute it in a template");
      return build_.Null();
    }
    if (node.presence == types::FieldPresence::kRequired || node.fallback.value == nullptr ||
        DefaultMatchesType(*node.fallback.value, node.type, model_)) {
      return node.presence == types::FieldPresence::kRequired ? build_.Null() : node.fallback.value;
    }
    Lose(text, node.span, "the default `" + value::Abbreviate(*node.fallback.value) + "` of another type",
         "the value is null until it is set", "give it a default of its type");
    return build_.Null();
  }

  static bool IsNull(const value::Value* value) {
    return value != nullptr && value->kind == value::Kind::kNull;
  }

  void AddTypes(const types::Union& choice, bool with_null, bool or_inferred, OutputText& text) {
    OneOfArgument one_of = MakeOneOfArgument(model_, choice, with_null);
    text.above.push_back(At(annotations::kSchemaType) + " one_of=[" + one_of.names + "]" +
                         (or_inferred ? ", or_inferred=True" : ""));
    extensions_.insert(TypeExtension());
    text.functions.insert(text.functions.end(), std::make_move_iterator(one_of.functions.begin()),
                          std::make_move_iterator(one_of.functions.end()));
  }

  // Adds the default unless the example value expresses it.
  void AddDefault(const OutputNode& node, const types::Type& type, const value::Value* fallback,
                  types::TypeId structure, OutputText& text) {
    const bool is_union = std::holds_alternative<types::Union>(type.shape);
    const bool is_field = node.place != OutputNode::OutputNodeKind::kArrayItem && node.key_rule == nullptr;
    if (IsNull(fallback) || (type.nullable && !is_union) || (type.nullable && !is_field)) {
      text.above.push_back(At(annotations::kSchemaNullable));
      if (node.place == OutputNode::OutputNodeKind::kArrayItem) {
        extensions_.insert(Quoted(annotations::kSchemaNullable) + " of array items");
      }
    }
    if (!is_field || IsNull(fallback)) {
      return;
    }
    const value::Value* implied = structure.has_value() ? ImpliedBy(structure) : nullptr;
    if (type.nullable && !is_union && fallback == nullptr) {
      fallback = implied;
    }
    const bool is_shown = fallback == nullptr || IsExample(model_, type, *fallback) ||
                          (is_union && implied != nullptr && value::Equal(*fallback, *implied));
    if (is_shown && !(type.nullable && !is_union && fallback != nullptr)) {
      return;
    }
    if (!HasStarlarkText(*fallback)) {
      Lose(text, node.span, "the default `" + value::Abbreviate(*fallback) + "`", kNoStarlark, "");
    } else {
      text.above.push_back(At(annotations::kSchemaDefault) + " " + StarlarkText(*fallback));
    }
  }

  const value::Value* ImpliedBy(types::TypeId type) {
    types::Field field;
    field.type = type;
    return check::DefaultOf(field, model_, arena_);
  }

  void Children(const types::Type& type, OutputText& text, int depth) {
    if (const auto* list = std::get_if<types::List>(&type.shape)) {
      OutputNode item;
      item.place = OutputNode::OutputNodeKind::kArrayItem;
      item.type = list->item;
      item.fallback.value = list->item_default;
      item.span = type.span;
      path_.push_back(diag::PathStep::Index(0));
      text.is_array = true;
      AppendItem(Write(item, depth + 1), text.block);
      path_.pop_back();
      return;
    }
    const auto& record = std::get<types::Record>(type.shape);
    for (const types::Field& field : record.fields) {
      OutputNode item;
      item.type = field.type;
      item.fallback = field.fallback;
      item.presence = field.presence;
      item.key = field.key;
      item.span = field.span;
      AppendField(item, check::StepOf(*field.key), text.block, depth);
    }
    for (const types::KeyRule& rule : record.key_rules) {
      WriteKeyRule(record, rule, rule.value, text.block, depth);
    }
    if (record.open) {
      types::KeyRule any;
      any.counts.push_back({0, types::Count::kUnbounded});
      any.name = "_";
      any.span = type.span;
      WriteKeyRule(record, any, types::TypeId(), text.block, depth);
    }
  }

  void WriteKeyRule(const types::Record& record, const types::KeyRule& rule, types::TypeId type, Lines& block,
                    int depth) {
    OutputNode item;
    item.type = type;
    item.key_rule = &rule;
    item.key = build_.String(FreeName(record, rule.name == "..." ? "_" : rule.name));
    item.span = rule.span;
    if (type.has_value()) {
      AppendField(item, diag::PathStep::Key("*"), block, depth);
      return;
    }
    OutputText text;
    AddKey(item, text);
    text.above.push_back(At(annotations::kSchemaType) + " any=True");
    text.example = build_.Null();
    AppendEntry(*item.key, text, block);
  }

  // A key that represents others must differ from all keys that the record declares.
  std::string FreeName(const types::Record& record, std::string name) const {
    const auto is_taken = [&](const types::Field& field) { return value::PlainText(*field.key) == name; };
    while (name.empty() || std::any_of(record.fields.begin(), record.fields.end(), is_taken)) {
      name += '_';
    }
    return name;
  }

  void AppendField(const OutputNode& item, diag::PathStep step, Lines& block, int depth) {
    path_.push_back(std::move(step));
    AppendEntry(*item.key, Write(item, depth + 1), block);
    path_.pop_back();
  }

  void AppendEntry(const value::Value& key, const OutputText& text, Lines& block) {
    const bool is_large = !text.above.empty() || !text.block.empty();
    if (path_.size() == 1) {
      if (!block.empty() && (is_large || was_large_)) {
        block.emplace_back();  // between the keys of the document
      }
      was_large_ = is_large;
    }
    Append(text.above, "#", block);
    if (text.example != nullptr || text.block.empty()) {
      const value::Entry entry{&key, text.example == nullptr ? build_.Mapping({}) : text.example};
      Append(YamlLines(*build_.Mapping({&entry, 1})), "", block);
      return;
    }
    block.push_back(yaml::WriteYamlScalar(key, StyleFor(key, 0)) + ":");
    Append(text.block, text.is_array ? "" : "  ", block);
  }

  void AppendItem(const OutputText& text, Lines& block) {
    Append(text.above, "#", block);
    Lines lines = text.example != nullptr ? YamlLines(*text.example) : text.block;
    if (lines.empty()) {
      lines.emplace_back("{}");
    }
    if (lines.front().starts_with("#")) {
      block.emplace_back("-");
      Append(lines, "  ", block);
      return;
    }
    block.push_back("- " + lines.front());
    lines.erase(lines.begin());
    Append(lines, "  ", block);
  }

  void AddKey(const OutputNode& node, OutputText& text) {
    if (node.key_rule == nullptr) {
      if (node.presence == types::FieldPresence::kOptional) {
        text.above.push_back(At(annotations::kSchemaKey) + " missing_ok=True");
        extensions_.insert(Quoted(annotations::kSchemaKey));
      }
      return;
    }
    const types::KeyRule& rule = *node.key_rule;
    std::string counts = rule.count_predicate == nullptr ? CountsOf(rule.counts) : "";
    if (rule.count_predicate != nullptr) {
      Lose(text, rule.span, "the function that counts keys", "any number of keys is allowed",
           "list the numbers in `expects=`");
      counts = ", missing_ok=True";
    }
    text.above.push_back(At(annotations::kSchemaKey) + " allowed=" + AllowedBy(rule, text) + counts);
    extensions_.insert(Quoted(annotations::kSchemaKey));
  }

  std::string AllowedBy(const types::KeyRule& rule, OutputText& text) {
    if (rule.allowed == nullptr) {
      return "\"any\"";
    }
    if (const auto* kind = dynamic_cast<const types::KeyOfKind*>(rule.allowed.get())) {
      return "lambda key: type(key) == \"" + std::string(NameOf(kind->kind())) + "\"";
    }
    const bool is_pattern = dynamic_cast<const types::KeyPattern*>(rule.allowed.get()) != nullptr ||
                            dynamic_cast<const types::KeyOneOf*>(rule.allowed.get()) != nullptr;
    if (is_pattern) {
      const std::string described = rule.allowed->Describe();  // `/a|b/`
      const std::string pattern = described.substr(1, described.size() - 2);
      return StarlarkString(pattern == "any" ? "(?:any)" : pattern);
    }
    Lose(text, rule.span, "the function of the keys that are allowed", "every key is allowed",
         "give `allowed=` a regular expression or a function");
    return "\"any\"";
  }

  void AddRules(const OutputNode& node, const types::Type& type, OutputText& text) {
    const bool is_required = node.presence == types::FieldPresence::kRequired;
    std::vector<types::Rule> extra;
    if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
      types::Rule rule;
      rule.test = types::OneOf{{literal->value}};
      extra.push_back(std::move(rule));
    }
    RuleText rules =
        WriteRules({type.rules, extra, text.functions, is_required, type.shape}, model_, path_, losses_);
    extensions_.insert(rules.extensions.begin(), rules.extensions.end());
    modules_.insert(rules.modules.begin(), rules.modules.end());
    for (const std::string& comment : rules.comments) {
      text.above.push_back("! " + comment);
    }
    text.above.insert(text.above.end(), rules.annotations.begin(), rules.annotations.end());
  }

  void Lose(OutputText& text, source::Span at, std::string what, std::string why, std::string hint) {
    const std::string comment =
        losses_.Report({at, path_, std::move(what), std::move(why), std::move(hint), false});
    text.above.push_back("! " + comment);
  }

  const types::Model& model_;
  Arena& arena_;
  value::Builder build_;
  ConversionWarnings& losses_;
  diag::Path path_;
  std::set<std::string> extensions_;
  std::set<std::string> modules_;
  types::TypeStack open_;  // those that are being written
  size_t nodes_ = 0;
  bool was_large_ = false;  // the entry before
};

}  // namespace

std::string WriteSchema(const types::Model& model, Arena& arena, ConversionWarnings& losses,
                        ExtensionReporting extensions) {
  SchemaWriter writer(model, arena, losses);
  std::string text = writer.Run();
  if (extensions == ExtensionReporting::kReported) {
    writer.ReportExtensions();
  }
  return text;
}

}  // namespace kval::schemas::ytt
