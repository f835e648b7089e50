#include "src/driver/schemas/schema_modeline.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "schemas/catalog/catalog.h"
#include "schemas/json_schema/schema_files.h"
#include "schemas/json_schema/uri.h"
#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/document_class.h"
#include "src/driver/session.h"
#include "src/source/similar_path.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"
#include "src/vendor/schema_address.h"

namespace kval::driver {
namespace {

namespace uri = schemas::json_schema;

constexpr std::string_view kEditors = "yaml-language-server:";
constexpr std::string_view kOwn = "kval:";
constexpr std::string_view kJetBrains = "$schema:";

constexpr diag::Def<std::string_view> kElsewhere{
    diag::Kind::kNoSchema, "the schema `{}` that this file refers to is not a local file"};
constexpr diag::Def<std::string_view> kMissing{diag::Kind::kNoSchema,
                                               "the schema `{}` that this file refers to does not exist"};
constexpr diag::Def<std::string_view> kNoneInIt{diag::Kind::kNoSchema,
                                                "the file `{}` that this file refers to is not a schema"};
constexpr diag::Def<std::string_view> kOutside{
    diag::Kind::kImportEscapesRoot, "the schema `{}` that this file refers to is outside of the root"};
constexpr diag::Def<> kTwo{diag::Kind::kBadSchema, "the values of one set name two schemas"};

// Returns the schema named by a comment, or nullopt.
std::optional<SchemaModeline> NamedBy(std::string_view comment) {
  comment.remove_prefix(1);
  comment = Trimmed(comment.substr(comment.starts_with('!') ? 1 : 0), " \t\r");
  SchemaModeline named;
  if (comment.starts_with(kJetBrains)) {
    named.name = Trimmed(comment.substr(kJetBrains.size()), " \t\r");
    named.name = named.name.substr(0, named.name.find_first_of(" \t"));
    return named.name.empty() || IsDraftName(named.name) ? std::nullopt : std::optional(named);
  }
  named.is_kval_modeline = comment.starts_with(kOwn);
  if (!named.is_kval_modeline && !comment.starts_with(kEditors)) {
    return std::nullopt;
  }
  comment = Trimmed(comment.substr(named.is_kval_modeline ? kOwn.size() : kEditors.size()), " \t\r");
  const std::string_view word = named.is_kval_modeline ? "schema=" : "$schema=";
  if (!comment.starts_with(word)) {
    return std::nullopt;
  }
  comment.remove_prefix(word.size());
  named.name = comment.substr(0, comment.find_first_of(" \t"));
  return named.name.empty() ? std::nullopt : std::optional(named);
}

// Returns the schema that the first key of a document names, `$schema: NAME`, or nullopt. `text` begins
// there. The name of a draft of JSON Schema marks a schema.
std::optional<SchemaModeline> NamedByFirstKey(std::string_view text) {
  const bool is_flow = text.starts_with('{');
  text = is_flow ? Trimmed(text.substr(1), kWhitespace) : text;
  const size_t colon = text.find(':');
  const std::string_view key = Trimmed(text.substr(0, colon), " \t\"'");
  if (colon == std::string_view::npos || key != "$schema") {
    return std::nullopt;
  }
  std::string_view name = text.substr(colon + 1);
  name = Trimmed(name.substr(0, name.find('\n')), " \t\r");
  const bool is_quoted = name.starts_with('"') || name.starts_with('\'');
  if (is_quoted) {
    name = name.substr(1, name.find(name[0], 1) - 1);
  } else {
    name = name.substr(0, name.find_first_of(is_flow ? std::string_view(" \t,}") : std::string_view(" \t")));
  }
  return name.empty() || IsDraftName(name) ? std::nullopt
                                           : std::optional(SchemaModeline{{}, name, false, true});
}

// A schema of the program that a name refers to by its path or its address; null for other names.
const schemas::catalog::BuiltinSchema* BuiltinNamed(std::string_view name) {
  const auto* const by_path = schemas::catalog::FindByPath(name);
  return by_path != nullptr ? by_path : schemas::catalog::FindByAddress(name);
}

// Whether the name is an address that `kval vendor` has fetched.
bool IsVendored(const std::string& name, source::FileReader& reader) {
  return vendor::IsAddress(name) && reader.KindOf(name) == source::PathKind::kFile;
}

bool MayName(const LibraryFile& file) {
  return file.type == FileType::kYaml && file.input.source != nullptr &&
         (file.input.role == InputRole::kAuto || file.input.role == InputRole::kValues);
}

// The path of a values file; standard input has the path that it replaces.
const std::string& PathOf(const LibraryFile& file, const DriverOptions& options) {
  return file.input.disk_path == "-" && !options.stdin_name.empty() ? options.stdin_name
                                                                    : file.input.disk_path;
}

// Loads the text of a named schema, once however often this is called. False when it cannot be read.
bool LoadText(const InputFile& schema, const DriverOptions& options, source::FileReader& reader,
              Session& session, diag::Emitter& emit, std::vector<RunInput>& inputs) {
  InputFileReader found_files(reader);
  found_files.Add(schema);
  DriverOptions only;
  only.limits = options.limits;
  only.inputs.push_back(
      {schema.path, {}, schema.path.ends_with(".k") ? InputRole::kAuto : InputRole::kSchema});
  return LoadInputs(only, found_files, session.sources, emit, inputs);
}

std::unique_ptr<LibraryFile> FileOfSchema(const RunInput& input) {
  auto file = std::make_unique<LibraryFile>(input);
  if (input.is_yaml && file->type == FileType::kData) {
    file->marks.type = FileType::kYaml;
    file->marks.is_template = true;
    file->Settle();
  }
  return file;
}

bool Load(const InputFile& schema, const DriverOptions& options, source::FileReader& reader, Session& session,
          Documents& documents) {
  std::vector<RunInput> inputs;
  if (!LoadText(schema, options, reader, session, session.emit, inputs)) {
    return false;
  }
  Library library;
  for (const RunInput& input : inputs) {
    std::unique_ptr<LibraryFile> file = FileOfSchema(input);
    file->input.directory = schema.directory;
    file->order = static_cast<uint32_t>(session.files.size());
    if (Result<const source::SourceFile*> read = ReadInput(file->input, reader, session.sources); !read) {
      diag::ReportReadFailure({}, read.failure(), session.emit);
      return false;
    }
    library.Add(file.get());
    session.files.push_back(std::move(file));
  }
  Documents found = SortDocuments(options, library, session);
  documents.schemas = std::move(found.schemas);
  documents.json_schemas = std::move(found.json_schemas);
  documents.schema_failed = documents.schema_failed || found.schema_failed;
  return true;
}

// The one schema that several files name.
class CommonModeline {
 public:
  CommonModeline(const DriverOptions& options, source::FileReader& reader, Session& session)
      : options_(options), reader_(reader), session_(session) {}

  // Returns false if the file's schema is unusable, or differs from that of the others.
  bool Add(const source::SourceFile& file, const std::string& values_path) {
    const std::optional<SchemaModeline> named = FindSchemaModeline(file);
    if (!named || named->is_none()) {
      is_excluded_ = is_excluded_ || named;
      return true;
    }
    const std::optional<InputFile> found =
        FindNamedSchema(*named, values_path, options_, reader_, session_.emit);
    if (!found) {
      return false;
    }
    if (schema_.path.empty()) {
      first_ = *named;
      schema_ = *found;
    } else if (schema_.path != found->path) {
      session_.emit.Report(named->at, kTwo)
          .Related(first_.at, "the other one")
          .Hint("name the files without `-f` to check them one by one, or name one schema with `-f`")
          .Emit();
      return false;
    }
    return true;
  }

  // Without a path when no file names one.
  const InputFile& schema() const { return schema_; }
  const SchemaModeline& first() const { return first_; }
  bool is_excluded() const { return is_excluded_; }

 private:
  const DriverOptions& options_;
  source::FileReader& reader_;
  Session& session_;
  SchemaModeline first_;
  InputFile schema_;
  bool is_excluded_ = false;
};

}  // namespace

std::optional<SchemaModeline> FindSchemaModeline(const source::SourceFile& file) {
  const std::string_view text = file.text();
  const auto located = [&](std::optional<SchemaModeline> named) {
    if (named) {
      const auto begin = static_cast<uint32_t>(named->name.data() - text.data());
      named->at = {file.base() + begin, file.base() + begin + static_cast<uint32_t>(named->name.size())};
    }
    return named;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = Trimmed(text.substr(at, end - at), " \t\r");
    const bool is_marker = line == "---" || line.starts_with('%');
    if (!line.empty() && !line.starts_with('#') && !is_marker) {
      return located(NamedByFirstKey(text.substr(at)));
    }
    if (line.starts_with('#')) {
      if (std::optional<SchemaModeline> named = NamedBy(line)) {
        return located(named);
      }
    }
    at = end + 1;
  }
  return std::nullopt;
}

bool IsRemoteSchema(const SchemaModeline& named, const DriverOptions& options, source::FileReader& reader) {
  const std::string name(uri::WithoutFragment(named.name));
  return uri::IsAbsolute(name) && !name.starts_with("file://") && BuiltinNamed(name) == nullptr &&
         !IsVendored(name, reader) &&
         std::none_of(options.schema_locations.begin(), options.schema_locations.end(),
                      [&name](const auto& location) { return name.starts_with(location.first); });
}

void ReportRemoteSchema(const SchemaModeline& named, diag::Severity severity, diag::Emitter& emit) {
  const bool is_address = uri::IsAbsolute(named.name);
  emit.Report(named.at, kElsewhere, named.name)
      .Note(is_address ? "checks download nothing" : "the path is relative to this file")
      .Hint(!is_address ? "check the path, or install what contains the schema"
            : vendor::RefusalOf(uri::WithoutFragment(named.name)).empty()
                ? "`kval vendor` stores a copy in the repository"
                : "save a copy, and specify its directory: `--schema-location " +
                      std::string(GetDirectoryPrefix(uri::WithoutFragment(named.name))) + "=DIR`")
      .As(severity)
      .Subject(severity == diag::Severity::kNote ? "remote schema" : "")
      .Emit();
}

std::optional<InputFile> FindNamedSchema(const SchemaModeline& named, const std::string& values_path,
                                         const DriverOptions& options, source::FileReader& reader,
                                         diag::Emitter& emit) {
  const std::string name(uri::WithoutFragment(named.name));
  for (const auto& [prefix, directory] : options.schema_locations) {
    if (!name.starts_with(prefix)) {
      continue;
    }
    const std::string path = uri::FileOf({prefix, directory}, name);
    for (const std::string& each : {path, path + ".json"}) {
      if (reader.KindOf(each) == source::PathKind::kFile && source::IsBelow(reader, each, directory)) {
        return InputFile{each, directory};
      }
    }
    emit.Report(named.at, kMissing, named.name)
        .Hint("`--schema-location " + prefix + "=" + directory + "` resolves to " + path)
        .Emit();
    return std::nullopt;
  }
  if (IsVendored(name, reader)) {
    return InputFile{name, {}};
  }
  if (const auto* const builtin = BuiltinNamed(name); builtin != nullptr) {
    return InputFile{schemas::catalog::PathOf(*builtin), {}};
  }
  const bool is_file = name.starts_with("file://");
  if (IsRemoteSchema(named, options, reader)) {
    ReportRemoteSchema(named, diag::Severity::kError, emit);
    return std::nullopt;
  }
  const std::string dir(GetDirectory(values_path));
  std::string path = uri::PercentDecoded(is_file ? name.substr(7) : name);
  if (!path.starts_with('/') && dir != ".") {
    path = dir + "/" + path;
  }
  if (reader.KindOf(path) != source::PathKind::kFile) {
    std::string near = source::FindSimilarPath(reader, path);
    if (near.starts_with(dir + "/")) {
      near.erase(0, dir.size() + 1);
    }
    emit.Report(named.at, kMissing, named.name)
        .Hint(near.empty() ? "the path is relative to this file" : "did you mean `" + near + "`?")
        .Emit();
    return std::nullopt;
  }
  const std::string root = source::IsBelow(reader, dir, ".") ? "." : dir;
  if (!source::IsBelow(reader, path, root)) {
    emit.Report(named.at, kOutside, named.name).Hint("name it on the command line: `-f " + path + "`").Emit();
    return std::nullopt;
  }
  return InputFile{path, root};
}

value::Dialect DialectOfModelineSchema(const DriverOptions& options, source::FileReader& reader,
                                       Session& session) {
  diag::Collector unread;
  diag::Emitter silent(&unread);
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const std::optional<SchemaModeline> named =
        MayName(*file) ? FindSchemaModeline(*file->input.source) : std::nullopt;
    const std::optional<InputFile> schema =
        named && !named->is_none() ? FindNamedSchema(*named, PathOf(*file, options), options, reader, silent)
                                   : std::nullopt;
    if (!schema) {
      continue;
    }
    if (schema->path.ends_with(".k")) {
      return value::Dialect::kKclVet;
    }
    std::vector<RunInput> inputs;
    if (LoadText(*schema, options, reader, session, silent, inputs) &&
        ClassifyUnread(*FileOfSchema(inputs.front()), options, session).is_json_schema()) {
      return DialectOfJsonSchema(schema->path);
    }
  }
  return options.dialect;
}

ModelineResult LoadModelineSchema(const DriverOptions& options, source::FileReader& reader, Session& session,
                                  Documents& documents) {
  CommonModeline agreement(options, reader, session);
  const size_t count = session.files.size();
  for (size_t i = 0; i < count; ++i) {
    const LibraryFile& file = *session.files[i];
    if (MayName(file) && !agreement.Add(*file.input.source, PathOf(file, options))) {
      return ModelineResult::kFailed;
    }
  }
  const InputFile& schema = agreement.schema();
  if (schema.path.empty()) {
    return agreement.is_excluded() ? ModelineResult::kExcluded : ModelineResult::kNothing;
  }
  if (!Load(schema, options, reader, session, documents)) {
    return ModelineResult::kFailed;
  }
  if (documents.schemas.empty() && documents.json_schemas.empty() && !schema.path.ends_with(".k") &&
      !documents.schema_failed) {
    session.emit.Report(agreement.first().at, kNoneInIt, agreement.first().name).Emit();
    return ModelineResult::kFailed;
  }
  return ModelineResult::kLoaded;
}

}  // namespace kval::driver
