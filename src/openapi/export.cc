#include "src/openapi/export.h"

#include "src/check/complete.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::openapi {
namespace {

// A type that several others refer to is written out for each of them.
constexpr size_t kNodeLimit = 250'000;

// A mapping under construction.
class Object {
 public:
  explicit Object(value::Builder* build) : build_(build) {}

  void Add(std::string_view key, const value::Value* value) { Add(build_->String(key), value); }
  void Add(const value::Value* key, const value::Value* value) { entries_.push_back({key, value}); }
  void Add(std::string_view key, std::string_view text) { Add(key, build_->String(text)); }
  void AddFlag(std::string_view key) { Add(key, build_->Bool(true)); }
  void AddNumber(std::string_view key, int64_t number) { Add(key, build_->Int(number)); }
  const value::Value* Finish() const { return build_->Mapping(entries_); }

 private:
  value::Builder* build_;
  std::vector<value::Entry> entries_;
};

class Exporter {
 public:
  Exporter(const types::Model& model, const ExportOptions& options, Arena& arena,
           std::vector<std::string>& left_out)
      : model_(model), options_(options), arena_(arena), build_(&arena), left_out_(left_out) {}

  const value::Value* Document() {
    Object info(&build_);
    info.Add("version", "0.1.0");
    info.Add("title", options_.title);
    Object schemas(&build_);
    schemas.Add("dataValues", model_.has_root() ? Schema(model_.root().type, model_.root().fallback.value, "")
                                                : Anything());
    Object components(&build_);
    components.Add("schemas", schemas.Finish());
    Object document(&build_);
    document.Add("openapi", "3.0.0");
    document.Add("info", info.Finish());
    document.Add("paths", build_.Mapping({}));
    document.Add("components", components.Finish());
    return document.Finish();
  }

 private:
  const value::Value* Anything() {
    Object out(&build_);
    out.AddFlag("nullable");
    out.Add("default", build_.Null());
    return out.Finish();
  }

  const value::Value* Schema(types::TypeId id, const value::Value* fallback, const std::string& path) {
    const types::Type& type = model_.Resolve(id);
    Object out(&build_);
    const bool is_open = open_.IsRecursive(type);
    const bool is_last = nodes_ == kNodeLimit;
    if (++nodes_ > kNodeLimit && !is_last) {
      return out.Finish();
    }
    if (is_open || is_last) {
      left_out_.push_back(path + (is_last ? ": types that are too many" : ": a type that contains itself"));
      return out.Finish();
    }
    NeedStack();
    open_.Push(type);
    if (!type.doc->title.empty()) {
      out.Add("title", type.doc->title);
    }
    AddType(type, out, path);
    if (type.nullable || std::holds_alternative<types::Any>(type.shape)) {
      out.AddFlag("nullable");
    }
    AddDoc(*type.doc, out);
    if (options_.with_rules) {
      AddRules(type, out, path);
    }
    AddChildren(id, type, fallback, out, path);
    open_.Pop();
    return out.Finish();
  }

  void AddDoc(const types::Doc& doc, Object& out) {
    if (doc.deprecated) {
      out.AddFlag("deprecated");
    }
    if (!doc.text.empty()) {
      out.Add("description", doc.text);
    }
    if (!doc.examples.empty()) {
      out.Add("x-example-description", doc.examples[0].description);
      out.Add("example", doc.examples[0].value);
    }
  }

  void AddType(const types::Type& type, Object& out, const std::string& path) {
    if (const auto* scalar = std::get_if<types::Scalar>(&type.shape)) {
      const bool is_float = scalar->kind == value::Kind::kFloat;
      out.Add("type", is_float ? "number" : value::KindName(scalar->kind));
      if (is_float) {
        out.Add("format", "float");
      }
    } else if (std::holds_alternative<types::List>(type.shape)) {
      out.Add("type", "array");
    } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      out.Add("type", "object");
      AddAdditional(*record, out, path);
    } else if (const auto* literal = std::get_if<types::Literal>(&type.shape)) {
      out.Add("enum", build_.Sequence(std::vector<const value::Value*>{literal->value}));
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      std::vector<const value::Value*> arms;
      for (types::TypeId arm : choice->variants) {
        arms.push_back(Schema(arm, nullptr, path));
      }
      out.Add("anyOf", build_.Sequence(arms));
    } else if (std::holds_alternative<types::Never>(type.shape)) {
      out.Add("not", build_.Mapping({}));
    }
  }

  void AddAdditional(const types::Record& record, Object& out, const std::string& path) {
    if (record.key_rules.empty()) {
      out.Add("additionalProperties", build_.Bool(record.open));
      return;
    }
    out.Add("additionalProperties", Schema(record.key_rules[0].value, nullptr, path + ".*"));
    for (const types::KeyRule& rule : record.key_rules) {
      if (rule.allowed != nullptr) {
        left_out_.push_back(path + ": the keys that are allowed: " + rule.allowed->Describe());
      }
    }
  }

  void AddChildren(types::TypeId id, const types::Type& type, const value::Value* fallback, Object& out,
                   const std::string& path) {
    if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      AddProperties(*record, out, path);
      return;
    }
    if (const auto* list = std::get_if<types::List>(&type.shape)) {
      if (!list->prefix.empty()) {
        left_out_.push_back(path + ": the types of the first items of the array");
      }
      out.Add("items", Schema(list->item, list->item_default, path + "[]"));
    }
    types::Field field;
    field.type = id;
    field.fallback.value = fallback;
    if (const value::Value* implied = check::DefaultOf(field, model_, arena_)) {
      out.Add("default", implied);
    }
  }

  void AddProperties(const types::Record& record, Object& out, const std::string& path) {
    std::vector<const value::Value*> required;
    Object properties(&build_);
    for (const types::Field& field : record.fields) {
      const std::string name = value::PlainText(*field.key);
      properties.Add(options_.keys_are_strings ? build_.String(name) : field.key,
                     Schema(field.type, field.fallback.value, path.empty() ? name : path + "." + name));
      if (field.presence == types::FieldPresence::kRequired) {
        required.push_back(build_.String(name));
      }
    }
    if (!required.empty()) {
      out.Add("required", build_.Sequence(required));
    }
    if (!record.fields.empty() || record.key_rules.empty()) {
      out.Add("properties", properties.Finish());
    }
  }

  void AddOperands(std::string_view keyword, const std::vector<types::TypeId>& operands, Object& out,
                   const std::string& path) {
    std::vector<const value::Value*> schemas;
    for (types::TypeId operand : operands) {
      schemas.push_back(Schema(operand, nullptr, path));
    }
    out.Add(keyword, build_.Sequence(schemas));
  }

  void AddRules(const types::Type& type, Object& out, const std::string& path) {
    for (types::RuleId id : type.rules) {
      const types::Rule& rule = model_.Get(id);
      if (rule.when != nullptr) {
        left_out_.push_back(path + ": a rule that applies only `when`");
        continue;
      }
      std::visit(RuleWriter{*this, type, out, path}, rule.test);
    }
  }

  struct RuleWriter {
    Exporter& self;
    const types::Type& type;
    Object& out;
    const std::string& path;

    // The keyword for a length bound of the type's kind.
    std::string LengthKeyword(std::string_view prefix) const {
      if (std::holds_alternative<types::List>(type.shape)) {
        return std::string(prefix) + "Items";
      }
      return std::string(prefix) +
             (std::holds_alternative<types::Record>(type.shape) ? "Properties" : "Length");
    }

    void operator()(const types::Minimum& t) const {
      out.Add("minimum", t.bound);
      if (t.is_exclusive) {
        out.AddFlag("exclusiveMinimum");
      }
    }
    void operator()(const types::Maximum& t) const {
      out.Add("maximum", t.bound);
      if (t.is_exclusive) {
        out.AddFlag("exclusiveMaximum");
      }
    }
    void operator()(const types::MultipleOf& t) const { out.Add("multipleOf", t.divisor); }
    void operator()(const types::MinLength& t) const { out.AddNumber(LengthKeyword("min"), t.bound); }
    void operator()(const types::MaxLength& t) const { out.AddNumber(LengthKeyword("max"), t.bound); }
    void operator()(const types::OneOf& t) const { out.Add("enum", self.build_.Sequence(t.allowed)); }
    void operator()(const types::Unique&) const { out.AddFlag("uniqueItems"); }
    void operator()(const types::MatchesRegex& t) const { out.Add("pattern", t.pattern.text()); }
    void operator()(const types::Format& t) const { out.Add("format", t.name); }
    void operator()(const types::NotNull&) const {}
    void operator()(const types::OneNotNull&) const { Leave("exactly one of several keys is set"); }
    void operator()(const types::Prefix& t) const { Leave("starts with " + t.text); }
    void operator()(const types::Suffix& t) const { Leave("ends with " + t.text); }
    void operator()(const types::Custom& t) const { Leave(t.predicate->Describe()); }
    void operator()(const types::Assertion& t) const {
      if (const auto* all = std::get_if<types::AllOf>(&t)) {
        self.AddOperands("allOf", all->types, out, path);
      } else if (const auto* any = std::get_if<types::AnyOf>(&t)) {
        self.AddOperands("anyOf", any->types, out, path);
      } else if (const auto* one = std::get_if<types::ExactlyOne>(&t)) {
        self.AddOperands("oneOf", one->types, out, path);
      } else if (const auto* refused = std::get_if<types::Not>(&t)) {
        out.Add("not", self.Schema(refused->type, nullptr, path));
      } else {
        Leave(types::Describe(t));
      }
    }

    void Leave(const std::string& what) const { self.left_out_.push_back(path + ": the rule: " + what); }
  };

  const types::Model& model_;
  const ExportOptions& options_;
  Arena& arena_;
  value::Builder build_;
  std::vector<std::string>& left_out_;
  types::TypeStack open_;  // those that are being written
  size_t nodes_ = 0;
};

}  // namespace

const value::Value* Export(const types::Model& model, const ExportOptions& options, Arena& arena,
                           std::vector<std::string>& left_out) {
  return Exporter(model, options, arena, left_out).Document();
}

}  // namespace kval::openapi
