#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/table.h"
#include "src/diag/collector.h"
#include "src/driver/findings/file_verdict.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/schema_location.h"
#include "src/driver/session.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

// The definitions of custom resources of a run: those that were named, those among the manifests, and those
// that lie where --schema-location says. The session gets those texts alone that a finding points into: what
// is long and never shown need not be looked through for secrets.
namespace kval::driver {

// How manifests are read.
yaml::ReadOptions ManifestReading(const Limits& limits);

// Whether a text may hold a definition: a look at its documents decides.
bool MayDefine(std::string_view text);

class Definitions {
 public:
  // `session` is not to get any texts until HandOver: what is found stands on those that it has.
  Definitions(const Limits& limits, const schemas::kubernetes::Table& table, source::FileReader& reader,
              Session& session)
      : limits_(limits),
        table_(table),
        reader_(reader),
        session_(session),
        sources_(&session.sources),
        findings_(limits.findings) {}

  // Takes the definitions of files that are not judged themselves. False when one cannot be read.
  bool Load(const std::vector<GivenFile>& files);
  // A text that is judged as manifests: what is wrong with it is said then.
  struct Manifest {
    std::string name;
    std::string_view text;
  };
  // Takes the definitions in them, read by so many threads.
  void Define(const std::vector<Manifest>& manifests, size_t jobs);

  // Where schemas are looked for (schema_location.h). False, and said, when that is nowhere: what lies in a
  // folder that is misspelt would never be asked.
  bool Locate(const std::vector<std::string>& locations);
  // Looks there for the schema of each resource of a text whose kind is neither built in nor defined;
  // `version` is that of Kubernetes.
  void Find(const std::string& name, std::string_view text, size_t version);

  const kubernetes::CustomKinds& kinds() const { return kinds_; }
  // What stands on it may be used until HandOver.
  const source::SourceMap& sources() const { return sources_; }

  // Gives the session the texts that `verdicts` and what was found here point into, and what was found here;
  // says which rules were not asked (KV704), in definitions that are not judged themselves (`skipped` may
  // name a rule several times). Gives where the texts went.
  std::vector<TextMove> HandOver(const std::vector<FileVerdict>& verdicts, std::vector<source::Span> skipped);

 private:
  void Take(const source::SourceFile& file, Arena& arena);
  void Add(const yaml::File& read);
  void FindFor(const value::Value& resource, size_t version);
  bool TakeSchema(const SchemaLocation& location, const std::string& path, const SchemaName& name);
  void ReportSkipped(std::vector<source::Span> rules);
  std::vector<TextMove> GiveTexts(const std::vector<FileVerdict>& verdicts);

  const Limits& limits_;
  const schemas::kubernetes::Table& table_;
  source::FileReader& reader_;
  Session& session_;
  source::SourceMap sources_;
  diag::Collector findings_;
  diag::Emitter emit_{&findings_};
  kubernetes::CustomKinds kinds_;
  std::vector<std::unique_ptr<Arena>> arenas_;  // of the values that kinds_ refers to
  std::vector<source::Span> judged_;            // texts that are judged themselves
  std::vector<SchemaLocation> locations_;
  std::set<std::string> taken_;   // files of definitions that were found at locations
  std::set<std::string> missed_;  // versions and kinds for which no location has a schema
};

}  // namespace kval::driver
