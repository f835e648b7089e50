#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/kubernetes/passed_manifests.h"
#include "src/source/file_reader.h"
#include "src/source/file_stamp.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/yaml/document.h"

namespace kval::driver {

// Returns the options for reading manifests.
yaml::ReadOptions ManifestReading(const Limits& limits);

// The documents of a manifest file, with the errors of its text.
struct ParsedManifest {
  Arena arena;
  diag::Collector errors;
  yaml::File file;
};

// A manifest file of a run.
struct ManifestFile {
  InputFile input;
  std::string name;                // as shown
  std::optional<Failure> failure;  // why it could not be read
  bool may_define = false;         // custom resources (MayDefine)
  std::string unparsed;            // its text; moved to `source` when the file is parsed
  const source::SourceFile* source = nullptr;
  std::unique_ptr<ParsedManifest> parsed;  // null: not parsed, or released
  bool is_kept = false;                    // the run refers to its values
  bool is_context = false;                 // it affects other files, and is not validated itself
  // Only for a run that reuses results (manifest_reuse.h):
  const PassedManifest* passed = nullptr;           // it is not read, because it passed in an earlier run
  std::optional<source::FileStamp> stamp;           // from before it was read
  bool affects_others = false;                      // other files depend on its content
  bool has_config_map = false;                      // it may hold a ConfigMap or Secret
  bool may_install = false;                         // it may install charts
  bool has_values_from = false;                     // it mentions `valuesFrom`
  std::optional<std::string> custom_versions = {};  // as PassedManifest

  std::string_view text() const { return source == nullptr ? std::string_view(unparsed) : source->text(); }
};

// The manifest files of a run. Each is read once, and parsed once: ahead of validation if kustomizations,
// definitions, variables or policies in it affect other files, else when it is validated.
//
// Threads: one; during validation each file may be used by one other thread.
class ManifestFiles {
 public:
  // `sources` takes the text of the files that are parsed ahead, and must outlive this object.
  ManifestFiles(const Limits& limits, source::FileReader& reader, source::SourceMap& sources)
      : limits_(limits), reader_(reader), sources_(sources) {}

  // Reads files that `parsed` lacks. `passed`: files that passed in earlier runs, by path, and are not read
  // if they are unchanged. Both may be null.
  void Read(const std::vector<InputFile>& inputs, size_t jobs,
            const std::map<std::string, PassedManifest>* passed = nullptr,
            const ParsedFiles* parsed = nullptr);
  // Reads a file that Read skipped.
  void ReadSkipped(size_t i);
  // Parses the files that `is_needed` selects.
  void Parse(const std::function<bool(const ManifestFile&)>& is_needed, size_t jobs);
  // Returns the documents of a file, for use before its validation.
  const yaml::File& DocumentsOf(size_t i);
  // The same for values that the run refers to until its end.
  const yaml::File& KeepDocumentsOf(size_t i);
  // Releases the documents of a file that are not kept, if those of all files exceed a budget. Validation
  // parses it again.
  void Trim(size_t i);

  size_t size() const { return files_.size(); }
  const ManifestFile& operator[](size_t i) const { return files_[i]; }
  // For validation.
  ManifestFile& Get(size_t i) { return files_[i]; }

 private:
  void ReadOne(ManifestFile& file) const;
  void TakeParsed(const ParsedFiles& parsed);
  void AddSource(ManifestFile& file);
  void ParseSource(ManifestFile& file) const;

  const Limits& limits_;
  source::FileReader& reader_;
  source::SourceMap& sources_;
  std::vector<ManifestFile> files_;
  size_t parsed_bytes_ = 0;  // of the parsed files
};

// Calls `visit` with each document, and each item of those that are lists.
void ForEachResource(const yaml::File& file, const std::function<void(const value::Value&)>& visit);

}  // namespace kval::driver
