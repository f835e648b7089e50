#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/table.h"
#include "src/driver/inputs.h"
#include "src/driver/session.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

// The definitions of custom resources of a run: those that were named, those among the manifests, and those
// that lie where --schema-location says. Their texts are the session's.
namespace kval::driver {

// How manifests are read.
yaml::ReadOptions ManifestReading(const Limits& limits);

// Whether a text may hold a definition: a look at its documents decides.
bool MayDefine(std::string_view text);

class Definitions {
 public:
  Definitions(const Limits& limits, const schemas::kubernetes::Table& table, source::FileReader& reader,
              Session& session)
      : limits_(limits), table_(table), reader_(reader), session_(session) {}

  // Takes the definitions of files that are not judged themselves. False when one cannot be read.
  bool Load(const std::vector<GivenFile>& files);
  // Takes those of a text that is judged as manifests: what is wrong with it is said then.
  void Define(const std::string& name, std::string_view text);

  // Looks for the schema of each resource of a text whose kind is neither built in nor defined. `locations`
  // are templates of paths (schema_location.h); `version` is that of Kubernetes.
  void Find(const std::string& name, std::string_view text, const std::vector<std::string>& locations,
            size_t version);

  // Says which rules were not asked (KV704), in definitions that are not judged themselves. May name a rule
  // several times.
  void ReportSkipped(std::vector<source::Span> rules) const;

  const kubernetes::CustomKinds& kinds() const { return kinds_; }

 private:
  void Take(const std::string& name, std::string_view text);
  void FindFor(const value::Value& resource, const std::vector<std::string>& locations, size_t version);
  bool TakeSchema(const std::string& path, std::string_view api_version, std::string_view kind);

  const Limits& limits_;
  const schemas::kubernetes::Table& table_;
  source::FileReader& reader_;
  Session& session_;
  kubernetes::CustomKinds kinds_;
  std::vector<source::Span> judged_;  // texts of the session
};

}  // namespace kval::driver
