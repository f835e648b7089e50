#include "schemas/json_schema/writer.h"

#include <cctype>
#include <utility>

#include "schemas/json_schema/schema_writer.h"
#include "src/support/budget_exhausted.h"
#include "src/yaml/json_writer.h"

namespace kval::schemas::json_schema {
namespace {

constexpr int kDeepest = 40;  // deeper schemas become definitions
// Types that differ and share their fields are written out one by one: n of n fields are n² of them.
constexpr size_t kMostSchemas = 500'000;

constexpr std::string_view kUris[] = {
    "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema"};

// The characters of a string that need no escape in a reference.
std::string Identifier(std::string_view text) {
  std::string name;
  for (char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.') {
      name += c;
    }
  }
  return name;
}

bool IsPlain(const types::Type& type) {
  const bool is_structure = std::holds_alternative<types::Record>(type.shape) ||
                            std::holds_alternative<types::List>(type.shape) ||
                            std::holds_alternative<types::Union>(type.shape);
  return !is_structure && type.rules.empty();
}

}  // namespace

std::string SchemaWriter::Run() {
  const types::Type& root = model_.Resolve(model_.root().type);
  KeywordBuilder document(build_);
  document.Add("$schema", kUris[static_cast<size_t>(draft_)]);
  if (survey_.is_of_values) {
    document.Add(kValuesSchema, build_.Bool(true));
  }
  names_[&root] = "#";
  const value::Value* schema = Body(model_.root().type, nullptr);
  if (schema->kind == value::Kind::kBool) {
    schema = schema->boolean ? build_.Mapping({}) : Nothing();
  }
  for (const value::Entry& entry : schema->entries()) {
    document.Add(entry.key->raw, entry.value);
  }
  const types::Field& field = model_.root();
  if (field.fallback.value != nullptr && survey_.is_of_values && IsJsonRepresentable(*field.fallback.value)) {
    document.Add("default", field.fallback.value);
  }
  KeywordBuilder definitions(build_);
  while (!pending_.empty()) {
    const SharedDefinition next = pending_.front();
    pending_.pop_front();
    path_ = next.path;
    depth_ = 0;
    definitions.Add(next.name, Body(next.type, nullptr));
  }
  if (!definitions.empty()) {
    document.Add(draft_ >= Draft::k2019 ? "$defs" : "definitions", definitions.Build());
  }
  yaml::JsonStyle style;
  style.indent = 2;
  std::string text;
  yaml::WriteJson(*document.Build(), style, text);
  return text + "\n";
}

const value::Value* SchemaWriter::Nothing() {
  KeywordBuilder nothing(build_);
  nothing.Add("not", build_.Mapping({}));
  return nothing.Build();
}

const value::Value* SchemaWriter::SchemaOf(types::TypeId id) {
  return SchemaOf(id, KeywordBuilder(build_));
}

const value::Value* SchemaWriter::SchemaOf(types::TypeId id, const KeywordBuilder& with) {
  const types::Type& type = model_.Resolve(id);
  if (++written_ > kMostSchemas) {
    throw BudgetExhausted();
  }
  if (!drops_null_ && NeedsName(type)) {
    KeywordBuilder reference(build_);
    reference.Add("$ref", ReferenceTo(id));
    const value::Value* annotations = with.Build();
    for (const value::Entry& entry : annotations->entries()) {
      reference.Add(entry.key->raw, entry.value);
    }
    return reference.Build();
  }
  return Body(id, &with);
}

bool SchemaWriter::NeedsName(const types::Type& type) const {
  const auto uses = survey_.uses.find(&type);
  const bool is_shared = uses != survey_.uses.end() && uses->second > 1;
  return names_.contains(&type) || (!IsPlain(type) && (is_shared || depth_ > kDeepest));
}

std::string SchemaWriter::ReferenceTo(types::TypeId id) {
  const types::Type& type = model_.Resolve(id);
  const auto known = names_.find(&type);
  if (known != names_.end()) {
    return known->second;
  }
  const auto* record = std::get_if<types::Record>(&type.shape);
  std::string expected;
  if (record != nullptr && record->schema) {
    expected = std::string(model_.interner().Text(*record->schema));
  } else if (const auto* named = std::get_if<types::Named>(&model_.Get(id).shape)) {
    const std::string_view reference = model_.interner().Text(named->name);  // `#/$defs/port`
    expected = Identifier(reference.substr(reference.find_last_of("/#") + 1));
  }
  for (auto step = path_.rbegin(); step != path_.rend() && expected.empty(); ++step) {
    expected = Identifier(step->key);
  }
  expected = expected.empty() ? "type" : expected;
  std::string name = expected;
  for (int number = 2; !taken_.insert(name).second; ++number) {
    name = expected + std::to_string(number);
  }
  pending_.push_back({id, name, path_});
  return names_[&type] = (draft_ >= Draft::k2019 ? "#/$defs/" : "#/definitions/") + name;
}

const value::Value* SchemaWriter::Body(types::TypeId id, const KeywordBuilder* with) {
  ++depth_;
  const types::Type& type = model_.Resolve(id);
  OutputSchema node{id, type, KeywordBuilder(build_)};
  node.drops_null = std::exchange(drops_null_, false);
  AddDoc(node);
  AddShape(node);
  AddRules(node);
  Finish(node, with);
  --depth_;
  const bool is_boolean = node.keywords.empty() && draft_ >= Draft::k6;
  const bool is_never = std::holds_alternative<types::Never>(type.shape);
  if (is_never && draft_ >= Draft::k6 && (with == nullptr || with->empty()) && type.rules.empty() &&
      type.doc->empty()) {
    return build_.Bool(false);
  }
  return is_boolean ? build_.Bool(true) : node.keywords.Build();
}

// What belongs behind everything else.
void SchemaWriter::Finish(OutputSchema& node, const KeywordBuilder* with) {
  if (!node.required.empty()) {
    node.keywords.Add("required", Strings(build_, node.required));
  }
  if (!node.all_of.empty()) {
    node.keywords.Add("allOf", build_.Sequence(node.all_of));
  }
  if (!node.messages.empty()) {
    node.keywords.Add(kMessage, build_.Mapping(node.messages));
  }
  if (with != nullptr) {
    const value::Value* annotations = with->Build();
    for (const value::Entry& entry : annotations->entries()) {
      node.keywords.Add(entry.key->raw, entry.value);
    }
  }
  std::string comment = node.type.doc->note;
  for (const std::string& each : node.comments) {
    comment += (comment.empty() ? "" : "; ") + each;
  }
  if (!comment.empty()) {
    node.keywords.Add("$comment", comment);
  }
}

void SchemaWriter::AddDoc(OutputSchema& node) {
  const types::Doc& doc = *node.type.doc;
  if (!doc.title.empty()) {
    node.keywords.Add("title", doc.title);
  }
  if (!doc.text.empty()) {
    node.keywords.Add("description", doc.text);
  }
  if (doc.deprecated) {
    node.keywords.Add("deprecated", build_.Bool(true));
    node.keywords.Add("deprecationMessage", *doc.deprecated);
  }
  if (doc.removed) {
    node.keywords.Add(kRemoved, *doc.removed);
    ReportLoss(node, node.type.span, "that a key is removed", "leave the key out", true);
  }
  if (doc.sensitive) {
    node.keywords.Add(kSensitive, build_.Bool(true));
  }
  std::vector<const value::Value*> examples;
  std::vector<const value::Value*> names;
  bool has_names = false;
  for (const types::Example& example : doc.examples) {
    if (!IsJsonRepresentable(*example.value)) {
      ReportLoss(node, node.type.span, "an example that is not JSON", "");
      continue;
    }
    examples.push_back(example.value);
    names.push_back(build_.String(example.description));
    has_names = has_names || !example.description.empty();
  }
  if (!examples.empty()) {
    node.keywords.Add("examples", build_.Sequence(examples));
  }
  if (has_names) {
    node.keywords.Add(kExampleNames, build_.Sequence(names));
  }
}

void SchemaWriter::ReportLoss(OutputSchema& node, source::Span at, std::string what, std::string hint,
                              bool only_kval, std::string why) {
  const std::string comment =
      losses_.Report({at, path_, std::move(what), std::move(why), std::move(hint), only_kval});
  if (!only_kval) {
    node.comments.push_back(comment);
  }
}

std::string WriteSchema(const types::Model& model, Draft draft, Arena& arena, ConversionWarnings& losses) {
  return SchemaWriter(model, draft, arena, losses).Run();
}

}  // namespace kval::schemas::json_schema
