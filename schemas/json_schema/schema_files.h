#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::schemas::json_schema {

// Maps URIs that begin with `prefix` to files in `directory` (`--schema-location`).
struct UriMapping {
  std::string prefix;
  std::string directory;
};

// Returns the file for a URI with the location's prefix.
std::string FileOf(const UriMapping& location, std::string_view uri);

// Loads documents referenced by schemas: meta-schemas, files below a root directory, local copies of remote
// schemas, and addresses that the reader knows as files. Nothing is downloaded. Each document is read once.
// Reports files that are not YAML.
class SchemaFiles {
 public:
  // If `root` is empty, only locations and meta-schemas can be loaded. `reading`: the options for reading
  // schemas; meta-schemas are read as JSON.
  SchemaFiles(std::string root, std::vector<UriMapping> locations, const yaml::ReadOptions& reading,
              source::FileReader& reader, source::SourceMap& sources, Arena& arena, diag::Emitter& emit)
      : root_(std::move(root)),
        locations_(std::move(locations)),
        reading_(reading),
        reader_(reader),
        sources_(sources),
        arena_(arena),
        emit_(emit) {}

  // Returns the document of a URI without fragment, or null. `retrieved` receives the path if it is a file. A
  // file with errors, which are reported, is returned as a schema that accepts every value.
  const value::Value* Load(const std::string& uri, std::string& retrieved);

 private:
  const value::Value* Read(const std::string& path, const std::string& below);
  const value::Value* ReadAddress(const std::string& uri);
  const value::Value* Parse(const source::SourceFile& file, const yaml::ReadOptions& reading);

  std::string root_;
  std::vector<UriMapping> locations_;
  yaml::ReadOptions reading_;
  source::FileReader& reader_;
  source::SourceMap& sources_;
  Arena& arena_;
  diag::Emitter& emit_;
  std::map<std::string, const value::Value*> known_;
};

}  // namespace kval::schemas::json_schema
