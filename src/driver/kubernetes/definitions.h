#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/collector.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/schema_location.h"
#include "src/driver/session.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

// The definitions of custom resources of a run: named ones, those among the manifests, and those at
// --schema-location. The session receives only source files that findings point to, because every file in a
// session is scanned for secrets.
namespace kval::driver {

// Whether a text may hold a definition: a look at its documents decides.
bool MayDefine(std::string_view text);

class Definitions {
 public:
  // Requires: no file is added to `session` before MergeInto, because locations here continue those of
  // `session`.
  Definitions(const Limits& limits, const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
              Session& session)
      : limits_(limits),
        table_(table),
        reader_(reader),
        session_(session),
        sources_(&session.sources),
        findings_(limits.findings) {}

  // Reads definitions from files that are not validated themselves. Returns false if one cannot be read.
  bool Load(const std::vector<InputFile>& files);
  // Reads the definitions among the manifests, whose validation reports their errors.
  void Define(ManifestFiles& manifests);

  // Sets the schema locations (schema_location.h). Returns false after reporting an invalid one; a misspelt
  // directory would never be searched.
  bool Locate(const std::vector<std::string>& locations);
  bool has_locations() const { return !locations_.empty(); }
  // Loads from the locations the schema of each resource in a file whose kind is neither built-in nor
  // defined. `version`: the index of the Kubernetes version.
  void Find(const yaml::File& file, size_t version);

  // Reports the schemas at addresses that Find has needed, and of which no copies are stored.
  void ReportNotFetched();

  // Calls `visit` with each object of files that are not validated; the definitions keep the objects. Reports
  // errors of the files; returns false if one cannot be read or parsed.
  bool ForEachObjectOf(const std::vector<InputFile>& files,
                       const std::function<void(const value::Value&)>& visit);

  const kubernetes::CustomKinds& kinds() const { return kinds_; }
  bool has_skipped_rules() const { return has_skipped_rules_; }
  // Also has the manifests that are parsed ahead. Maps based on it are valid until MergeInto.
  source::SourceMap& sources() { return sources_; }
  // For findings about the files here. MergeInto moves them to the session.
  diag::Emitter& emit() { return emit_; }

  // Moves to the session the findings about definitions and the source files that these or `verdicts` point
  // to, except those that only findings in the same file point to: `verdicts` take these, so that files keep
  // their order. Reports skipped rules (KV704) of definitions that are not validated themselves; `skipped`
  // may have duplicates. Returns the moves.
  // Whether it reported such rules is then in has_skipped_rules().
  std::vector<TextRelocation> MergeInto(const ManifestFiles& manifests, std::vector<FileResult>& verdicts,
                                        std::vector<source::Span> skipped);

 private:
  // Return the number of definitions.
  size_t Take(const source::SourceFile& file, Arena& arena);
  size_t Add(const yaml::File& read, std::string_view manifest);
  void FindFor(const value::Value& resource, size_t version);
  bool TakeSchema(const SchemaLocation& location, const std::string& path, const SchemaName& name);
  void ReportSkipped(std::vector<source::Span> rules);
  std::vector<TextRelocation> GiveStrings(const ManifestFiles& manifests, std::vector<FileResult>& verdicts);

  const Limits& limits_;
  const schemas::kubernetes::ApiTable& table_;
  source::FileReader& reader_;
  Session& session_;
  source::SourceMap sources_;
  diag::Collector findings_;
  diag::Emitter emit_{&findings_};
  kubernetes::CustomKinds kinds_;
  std::vector<std::unique_ptr<Arena>> arenas_;   // of values in files that are not validated
  Arena generated_;                              // of generated definitions
  std::vector<source::Span> validated_strings_;  // definitions that are validated themselves
  std::vector<SchemaLocation> locations_;
  std::set<std::string> taken_;  // files of definitions that were found at locations
  bool has_skipped_rules_ = false;
  std::set<std::string> not_fetched_;  // addresses
  std::set<std::string> missed_;       // versions and kinds for which no location has a schema
};

}  // namespace kval::driver
