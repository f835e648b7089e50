#include "src/driver/input_summary.h"

#include <algorithm>
#include <utility>

#include "src/diag/spans.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/schemas/schema_modeline.h"

namespace kval::driver {
namespace {

// Returns the files that `session` has parsed as the check of manifests does, without findings.
ParsedFiles ParsedManifests(const DriverOptions& options, const std::vector<ClassifiedInput>& files,
                            const std::shared_ptr<Session>& session) {
  ParsedFiles parsed{{}, session};
  if (options.dialect != value::Dialect::kK8s || options.strict_yaml || options.warn_ambiguous ||
      options.yaml_cpp_reader || !session->findings.dropped().empty()) {
    return parsed;
  }
  std::set<const source::SourceFile*> with_findings;
  for (const diag::Diagnostic& finding : session->findings.diagnostics()) {
    diag::ForEachSpan(finding, [&](source::Span span) {
      if (span.has_value()) {
        with_findings.insert(&session->sources.FileOf(span));
      }
    });
  }
  for (const ClassifiedInput& file : files) {
    const RunInput& input = file.file->input;
    if (file.is.names_kinds && !file.text->has_templating && with_findings.count(input.source) == 0) {
      parsed.by_path.emplace(input.disk_path, &file.text->file);
    }
  }
  return parsed;
}

// Takes what could not be read: the inputs themselves, and files of directories, which are hidden. Returns
// whether nothing else has failed and no limit is exceeded. A text file that is not a template is no input of
// a check.
bool TakeUnreadable(const DriverOptions& options, InputFileReader& reader, const Session& session,
                    InputSummary& summary) {
  std::vector<std::pair<std::string, Failure>> unreadable;
  for (const InputPath& input : options.inputs) {
    const auto found = reader.unreadable_named().find(input.path);
    if (found != reader.unreadable_named().end()) {
      unreadable.emplace_back(*found);
    }
  }
  unreadable.insert(unreadable.end(), reader.unreadable().begin(), reader.unreadable().end());
  const bool is_limit = std::any_of(unreadable.begin(), unreadable.end(), [](const auto& one) {
    return one.second.kind == FailureKind::kTooLarge || one.second.kind == FailureKind::kTooDeep;
  });
  if (unreadable.empty() || is_limit || session.emit.error_count() != unreadable.size()) {
    return false;
  }
  summary.could_read = true;
  reader.HideUnreadable();
  for (const auto& [path, failure] : unreadable) {
    if (!path.ends_with(".txt") || reader.unreadable_named().count(path) != 0) {
      summary.unreadable.push_back(failure);
    }
  }
  return true;
}

// Adds a file that is run, and what it loads by absolute paths.
void AddCode(const RunInput& input, InputSummary& summary) {
  summary.code.push_back({input.disk_path, input.directory});
  if (input.disk_path.find("_ytt_lib/") != std::string::npos) {
    return;
  }
  const std::string_view text = input.source->text();
  for (size_t at = text.find("load("); at != std::string_view::npos; at = text.find("load(", at + 1)) {
    const std::string_view argument = text.substr(at + std::string_view("load(").size());
    if (argument.size() > 2 && (argument[0] == '"' || argument[0] == '\'') && argument[1] == '/') {
      const std::string_view path = argument.substr(2);
      summary.absolute_loads.push_back(
          {std::string(path.substr(0, path.find_first_of("\"'\n"))), input.disk_path});
    }
  }
}

// Adds the files that are not YAML.
void AddPrograms(const Session& session, InputSummary& summary) {
  const std::vector<std::string> kcl = KclFiles(session);
  const std::set<std::string> programs(kcl.begin(), kcl.end());
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const RunInput& input = file->input;
    if (programs.count(input.disk_path) != 0) {
      summary.schemas.push_back({{input.disk_path, input.directory}, SchemaLanguage::kKcl});
    }
    const bool is_library = file->type == FileType::kYaml && !file->is_template;
    if (input.source != nullptr && (file->type == FileType::kStarlark || is_library)) {
      AddCode(input, summary);
    }
  }
  summary.has_schema = !summary.schemas.empty();
}

// Whether the file holds CustomResourceDefinitions that are validated like the resources next to them.
bool IsManifestOfDirectory(const ClassifiedInput& file) {
  return file.text != nullptr && file.is.is_manifest() && !file.file->input.directory.empty();
}

// Adds a file, unless it is plain.
void AddSchemaOrCode(const ClassifiedInput& file, InputSummary& summary) {
  const InputFile input{file.file->input.disk_path, file.file->input.directory};
  const bool is_template = file.purpose == InputPurpose::kTemplate || file.purpose == InputPurpose::kText;
  summary.has_templates = summary.has_templates || is_template;
  if (file.has_schema || file.purpose == InputPurpose::kJsonSchema ||
      file.purpose == InputPurpose::kDefinitions) {
    summary.has_schema = true;
    summary.schemas.push_back({input, file.has_schema ? SchemaLanguage::kAnnotated : file.is.language});
  }
  if (is_template || file.purpose == InputPurpose::kAnnotated) {
    AddCode(file.file->input, summary);
  }
}

// Whether the file is validated: plain YAML, or CustomResourceDefinitions that are no schema of the inputs.
bool IsPlain(const ClassifiedInput& file) {
  return file.purpose == InputPurpose::kValues ||
         (file.purpose == InputPurpose::kForeign && IsManifestOfDirectory(file));
}

// Adds a plain file.
void AddValues(const ClassifiedInput& file, InputSummary& summary) {
  const RunInput& input = file.file->input;
  summary.values.push_back({input.disk_path, input.directory});
  summary.has_manifests = summary.has_manifests || file.is.is_manifest();
  summary.names_schema =
      summary.names_schema || file.is.builtin != nullptr || FindSchemaModeline(*input.source).has_value();
}

}  // namespace

InputSummary SummarizeInputs(const DriverOptions& given_options, InputFileReader& reader,
                             const Session& target, DirectoryDefinitions definitions) {
  InputSummary summary;
  summary.read = std::make_shared<Session>(&target);
  Session& session = *summary.read;  // its findings are discarded, because files with findings are read again
  DriverOptions options = given_options;
  summary.could_read = LoadRootLibrary(options, reader, session, UnreadableInputs::kSkip);
  if (!summary.could_read && !TakeUnreadable(options, reader, session, summary)) {
    return summary;
  }
  AddPrograms(session, summary);
  options.definitions_are_schemas = !summary.has_schema;
  options.dialect = DialectOfValues(options, reader, session);
  if (options.dialect == given_options.dialect && !options.has_dialect) {
    options.dialect = value::Dialect::kK8s;  // so that manifests are parsed once
  }
  std::vector<ClassifiedInput> files = Classify(options, session.library, session);
  for (ClassifiedInput& file : files) {
    const bool is_manifest =
        definitions == DirectoryDefinitions::kAreManifests && IsManifestOfDirectory(file);
    if (file.purpose == InputPurpose::kDefinitions && is_manifest) {
      file.purpose = InputPurpose::kForeign;
    }
  }
  summary.parsed = ParsedManifests(options, files, summary.read);
  std::set<const LibraryFile*> values;
  for (const ClassifiedInput& file : files) {
    const RunInput& input = file.file->input;
    const bool is_auto = input.role == InputRole::kAuto;
    AddSchemaOrCode(file, summary);
    if (file.text != nullptr && is_auto) {
      summary.known.emplace(input.disk_path, KnownFile{input.source, file.is});
    }
    const bool is_output = file.purpose == InputPurpose::kOutput || file.purpose == InputPurpose::kManifest;
    if (is_output && is_auto && !input.directory.empty()) {
      summary.outputs.push_back({input.disk_path, input.directory});
    }
    if (file.purpose == InputPurpose::kForeign && !IsPlain(file) && is_auto && !input.directory.empty()) {
      summary.foreign.push_back({input.disk_path, input.directory});
    }
    if (IsPlain(file) && is_auto) {
      values.insert(file.file);
      AddValues(file, summary);
    }
  }
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    summary.files.insert(file->input.disk_path);
    if (values.count(file.get()) == 0 && file->input.source != nullptr) {
      summary.others.insert(file->input.directory.empty() ? file->input.disk_path : file->input.directory);
    }
  }
  return summary;
}

}  // namespace kval::driver
