#include "schemas/kcl/writer.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "schemas/comment_lines.h"
#include "schemas/default_fit.h"
#include "schemas/kcl/check_writer.h"
#include "schemas/kcl/code_exporter.h"
#include "schemas/kcl/docstring_writer.h"
#include "schemas/kcl/info_decorator.h"
#include "schemas/kcl/schema_names.h"
#include "schemas/kcl/source_formatting.h"
#include "schemas/kcl/type_text.h"
#include "schemas/key_collisions.h"
#include "src/check/describe.h"
#include "src/support/arena.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::schemas::kcl {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kRootName = "Values";
constexpr std::string_view kMargin = "    ";
constexpr size_t kLongestDefault = 40;

// One attribute of a schema in the making.
struct Attribute {
  Lines above;  // comments and decorators
  std::string text;
};

// The value used for an attribute that is not given.
struct Setting {
  bool optional = false;                // `?`
  const value::Value* value = nullptr;  // ` = …`
  std::string computed;                 // the same as an expression
  bool implied_list = false;            // ` = []`
  bool implied_config = false;          // ` = {}`
  bool says_not_null = false;           // a required attribute
  Lines info;                           // further arguments of `@info`
  UnsetValue unset = UnsetValue::kNever;
};

// One schema as text.
class SchemaWriter {
 public:
  SchemaWriter(const types::Model& model, const SchemaNames& names, const SchemaNames::SchemaEntry& schema,
               CodeExporter& code, ConversionWarnings& losses)
      : model_(model),
        names_(names),
        schema_(schema),
        type_(model.Resolve(schema.type)),
        record_(std::get<types::Record>(type_.shape)),
        code_(code),
        checks_(model, names, schema, code, losses),
        losses_(losses) {}

  Lines Write(const diag::Path& path) {
    path_ = path;
    std::string summary = FitsDocstring(type_.doc->text) ? type_.doc->text : "";
    const bool is_root = &schema_ == names_.entries().data();
    Lines lines;
    if (is_root || schema_.is_element) {
      // An attribute of the schema's type carries these itself.
      AddDecorators(*type_.doc, summary.empty(), {}, lines);
    } else if (summary.empty()) {
      types::Doc words;
      words.text = type_.doc->text;
      AddDecorators(words, true, {}, lines);
    }
    if (is_root && model_.root().fallback.value != nullptr) {
      body_.push_back("# " + ReportLoss(model_.root().span, "a default of the whole document",
                                        "give the attributes their defaults"));
    }
    if (is_root && type_.nullable) {
      body_.push_back("# " + ReportLoss(type_.span, "that the whole document may be null", ""));
    }
    AddIndexSignature();
    AddAttributes();
    checks_.AddRecord(type_, path_);
    Lines notes;
    AppendComments(checks_.TakeComments(), notes);
    body_.insert(body_.begin(), notes.begin(), notes.end());
    lines.push_back("schema " + schema_.name + ":");
    AppendIndented(WriteDocstring(summary, docs_), kMargin, lines);
    AppendIndented(body_, kMargin, lines);
    if (!checks_.lines().empty()) {
      lines.emplace_back();
      lines.emplace_back("    check:");
      AppendIndented(checks_.lines(), "        ", lines);
    } else if (body_.empty() && docs_.empty() && summary.empty()) {
      lines.emplace_back("    # no attributes");
    }
    return lines;
  }

  // The modules that the schema uses.
  std::set<std::string> modules() const {
    std::set<std::string> modules = modules_;
    modules.insert(checks_.modules().begin(), checks_.modules().end());
    return modules;
  }

 private:
  void AddIndexSignature() {
    // Values may have the keys that no attribute can be called.
    const bool needs_any = record_.key_rules.empty() &&
                           !std::all_of(record_.fields.begin(), record_.fields.end(), [](const auto& field) {
                             return CanBeAttribute(value::PlainText(*field.key));
                           });
    if (record_.open || record_.key_rules.size() > 1 || needs_any) {
      body_.emplace_back("[...str]: any");
    }
    if (record_.open || record_.key_rules.size() != 1) {
      for (const types::KeyRule& rule : record_.key_rules) {
        body_.push_back("# " + ReportLoss(rule.span, "several rules about the keys of one map",
                                          "give all further keys one type"));
      }
      return;
    }
    const types::KeyRule& rule = record_.key_rules.front();
    path_.push_back(diag::PathStep::Key("*"));
    if (rule.allowed != nullptr) {
      body_.push_back("# " + ReportLoss(rule.span, "which further keys are allowed",
                                        "declare the keys as optional attributes"));
    }
    const bool any_number =
        rule.counts.empty() || std::any_of(rule.counts.begin(), rule.counts.end(), [](const auto& count) {
          return count.at_least == 0 && count.at_most == types::Count::kUnbounded;
        });
    if (!any_number || rule.count_predicate != nullptr) {
      body_.push_back("# " + ReportLoss(rule.span, "the number of further keys", ""));
    }
    const types::Type& value = model_.Resolve(rule.value);
    const types::Rule* in_type = RuleInType(model_, value, {});
    const auto* record = std::get_if<types::Record>(&value.shape);
    for (types::RuleId id : value.rules) {
      const types::Rule& said = model_.Get(id);
      if (&said != in_type && (record == nullptr || !IsSchema(*record))) {
        body_.push_back("# " + ReportLoss(said.span, "the rule `" + losses_.DescribeRule(said) + "`",
                                          "declare the keys as optional attributes, and check these"));
      }
    }
    if (const std::optional<types::Rule> literal = LiteralRule(value)) {
      body_.push_back("# " + ReportLoss(literal->span, "the rule `" + losses_.DescribeRule(*literal) + "`",
                                        "declare the keys as optional attributes, and check these"));
    }
    if (!value.doc->empty() && names_.Find(rule.value) == nullptr) {
      body_.push_back("# " + ReportLoss(value.span, "the description of further keys",
                                        "add it to the description of the schema"));
    }
    if (value.nullable && !std::holds_alternative<types::Any>(value.shape)) {
      body_.push_back("# " +
                      ReportLoss(value.span, "that null is allowed for further keys", "leave such keys out"));
    }
    TypeText text = WriteType(rule.value, {}, path_, model_, names_, losses_);
    path_.pop_back();
    AppendComments(text.comments, body_);
    body_.push_back("[...str]: " + text.text);
  }

  void AddAttributes() {
    bool was_decorated = false;
    const auto dropped = FieldsWithCollidingKeys(record_);
    for (const types::Field& field : record_.fields) {
      const std::string key = value::PlainText(*field.key);
      path_.push_back(check::StepOf(*field.key));
      const std::optional<std::string> name = AttributeName(key);
      const bool is_dropped = dropped.contains(&field);
      if (is_dropped || !CanBeAttribute(key)) {
        body_.push_back("# " + ReportLoss(field.span, "the key `" + key + "`", "call it otherwise",
                                          is_dropped ? "its KCL form is the same as that of another key"
                                          : name     ? "KCL hides attributes that start with `_`"
                                                     : "KCL evaluates the text after `${` as an expression"));
        path_.pop_back();
        continue;
      }
      const Attribute attribute = Write(field, key, *name);
      path_.pop_back();
      const bool is_decorated = !attribute.above.empty();
      if (!body_.empty() && (was_decorated || is_decorated)) {
        body_.emplace_back();
      }
      was_decorated = is_decorated;
      body_.insert(body_.end(), attribute.above.begin(), attribute.above.end());
      body_.push_back(attribute.text);
    }
  }

  Attribute Write(const types::Field& field, const std::string& key, const std::string& name) {
    const types::Type& type = model_.Resolve(field.type);
    Attribute attribute;
    if (!type.doc->note.empty()) {
      AppendComments(CommentLines(type.doc->note), attribute.above);
    }
    if (field.key->kind != value::Kind::kString) {
      attribute.above.push_back(
          "# " + ReportLoss(field.span, "a key that is not a string", "", "keys are strings in KCL"));
    }
    const Setting setting = SettingOf(field, type, attribute.above);
    std::vector<const value::Value*> defaults;
    if (setting.value != nullptr) {
      defaults.push_back(setting.value);
    }
    // An attribute whose type is one literal has that for its default (KCL): a check line says it instead.
    const bool must_be_given = field.presence == types::FieldPresence::kRequired || setting.says_not_null;
    if (must_be_given && AllowsOneValue(type)) {
      defaults.push_back(build_.Sequence({}));
    }
    TypeText text = WriteType(field.type, defaults, path_, model_, names_, losses_);
    AppendComments(text.comments, attribute.above);
    const std::string head = name + (setting.optional ? "?: " : ": ") + text.text;
    std::string fallback = setting.implied_list ? "[]" : setting.implied_config ? "{}" : "";
    if (setting.value != nullptr) {
      fallback = KclText(*setting.value, kMargin.size(), kMargin.size() + head.size() + 3);
    }
    if (!setting.computed.empty()) {
      fallback = setting.computed;
    }
    attribute.text = head + (fallback.empty() ? "" : " = " + fallback);
    checks_.AddAttribute(field, setting.unset, defaults, setting.says_not_null, path_);
    for (const std::string& comment : checks_.TakeComments()) {
      attribute.above.push_back("# " + comment);
    }
    Lines info = setting.info;
    if (const std::string format = checks_.TakeFormat(); !format.empty()) {
      info.push_back("format=" + KclString(format));
    }
    AddDoc(field, type, key, text.text, fallback, setting.optional, std::move(info), attribute.above);
    return attribute;
  }

  bool AllowsOneValue(const types::Type& type) const {
    return std::any_of(type.rules.begin(), type.rules.end(), [&](types::RuleId id) {
      const auto* one_of = std::get_if<types::OneOf>(&model_.Get(id).test);
      return one_of != nullptr && one_of->allowed.size() == 1;
    });
  }

  // Of a key whose default is code.
  Setting SettingOfComputed(const types::Field& field, const types::Type& type, Lines& above) {
    Setting setting;
    const types::ComputedDefault& computed = *field.fallback.computed;
    const CodeExporter::ExportedCode words = code_.In(schema_.name, &computed, {});
    if (words.text) {
      setting.computed = words.text->expression;
      setting.optional = type.nullable;
      setting.unset = type.nullable ? UnsetValue::kUndefined : UnsetValue::kNever;
      modules_.insert(words.text->modules.begin(), words.text->modules.end());
      return setting;
    }
    above.push_back("# " + ReportLoss(field.span, "the computed default `" + computed.Describe() + "`",
                                      "write the expression after the attribute", words.why_not));
    setting.optional = true;
    setting.unset = UnsetValue::kUndefined;
    return setting;
  }

  Setting SettingOf(const types::Field& field, const types::Type& type, Lines& above) {
    Setting setting;
    const value::Value* fallback = field.fallback.value;
    if (fallback != nullptr && field.presence != types::FieldPresence::kRequired &&
        !DefaultMatchesType(*fallback, field.type, model_)) {
      above.push_back("# " + ReportLoss(field.span,
                                        "the default `" + value::Abbreviate(*fallback) + "` of another type",
                                        "give it a default of its type"));
      fallback = nullptr;
    }
    const bool has_null = fallback != nullptr && fallback->kind == value::Kind::kNull;
    if (field.presence == types::FieldPresence::kRequired) {
      if (type.nullable) {
        above.push_back("# " + ReportLoss(type.span, "that null is allowed", ""));
      }
      return setting;
    }
    if (field.presence == types::FieldPresence::kOptional) {
      if (!std::holds_alternative<types::Any>(type.shape) && !type.nullable) {
        setting.info.emplace_back("nullable=False");
        above.push_back("# " + Keep(field.span, "that a key may be missing but not null"));
      }
      if (fallback != nullptr && !has_null && HasLiteral(*fallback)) {
        setting.info.push_back("default=" + KclText(*fallback));
      }
      setting.optional = true;
      setting.unset = UnsetValue::kUndefined;
      return setting;
    }
    if (field.fallback.computed != nullptr) {
      return SettingOfComputed(field, type, above);
    }
    if (has_null && IsRequired(type)) {
      setting.says_not_null = true;
      return setting;
    }
    if (fallback != nullptr && !HasLiteral(*fallback)) {
      above.push_back("# " + ReportLoss(field.span, "the default `" + value::Abbreviate(*fallback) + "`", "",
                                        "it has no literal"));
      fallback = nullptr;
    }
    if (has_null) {
      setting.optional = true;
      setting.unset = UnsetValue::kNone;
      setting.value = fallback;
      return setting;
    }
    if (type.nullable) {
      setting.optional = true;
      setting.unset = UnsetValue::kNone;
      setting.info.emplace_back("nullable=True");
      above.push_back("# " + Keep(type.span, "null in addition to another default"));
    }
    setting.value = fallback;
    setting.implied_list = fallback == nullptr && std::holds_alternative<types::List>(type.shape);
    setting.implied_config = fallback == nullptr && std::holds_alternative<types::Record>(type.shape);
    if (fallback == nullptr && !setting.implied_list && !setting.implied_config) {
      setting.optional = true;
      setting.unset = UnsetValue::kUndefined;
    }
    return setting;
  }

  // A value that is null until it is given, and must not be: KCL's way is no default.
  bool IsRequired(const types::Type& type) const {
    return std::any_of(type.rules.begin(), type.rules.end(), [&](types::RuleId id) {
      const types::Rule& rule = model_.Get(id);
      return std::holds_alternative<types::NotNull>(rule.test) && rule.message.empty() &&
             rule.when == nullptr;
    });
  }

  void AddDoc(const types::Field& field, const types::Type& type, const std::string& key,
              const std::string& type_text, const std::string& fallback, bool optional, Lines info,
              Lines& above) {
    const SchemaNames::SchemaEntry* schema = names_.Find(field.type);
    const bool is_reported =
        schema != nullptr && model_.Resolve(schema->type).doc->text == type.doc->text && !IsRoot(*schema);
    const bool fits = FitsDocstring(type.doc->text) && key.find_first_of(" \t:\"") == std::string::npos;
    types::Doc doc = *type.doc;
    if (is_reported) {
      doc.text.clear();
    }
    AddDecorators(doc, !fits, std::move(info), above);
    if (doc.text.empty() || !fits) {
      return;
    }
    std::string head = key + ": " + type_text;
    if (optional) {
      head += ", optional";
    } else if (fallback.empty()) {
      head += ", required";
    } else if (fallback.size() <= kLongestDefault && fallback.find('\n') == std::string::npos &&
               FitsDocstring(fallback + ".")) {
      head += ", default is " + fallback;
    }
    if (!FitsDocstring(head + ".") || head.size() + kMargin.size() > kLineWidth) {
      head = key + ":";
    }
    docs_.push_back({key, std::move(head), doc.text});
  }

  bool IsRoot(const SchemaNames::SchemaEntry& schema) const { return &schema == names_.entries().data(); }

  // Titles and examples as `@info`, notices as `@deprecated`. `said`: further arguments of `@info`.
  void AddDecorators(const types::Doc& doc, bool with_text, Lines said, Lines& lines) {
    if (with_text && !doc.text.empty()) {
      said.insert(said.begin(), "description=" + KclString(doc.text));
    }
    if (!doc.title.empty()) {
      said.insert(said.begin(), "title=" + KclString(doc.title));
    }
    if (doc.sensitive) {
      said.push_back("sensitive=True");
    }
    AddExamples(doc, said, lines);
    AppendInfo(said, lines);
    if (doc.deprecated) {
      lines.push_back("@deprecated(reason=" + KclString(*doc.deprecated) + ", strict=False)");
    }
    if (doc.removed && doc.deprecated) {
      lines.push_back("# " + ReportLoss(type_.span, "one of two notices", ""));
    } else if (doc.removed) {
      lines.push_back("@deprecated(reason=" + KclString(*doc.removed) + ", strict=True)");
    }
  }

  void AddExamples(const types::Doc& doc, Lines& said, Lines& lines) {
    Arena arena;
    value::Builder build(&arena);
    std::vector<const value::Value*> examples;
    for (const types::Example& example : doc.examples) {
      if (!HasLiteral(*example.value)) {
        lines.push_back(
            "# " + ReportLoss(type_.span, "the example `" + value::Abbreviate(*example.value) + "`", ""));
        continue;
      }
      std::vector<value::Entry> entries;
      if (!example.description.empty()) {
        entries.push_back({build.String("description"), build.String(example.description)});
      }
      entries.push_back({build.String("value"), example.value});
      examples.push_back(build.Mapping(entries));
    }
    if (!examples.empty()) {
      constexpr size_t kColumn = 17;  // of the list in `        examples=`
      said.push_back("examples=" + KclText(*build.Sequence(examples), 0, kColumn));
    }
  }

  static void AppendComments(const std::vector<std::string>& comments, Lines& lines) {
    for (const std::string& comment : comments) {
      lines.push_back("# " + comment);
    }
  }

  std::string ReportLoss(source::Span at, std::string what, std::string hint, std::string why = "") {
    return losses_.Report({at, path_, std::move(what), std::move(why), std::move(hint), false});
  }
  // What `@info` says to kval.
  std::string Keep(source::Span at, std::string what) {
    return losses_.Report(
        {at, path_, std::move(what), "kval reads it from `@info`; in KCL the default is None", "", true});
  }

  const types::Model& model_;
  const SchemaNames& names_;
  const SchemaNames::SchemaEntry& schema_;
  const types::Type& type_;
  const types::Record& record_;
  CodeExporter& code_;
  Arena arena_;
  value::Builder build_{&arena_};
  CheckWriter checks_;
  ConversionWarnings& losses_;
  diag::Path path_;
  std::set<std::string> modules_;
  Lines body_;
  std::vector<AttributeDoc> docs_;
};

std::string Write(const types::Model& model, const SchemaNames& names, CodeExporter& code,
                  ConversionWarnings& losses) {
  std::set<std::string> modules;
  Lines lines;
  const types::Type& root = model.Resolve(model.root().type);
  if (!std::holds_alternative<types::Record>(root.shape)) {
    lines.push_back("# " + losses.Report({model.root().span,
                                          {},
                                          "a document that is not a map",
                                          "",
                                          "put the values below a key",
                                          false}));
  }
  for (const SchemaNames::SchemaEntry& entry : names.entries()) {
    SchemaWriter writer(model, names, entry, code, losses);
    if (!lines.empty()) {
      lines.emplace_back();
    }
    const Lines schema = writer.Write(names.PathOf(entry));
    lines.insert(lines.end(), schema.begin(), schema.end());
    modules.merge(writer.modules());
  }
  std::string text;
  for (const std::string& module : modules) {
    text += "import " + module + "\n";
  }
  text += modules.empty() || lines.empty() ? "" : "\n";
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

}  // namespace

std::string WriteProgram(const types::Model& model, ConversionWarnings& losses) {
  const SchemaNames names(model, kRootName);
  CodeExporter code;
  ConversionWarnings silent = losses.Silent();
  while (code.RejectInvalidCode(Write(model, names, code, silent))) {
  }
  return Write(model, names, code, losses);
}

}  // namespace kval::schemas::kcl
