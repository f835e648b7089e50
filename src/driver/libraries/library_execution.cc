#include "src/driver/libraries/library_execution.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "annotations/overlay/apply.h"
#include "annotations/overlay_specs.h"
#include "src/driver/template_runtime.h"
#include "src/support/substitute.h"

namespace kval::driver {
namespace {

using diag::Def;

constexpr Def<std::string_view, std::string_view> kUnused{
    diag::Kind::kUnresolvedImport, "unused {} for library `{}`: no template evaluates that library"};
constexpr Def<std::string_view, std::string_view> kNoOutputOf{
    diag::Kind::kBadFlagValue, "`{}` was marked for output, but nothing is output of {}"};

}  // namespace

LibraryExecution::LibraryExecution(const Library& library, const DriverOptions& options, types::Model& model,
                                   Session& session)
    : library_(library),
      options_(options),
      model_(model),
      session_(session),
      scope_(session.runtime->loader.NewScope(options)),
      values_(session.build.Mapping({})) {
  scope_.values = values_;
}

ValuesResult LibraryExecution::Values(const Documents& documents, SuppliedDocuments given) {
  values_files_ = documents.files;
  scope_.library_values = documents.library_values;
  scope_.library_schemas = documents.library_schemas;
  ValuesResult result;
  if (!CompileSchema(documents, given, model_, session_)) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  result = ComputeValues(documents, std::move(given), options_, model_, session_);
  if (result.values != nullptr) {
    values_ = result.values;
    scope_.values = values_;
  }
  return result;
}

LibraryResult LibraryExecution::Evaluate() {
  LibraryResult evaluated;
  std::vector<RenderedDocument> overlays;
  evaluated.ok = RunFiles(evaluated, overlays);
  if (evaluated.ok) {
    evaluated.ok = AllAreUsed();
  }
  if (evaluated.ok) {
    evaluated.ok = ApplyOverlays(evaluated, overlays);
  }
  return evaluated;
}

// Every file is run, so that the errors of all are reported.
bool LibraryExecution::RunFiles(LibraryResult& evaluated, std::vector<RenderedDocument>& overlays) {
  bool ok = true;
  for (const LibraryFile* file : library_.Files()) {
    if (!values_files_.contains(file)) {
      ok = RunFile(*file, evaluated, overlays) && ok;
    }
  }
  const auto by_order = [](const RenderedDocument& a, const RenderedDocument& b) {
    return a.file->order < b.file->order;
  };
  std::stable_sort(evaluated.documents.begin(), evaluated.documents.end(), by_order);
  std::stable_sort(overlays.begin(), overlays.end(), by_order);
  for (const RenderedDocument& rendered : evaluated.documents) {
    if (evaluated.yaml_files.empty() || evaluated.yaml_files.back() != rendered.file) {
      evaluated.yaml_files.push_back(rendered.file);
    }
  }
  return ok;
}

bool LibraryExecution::RunFile(const LibraryFile& file, LibraryResult& evaluated,
                               std::vector<RenderedDocument>& overlays) {
  const bool is_code = file.type == FileType::kStarlark;
  if (file.is_for_output && (is_code || file.type == FileType::kData)) {
    session_.emit.Report({}, kNoOutputOf, file.path, is_code ? "programs" : "a file of unknown type")
        .Hint(Substitute(
            "add `--file-mark {}:type=…` with yaml-template, yaml-plain, text-template or text-plain",
            file.path))
        .Emit();
    return false;
  }
  if (file.is_library && !(file.is_for_output && file.type != FileType::kStarlark)) {
    if (file.type == FileType::kData) {
      return true;
    }
    const LoadedFile& loaded = session_.runtime->loader.Globals(file, library_, scope_);
    evaluated.exports.push_back({std::string(library_.PathOf(file)), loaded.members});
    return loaded.state == LoadedFile::LoadState::kDone;
  }
  if (!file.is_for_output || file.type == FileType::kData) {
    return true;
  }
  if (file.type == FileType::kYaml && !session_.runtime->files.Read(file, *scope_.options).ok) {
    return false;
  }
  const templating::Output output = session_.runtime->loader.Run(file, library_, scope_);
  if (file.type == FileType::kText) {
    evaluated.text_files.push_back({std::string(library_.PathOf(file)), output.text});
    return output.ok;
  }
  for (const templating::AnnotatedDocument& document : output.documents) {
    if (session_.annotations.Has(document.node, annotations::kOverlayMatch.name)) {
      overlays.push_back({document, &file});
    } else if (!templating::IsEmpty(document)) {
      evaluated.documents.push_back({document, &file});
    }
  }
  return output.ok;
}

bool LibraryExecution::ApplyOverlays(LibraryResult& evaluated,
                                     const std::vector<RenderedDocument>& overlays) {
  if (overlays.empty()) {
    return true;
  }
  std::vector<templating::AnnotatedDocument> base;
  std::vector<uint32_t> groups;
  for (const RenderedDocument& rendered : evaluated.documents) {
    base.push_back(rendered.document);
    groups.push_back(rendered.file->order);
  }
  std::vector<templating::AnnotatedDocument> over;
  for (const RenderedDocument& rendered : overlays) {
    over.push_back(rendered.document);
  }
  const annotations::SetAfterOverlays result =
      annotations::OverlayAll(base, groups, over, session_.runtime->overlay_context());
  evaluated.documents.clear();
  for (size_t i = 0; i < result.documents.size(); ++i) {
    evaluated.documents.push_back({result.documents[i], session_.files[result.groups[i]].get()});
  }
  return result.ok;
}

void LibraryExecution::ReportUnused(const Envelope& envelope) {
  const bool is_schema = envelope.schema != nullptr;
  const bool is_flag = !is_schema && !envelope.layer->library.empty();
  diag::DiagnosticBuilder report = session_.emit.Report(envelope.at, kUnused, is_schema ? "schema" : "values",
                                                        LibraryRefText(envelope.original));
  if (!is_flag) {
    report.Related((is_schema ? envelope.schema->document : envelope.layer->document).node->span,
                   "of this document");
  }
  report.Hint("libraries are evaluated by `library.get(…).eval()` or `.export(…)`").Emit();
}

bool LibraryExecution::AllAreUsed() {
  bool ok = true;
  for (const Envelopes* envelopes : {&scope_.library_values, &scope_.library_schemas}) {
    for (const std::shared_ptr<Envelope>& envelope : *envelopes) {
      if (!envelope->is_used) {
        ReportUnused(*envelope);
        ok = false;
      }
    }
  }
  return ok;
}

}  // namespace kval::driver
