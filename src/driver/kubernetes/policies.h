#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/path.h"
#include "src/driver/findings/file_result.h"
#include "src/source/file_reader.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// Custom schemas for resources, validated in addition to the built-in ones: `kval k8s -f
// Deployment=policy.yml`. They may be in any language that `kval check` supports. A policy declares
// requirements; keys that it does not declare are validated by the schema of the kind only.
namespace kval::driver {

struct Session;

struct PolicyOption {
  std::string kind;  // `Deployment`, `apps/v1/Deployment`; `*` matches anything. Empty: the schema names it
  std::string path;
};

// `KIND=FILE` or `FILE`.
PolicyOption ReadPolicyOption(const std::string& text);

// The kinds of a file's resources.
using ResourceKinds = TextSet<std::string>;
// Adds those of a document, the items of a list among them.
void AddKinds(const value::Value& document, ResourceKinds& kinds);

class Policies {
 public:
  Policies();
  ~Policies();

  // Compiles the schemas, each once for all its kinds. Reports errors to `session`, which also receives the
  // source files that they point to. Returns false if a schema cannot be used.
  bool Load(const std::vector<PolicyOption>& options, const Limits& limits, source::FileReader& reader,
            Session& session);
  bool empty() const { return policies_.empty(); }

  // The findings of one policy in a file.
  struct PolicyResult {
    size_t policy;
    FileResult verdict;
  };
  // A file with its kinds, and its findings, whose spans begin at `base`.
  struct CheckedFile {
    const std::string& name;
    std::string_view text;
    const ResourceKinds& kinds;
    const diag::Collector& findings;
    uint32_t base;
  };
  // Returns the policies' findings in the resources of a file, except errors that it has already; adds the
  // steps used to `steps`. Threads: may be called concurrently.
  std::vector<PolicyResult> Validate(const CheckedFile& file, uint64_t& steps) const;
  void MergeInto(PolicyResult verdict, Session& session) const;

  // A policy for a kind that no resource was of.
  struct UnusedPolicy {
    std::string_view path, api_version, kind;  // `*`: of any version
  };
  // Call after all files were validated.
  std::vector<UnusedPolicy> FindUnusedPolicies() const;

 private:
  struct Schema;
  struct Policy;
  static std::unique_ptr<const Schema> Compile(const std::string& path, const Limits& limits,
                                               source::FileReader& reader, Session& session);

  // Returns the resources of a document that policies with the schema apply to, and adds their paths.
  std::vector<const value::Value*> Select(const Schema& schema, const value::Value& document,
                                          std::map<const value::Value*, diag::Path>& places) const;

  std::map<std::string, std::unique_ptr<const Schema>> schemas_;  // by path
  std::vector<std::unique_ptr<Policy>> policies_;
};

}  // namespace kval::driver
