#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/value_cursor.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/kustomize_resources.h"
#include "src/driver/kubernetes/kustomized_resource_sink.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/support/arena.h"
#include "src/value/builder.h"

namespace kval::driver {

// The builds of kustomizations with `replacements` or `vars`, as far as these need them: the resources of
// all files that they load, with the fields that replacements set. Finds replacements and variables with
// which a build fails in any case (KV7296 to KV7298). What kval does not apply makes the changed fields
// unknown: those that patches name, and all of resources that transformers change; resources of other sources
// make the resources of a kustomization incomplete.
//
// Source: kustomize api/internal/target/kusttarget.go, api/filters/replacement/replacement.go.
class KustomizeBuilds {
 public:
  // Requires: the arguments outlive this object.
  KustomizeBuilds(const KustomizationGraph& graph, const Limits& limits)
      : graph_(graph), limits_(limits), collector_(limits.findings) {}

  // Builds the kustomizations among the files, which are kept parsed. Call once.
  // Cost: linear in the resources of each kustomization, up to a limit.
  void Run(ManifestFiles& files);

  // Returns the findings about a file, by its name.
  const std::vector<diag::Diagnostic>& FindingsOf(const std::string& name) const;

  // A document with all fields that replacements set.
  struct Replaced {
    const value::Value* object = nullptr;
    std::vector<ReplacedField> fields;
  };
  // Returns null for a document without such fields, or if kustomizations set different values, or unknown
  // ones.
  const Replaced* Find(const value::Value& document) const;

 private:
  struct Build {
    std::vector<KustomizeResource> resources;
    bool is_complete = true;  // false: there may be others
  };

  bool Reaches(const std::string& directory, int depth);
  Build BuildOf(const std::string& directory, int depth);
  void Apply(const std::string& directory, int depth, Build& build);
  void AddResources(const check::ValueCursor& root, const std::string& directory, int depth, Build& build);
  void AddFile(size_t index, Build& build);
  void AddGenerated(const check::ValueCursor& generator, std::string_view kind, Build& build);
  bool Take(const value::Value& replacement, Build& build);
  void ApplyReplacements(const check::ValueCursor& root, const std::string& directory, Build& build);
  void TakeFindings(const std::string& name);
  void Publish(const Build& build);

  const KustomizationGraph& graph_;
  const Limits& limits_;
  ManifestFiles* files_ = nullptr;
  diag::Collector collector_;  // of the file that is read
  diag::Emitter emit_{&collector_};
  std::map<std::string, std::vector<diag::Diagnostic>> findings_;
  Arena arena_;
  value::Builder build_{&arena_};
  std::map<std::string, size_t> index_of_;         // of files, by their normal paths
  std::map<std::string, size_t> kustomizations_;   // by their directories
  std::map<std::string, bool> reaches_;            // replacements or variables, by directories
  std::map<std::string, Build> builds_;            // by directories
  std::set<uint32_t> reported_;                    // places of findings
  std::map<const value::Value*, Replaced> found_;  // by documents; without an object: unknown
  size_t steps_ = 0;
  size_t field_steps_ = 0;  // left
};

}  // namespace kval::driver
