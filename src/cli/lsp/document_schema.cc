#include "src/cli/lsp/document_schema.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "schemas/catalog/catalog.h"
#include "src/cli/input_options.h"
#include "src/cli/lsp/data_values.h"
#include "src/cli/lsp/document_plan.h"
#include "src/cli/lsp/json_schema_documents.h"
#include "src/cli/lsp/kubernetes_hover.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/project/builtin.h"
#include "src/project/find.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr std::string_view kJsonPatchSchema = R"({
  "type": "array",
  "items": {
    "type": "object",
    "required": ["op", "path"],
    "properties": {
      "op": {"description": "What the operation does.",
             "enum": ["add", "remove", "replace", "move", "copy", "test"]},
      "path": {"type": "string", "description": "The place, a JSON Pointer: `/spec/replicas`. `-` is the end of a list."},
      "value": {"description": "The value of `add`, `replace` and `test`."},
      "from": {"type": "string", "description": "The source of `move` and `copy`, a JSON Pointer."}
    }
  }
})";

// Whether a text has data values and no schema for them.
bool IsDataValues(std::string_view text) {
  const std::vector<DataDocument> documents = FindDataDocuments(text);
  return !documents.empty() &&
         std::all_of(documents.begin(), documents.end(), [](const DataDocument& document) {
           return document.role == driver::DocumentRole::kValues;
         });
}

}  // namespace

// Plans the check of the document; nullopt if there is none.
std::optional<driver::PlannedCheck> DocumentSchema::Plan(driver::InputFileReader& files) {
  driver::Session looking(options_.limits);
  std::optional<DocumentPlan> plan = PlanInProject(text_, options_, files, looking);
  if (!plan && text_.EnterDocumentDirectory()) {
    plan = PlanAlone(text_, options_, files, looking);
  }
  return plan && !plan->plan.checks.empty() ? std::optional(std::move(plan->plan.checks.front()))
                                            : std::nullopt;
}

void DocumentSchema::Compile() {
  const std::string_view name = GetFileName(text_.path());
  const std::string_view own = project::IsProjectFileName(name)       ? "project"
                               : name == "Chart.yaml"                 ? "chart"
                               : driver::IsHelmfileName(text_.path()) ? "helmfile"
                                                                      : std::string_view();
  if (!own.empty()) {
    return CompileOwnSchema(own);
  }
  const auto content = text_.opened().strings.find(text_.path());
  if (content != text_.opened().strings.end() && IsJsonSchema(content->second, name)) {
    own_schema_ = {{"kval:json-schema.json", SchemaOfJsonSchemas(content->second)}};
    return CompileOwnSchema();
  }
  WithPlan([this](driver::PlannedCheck check, driver::InputFileReader&) {
    options_ = check.options;
    check_ = std::move(check);
    // The document is a text to describe, and none of the inputs.
    std::erase_if(options_.inputs,
                  [this](const driver::InputPath& input) { return input.path == text_.name(); });
    CompileInputs();
  });
  CompileByFileName();
  if (!is_compiled() && content != text_.opened().strings.end() && IsDataValues(content->second)) {
    CompileDirectory();
  }
}

// A file whose name may have several meanings has that of a built-in schema while it lacks the keys that
// tell them apart: it is still being written.
void DocumentSchema::CompileByFileName() {
  const bool has_plan = is_compiled() || check_.method == driver::CheckMethod::kManifests ||
                        check_.method == driver::CheckMethod::kChart || !options_.inputs.empty();
  const auto* const builtin =
      has_plan || !files_ ? nullptr
                          : schemas::catalog::FindByFile(text_.path(), [](std::string_view) { return true; });
  const bool is_ambiguous = builtin != nullptr && !builtin->keys.empty();
  if (is_ambiguous) {
    options_.inputs = {{schemas::catalog::PathOf(*builtin), {}, driver::InputRole::kSchema}};
    check_.options.inputs = options_.inputs;
    CompileInputs();
  }
}

void DocumentSchema::CompileJsonPatch() {
  own_schema_ = {{"kval:json-patch.json", std::string(kJsonPatchSchema)}};
  CompileOwnSchema();
}

// The built-in schema of project files, of Chart.yaml or of helmfiles.
void DocumentSchema::CompileOwnSchema(std::string_view name) {
  for (const project::EmbeddedText& schema : project::BuiltinYaml()) {
    if (schema.name == name) {
      own_schema_ = {{"kval:" + std::string(name) + ".yml", std::string(schema.text)}};
    }
  }
  CompileOwnSchema();
}

void DocumentSchema::CompileOwnSchema() {
  if (text_.EnterDocumentDirectory() && OpenFiles(own_schema_)) {
    options_.inputs = {{own_schema_.begin()->first, {}, driver::InputRole::kSchema}};
    CompileInputs();
  }
}

// The schemas of data values for a template: those of its project, or of its directory.
void DocumentSchema::CompileDataValues() {
  Compile();
  if (!is_compiled()) {
    CompileDirectory();
  }
}

// The schemas of data values in the directory of the document, which belong to one ytt package.
void DocumentSchema::CompileDirectory() {
  if (!text_.EnterDocumentDirectory() || !OpenFiles(text_.strings())) {
    return;
  }
  options_.inputs = DataValuesOf(text_.name(), *files_);
  options_.unchecked = driver::UncheckedPolicy::kNote;
  CompileInputs();
}

// Reads files of the disk, and strings that replace some of them, which must outlive this.
bool DocumentSchema::OpenFiles(const TextOverrides& strings) {
  std::string message;
  if (!ToDriverOptions({}, text_.environment(), options_, message)) {
    return false;
  }
  disk_.emplace(options_.limits);
  reader_.emplace(*disk_, strings, text_.environment().directory);
  files_.emplace(*reader_);
  return true;
}

// Compiles the schemas among the inputs.
void DocumentSchema::CompileInputs() {
  session_ = std::make_unique<driver::Session>(options_.limits);
  if (!options_.inputs.empty() && driver::LoadRootLibrary(options_, *files_, *session_)) {
    validator_ = driver::CompiledSchema::Compile(options_, *files_, *session_);
  }
}

void DocumentSchema::WithPlan(const UsePlan& use) {
  if (!OpenFiles(text_.strings())) {
    return;
  }
  if (std::optional<driver::PlannedCheck> check = Plan(*files_)) {
    use(*std::move(check), *files_);
  }
}

api::SchemaInfo DocumentSchema::MeaningAt(std::string_view text, size_t at, api::SchemaInfoUse use) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark) && at >= kMark.size()) {
    api::SchemaInfo meaning = MeaningAt(text.substr(kMark.size()), at - kMark.size(), use);
    for (api::SourceLocation* place : {&meaning.value, &meaning.key}) {
      place->begin += *place ? kMark.size() : 0;
      place->end += *place ? kMark.size() : 0;
    }
    return meaning;
  }
  return validator_ != nullptr ? api::DescribeInText(text, at, *validator_, options_.limits, use)
         : files_ ? DescribeResourceAt(text, at, text_.name(), check_, options_.limits, *files_, use)
                  : api::SchemaInfo();
}

const source::SourceFile* DocumentSchema::FileOf(std::string_view name) const {
  if (session_ == nullptr) {
    return nullptr;
  }
  for (size_t i = 0; i < session_->sources.file_count(); ++i) {
    if (session_->sources.file(i).name() == name) {
      return &session_->sources.file(i);
    }
  }
  return nullptr;
}

}  // namespace kval::cli
