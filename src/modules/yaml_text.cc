#include "src/modules/yaml_text.h"

#include "src/diag/collector.h"
#include "src/diag/limit_kind.h"
#include "src/lang/starlark/convert.h"
#include "src/modules/encode.h"
#include "src/source/source_file.h"
#include "src/yaml/document.h"
#include "src/yaml/implicit_document.h"
#include "src/yaml/writer.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Interpreter;
using starlark::Outcome;
using starlark::Value;

namespace {

// Why the text is no YAML, on one line.
struct Error {
  std::string why;  // empty: it is
  // An exceeded limit, which is not an error of the text; kStarlarkError if there is none.
  diag::Kind limit = diag::Kind::kStarlarkError;
};

Error ReadOne(const source::SourceFile& file, const Limits& limits, Arena& arena, const value::Value** root) {
  diag::Collector collector;
  diag::Emitter emit(&collector);
  yaml::ReadOptions options;
  options.duplicates = yaml::DuplicateKeys::kError;
  options.limits = limits;
  const yaml::File read = yaml::ReadFile(file, options, arena, emit);
  if (emit.error_count() > 0) {
    const diag::Diagnostic failure = collector.Sorted().front();
    const source::Span at = failure.labels.empty() ? source::Span{} : failure.labels.front().span;
    const std::string line = at.has_value() ? " line " + std::to_string(file.LineOf(at.begin)) + ":" : "";
    return {"yaml:" + line + " " + failure.message,
            diag::IsLimit(failure.kind) ? failure.kind : diag::Kind::kStarlarkError};
  }
  if (read.documents.size() != 1 || yaml::HasImplicitEmptyDocument(read)) {
    return {"Expected to find exactly one YAML document"};
  }
  *root = read.documents.front().root;
  return {};
}

bool IsEmptyCollection(const value::Value& node) {
  return (node.kind == value::Kind::kMapping && node.entries().empty()) ||
         (node.kind == value::Kind::kSequence && node.items().empty());
}

}  // namespace

Outcome<std::string> YamlText(Interpreter& interpreter, Value value) {
  Arena arena;
  value::Builder builder(&arena);
  Outcome<std::vector<const value::Value*>> documents = ToDocuments(interpreter, builder, value, {});
  if (!documents.ok()) {
    return documents.Pass();
  }
  // Empty documents are not printed, except empty maps and arrays created by programs (ytt
  // pkg/yamlmeta/document.go).
  const bool is_fragment = value.AsHost<Encodable>() != nullptr;
  yaml::YamlStyle style;
  style.most = starlark::MaxStringSize(interpreter.heap());
  std::string out;
  for (const value::Value* document : *documents) {
    if (document->kind == value::Kind::kNull || (is_fragment && IsEmptyCollection(*document))) {
      continue;
    }
    out += out.empty() ? "" : "---\n";
    if (!yaml::WriteYaml(*document, style, out)) {
      return starlark::OutOfMemory(interpreter.heap());
    }
  }
  return out;
}

Outcome<Value> FromYamlText(Interpreter& interpreter, std::string_view text) {
  const source::SourceFile file("yaml.decode", std::string(text), 1);
  Arena arena;
  const value::Value* root = nullptr;
  if (Error failure = ReadOne(file, interpreter.options().limits, arena, &root); !failure.why.empty()) {
    return EvalFailure(failure.limit, std::move(failure.why));
  }
  Outcome<Value> decoded = starlark::FromDocument(interpreter.heap(), *root);
  if (!decoded.ok()) {
    decoded.error().at = {};  // the place is in this text, which no file holds
  }
  return decoded;
}

bool IsYamlText(std::string_view text) {
  const source::SourceFile file("yaml.decodable", std::string(text), 1);
  Arena arena;
  const value::Value* root = nullptr;
  return ReadOne(file, Limits(), arena, &root).why.empty();
}

}  // namespace kval::modules
