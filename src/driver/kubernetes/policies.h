#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/findings/file_verdict.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/keyed_hash.h"
#include "src/value/value.h"

// Schemas of one's own for resources, judged beside the built-in ones: `kval k8s -f Deployment=policy.yml`.
// In any language that `kval check` knows. A policy says what it asks for; keys that it does not name are the
// business of the kind's own schema.
namespace kval::driver {

struct PolicyOption {
  std::string kind;  // `Deployment`, `apps/v1/Deployment`; `*` stands for anything. Empty: the schema says it
  std::string path;
};

// `KIND=FILE` or `FILE`.
PolicyOption ReadPolicyOption(const std::string& text);

// The kinds of a file's resources.
using KindsMet = TextSet<std::string>;
// Adds those of a document, the items of a list among them.
void AddKinds(const value::Value& document, KindsMet& kinds);

class Policies {
 public:
  Policies();
  ~Policies();

  // Compiles the schemas, each once however many kinds it is for. What is wrong is reported in `session`,
  // which gets their texts; false when one cannot be used.
  bool Load(const std::vector<PolicyOption>& options, const Limits& limits, source::FileReader& reader,
            Session& session);
  bool empty() const { return policies_.empty(); }

  // What one policy finds in a file.
  struct Verdict {
    size_t policy;
    FileVerdict verdict;
  };
  // What the policies find in the resources of a file, which are of these kinds, without mistakes that
  // `found` has told; what that took is added to `steps`. May be called by several threads.
  std::vector<Verdict> Judge(const std::string& name, std::string_view text, const KindsMet& kinds,
                             const FileVerdict& found, uint64_t& steps) const;
  void HandOver(Verdict verdict, Session& session) const;

  // A policy for a kind that no resource was of.
  struct Unmet {
    std::string_view path, api_version, kind;  // `*`: of any version
  };
  // When all files were judged.
  std::vector<Unmet> UnmetOnes() const;

 private:
  struct Schema;
  struct Policy;
  static std::unique_ptr<const Schema> Compile(const std::string& path, const Limits& limits,
                                               source::FileReader& reader, Session& session);

  std::map<std::string, std::unique_ptr<const Schema>> schemas_;  // by path
  std::vector<std::unique_ptr<Policy>> policies_;
};

}  // namespace kval::driver
