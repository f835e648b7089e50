#include "src/driver/schemas/schema_choice.h"

#include <string_view>

#include "src/diag/read_failure.h"
#include "src/driver/inputs/tool_files.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/driver/session.h"
#include "src/kubernetes/template_detection.h"
#include "src/support/lexical_path.h"
#include "src/support/take_part.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kNoManifest{diag::Kind::kNoSchema,
                                  "this file is no manifest and names no schema: it is not checked"};
constexpr diag::Def<> kNamesNone{
    diag::Kind::kNoSchema, "this file names no schema, while other files name theirs: it is not checked"};

constexpr diag::Def<std::string_view> kOtherName{
    diag::Kind::kNoSchema,
    "this file names no schema, and its name does not match the schema {}: it is not checked"};

// Of a file that names no schema, or one that is not a local file.
SchemaChoice ChooseWithout(const Classification& is) {
  if (is.is_manifest()) {
    return {SchemaChoice::Kind::kManifest, {}, std::string(is.why)};
  }
  return is.builtin == nullptr
             ? SchemaChoice{}
             : SchemaChoice{SchemaChoice::Kind::kFile, schemas::catalog::PathOf(*is.builtin),
                            "its name is that of " + std::string(is.builtin->title)};
}

bool IsNamedSchemaThere(const SchemaModeline& named, const std::string& path, const DriverOptions& options,
                        source::FileReader& reader) {
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  return FindNamedSchema(named, path, options, reader, silence).has_value();
}

SchemaChoice ChooseNamed(const SchemaModeline& named, const Classification& is, const InputFile& file,
                         const DriverOptions& options, InputFileReader& reader, Session& session) {
  if (named.is_none()) {
    return {SchemaChoice::Kind::kExcluded, {}, "its comment excludes it by `none`"};
  }
  // In directories the keys of tools' configurations are for the tools.
  const bool is_of_tool = named.is_key && !file.directory.empty();
  if (IsRemoteSchema(named, options, reader) ||
      (is_of_tool && !IsNamedSchemaThere(named, file.path, options, reader))) {
    const SchemaChoice choice = ChooseWithout(is);
    const bool is_manifest = choice.kind == SchemaChoice::Kind::kManifest;
    const bool is_allowed =
        is_manifest || !file.directory.empty() || options.unchecked != UncheckedPolicy::kError;
    ReportRemoteSchema(named, is_allowed ? diag::Severity::kNote : diag::Severity::kError, session.emit);
    return is_manifest  ? choice
           : is_allowed ? SchemaChoice{SchemaChoice::Kind::kExcluded, {}, "its schema is not a local file"}
                        : SchemaChoice{SchemaChoice::Kind::kFailed, {}, {}};
  }
  const bool is_stdin = file.path == "-" && !options.stdin_name.empty();
  const std::optional<InputFile> schema =
      FindNamedSchema(named, is_stdin ? options.stdin_name : file.path, options, reader, session.emit);
  if (!schema) {
    return {SchemaChoice::Kind::kFailed, {}, {}};
  }
  reader.Add(*schema);
  return {SchemaChoice::Kind::kFile, schema->path, "its comment names the schema"};
}

// Whether a file has comments and separators of documents at most.
bool IsWithoutContent(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = TakePart(text, '\n');
    const bool is_separator =
        line.starts_with("---") && (line.size() == 3 || line[3] == ' ' || line[3] == '\r');
    line.remove_prefix(is_separator ? 3 : 0);
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && line[begin] != '#') {
      return false;
    }
  }
  return true;
}

// A file without a schema next to others that have one. In a directory it need not be for kval, and JSON and
// templates there may be in an extension of their format.
SchemaChoice ReportNothing(const source::SourceFile& text, bool has_named,
                           const std::string& schema_of_others, const InputFile& file,
                           const DriverOptions& options, Session& session) {
  const source::Span begin{text.base(), text.base()};
  const bool is_found = !file.directory.empty();
  if (is_found || (!has_named && options.unchecked != UncheckedPolicy::kError)) {
    auto report = schema_of_others.empty() ? session.emit.Report(begin, has_named ? kNamesNone : kNoManifest)
                                           : session.emit.Report(begin, kOtherName, schema_of_others);
    if (!schema_of_others.empty()) {
      report.Hint("`kval check -f " + schema_of_others + " " + text.name() + "` validates it by that schema");
    }
    report.As(diag::Severity::kNote).Subject("no schema").Emit();
    const bool is_unread = is_found && (file.path.ends_with(".json") || kubernetes::IsTemplate(text.text()));
    return {is_unread ? SchemaChoice::Kind::kUnread : SchemaChoice::Kind::kExcluded,
            {},
            "no schema was found for it"};
  }
  session.emit.Report(begin, has_named ? kNamesNone : kNoManifest)
      .Hint(
          "name its schema in a comment at the top, `# kval: schema=FILE`, or in a project file, which "
          "`kval init` writes")
      .Emit();
  return {SchemaChoice::Kind::kFailed, {}, {}};
}

}  // namespace

std::vector<SchemaChoice> ChooseSchemas(const std::vector<InputFile>& files,
                                        const std::map<std::string, KnownFile>& known,
                                        const DriverOptions& options, InputFileReader& reader,
                                        Session& session,
                                        const std::optional<std::string>& schema_of_others) {
  std::vector<SchemaChoice> choices;
  std::vector<const source::SourceFile*> texts(files.size());
  std::vector<bool> are_of_tools(files.size());
  bool has_named = false, has_recognized = schema_of_others.has_value();
  for (size_t i = 0; i < files.size(); ++i) {
    const auto found = known.find(files[i].path);
    const Result<const source::SourceFile*> text =
        found != known.end() ? found->second.source : ReadInputFile(files[i], reader, session.sources);
    if (!text) {
      diag::ReportReadFailure({}, text.failure(), session.emit);
      choices.push_back({SchemaChoice::Kind::kFailed, {}, {}});
      continue;
    }
    const std::optional<SchemaModeline> named = FindSchemaModeline(**text);
    const bool is_decided = named && !IsRemoteSchema(*named, options, reader);
    const Classification is = is_decided ? Classification()
                              : found != known.end()
                                  ? found->second.is
                                  : ClassifyText(**text, options.limits, options.directory);
    choices.push_back(named ? ChooseNamed(*named, is, files[i], options, reader, session)
                            : ChooseWithout(is));
    if (choices.back().kind == SchemaChoice::Kind::kNothing && !files[i].directory.empty() &&
        IsWithoutContent((*text)->text())) {
      choices.back() = {SchemaChoice::Kind::kExcluded, {}, "it has no content"};
    }
    texts[i] = *text;
    are_of_tools[i] =
        is.role == FileRole::kOtherTool || (!files[i].directory.empty() && HasPathOfTool(files[i].path));
    const bool has_file = choices.back().kind == SchemaChoice::Kind::kFile;
    has_named = has_named || (named && has_file);
    has_recognized =
        has_recognized || (!named && has_file) || choices.back().kind == SchemaChoice::Kind::kManifest;
  }
  const std::string other = schema_of_others ? LexicallyNormal(*schema_of_others) : std::string();
  for (size_t i = 0; i < files.size(); ++i) {
    if (choices[i].kind == SchemaChoice::Kind::kNothing && has_recognized && are_of_tools[i]) {
      choices[i].kind = SchemaChoice::Kind::kManifest;  // where it is reported as a file of another tool
    } else if (choices[i].kind == SchemaChoice::Kind::kNothing && (has_named || has_recognized)) {
      choices[i] = ReportNothing(*texts[i], has_named, other, files[i], options, session);
    }
  }
  return choices;
}

}  // namespace kval::driver
