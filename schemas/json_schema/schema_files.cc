#include "schemas/json_schema/schema_files.h"

#include "schemas/json_schema/metaschemas.h"
#include "schemas/json_schema/uri.h"
#include "src/diag/read_failure.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

std::string FileOf(const UriMapping& location, std::string_view uri) {
  return location.directory + "/" + PercentDecoded(uri.substr(location.prefix.size()));
}

const value::Value* SchemaFiles::Parse(const source::SourceFile& file, const yaml::ReadOptions& reading) {
  const size_t before = emit_.error_count();
  const yaml::File read = yaml::ReadFile(file, reading, arena_, emit_);
  if (emit_.error_count() > before) {
    return value::Builder(&arena_).Bool(true);  // the error was reported: no consequences
  }
  return read.documents.empty() ? nullptr : read.documents[0].root;
}

const value::Value* SchemaFiles::Read(const std::string& path, const std::string& below) {
  const bool is_there =
      reader_.KindOf(path) == source::PathKind::kFile && source::IsBelow(reader_, path, below);
  if (!is_there) {
    return nullptr;
  }
  const Result<const source::SourceFile*> file = sources_.LoadBelow(reader_, below, path);
  return file ? Parse(**file, reading_) : nullptr;
}

const value::Value* SchemaFiles::ReadAddress(const std::string& uri) {
  const Result<const source::SourceFile*> file = sources_.LoadOnce(reader_, {}, uri, uri);
  if (!file) {
    diag::ReportReadFailure({}, file.failure(), emit_);
    return value::Builder(&arena_).Bool(true);  // the error was reported: no consequences
  }
  return Parse(**file, reading_);
}

const value::Value* SchemaFiles::Load(const std::string& uri, std::string& retrieved) {
  const auto [known, is_new] = known_.try_emplace(uri, nullptr);
  if (!is_new) {
    return known->second;
  }
  for (const UriMapping& location : locations_) {
    if (uri.starts_with(location.prefix)) {
      retrieved = FileOf(location, uri);
      if (reader_.KindOf(retrieved) != source::PathKind::kFile) {
        retrieved += ".json";  // schemas are often called without it
      }
      return known_[uri] = Read(retrieved, location.directory);
    }
  }
  if (const std::string_view text = MetaSchema(uri); !text.empty()) {
    yaml::ReadOptions json;
    json.dialect = value::Dialect::kYaml12;
    return known_[uri] = Parse(sources_.AddText(uri, std::string(text)), json);
  }
  if (uri.find("://") != std::string::npos && reader_.KindOf(uri) == source::PathKind::kFile) {
    retrieved = uri;
    return known_[uri] = ReadAddress(uri);
  }
  std::string path = uri.starts_with("file://") ? uri.substr(7) : uri;
  if (root_.empty() || IsAbsolute(path)) {
    return nullptr;
  }
  retrieved = PercentDecoded(path);
  return known_[uri] = Read(retrieved, root_);
}

}  // namespace kval::schemas::json_schema
