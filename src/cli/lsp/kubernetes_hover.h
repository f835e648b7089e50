#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "include/kval/kval.h"
#include "src/api/schema_info.h"
#include "src/driver/check_plan.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

// Describes a position in a manifest: by a built-in kind of the latest Kubernetes version of the plan
// (without one, of the newest), with the API's descriptions; else by a definition of the plan. Empty if there
// is no such resource. The text may be incomplete.
// The items of a `List` are resources. `name`: of the file, by which it may be a kustomization.
api::SchemaInfo DescribeResourceAt(std::string_view text, size_t at, std::string_view name,
                                   const driver::PlannedCheck& plan, const Limits& limits,
                                   driver::InputFileReader& reader, api::SchemaInfoUse use);

// The resources of a text, and what describes them.
struct DescribedResources {
  std::vector<std::string> kinds;     // "Deployment apps/v1", each once, in the order of the text
  std::vector<std::string> releases;  // of operators in the catalogue, each once
  std::string version;                // "Kubernetes 1.36" if a built-in kind is among them; else empty
};
// `name`: of the file, by which it may be a kustomization.
DescribedResources FindDescribedResources(std::string_view text, std::string_view name,
                                          const driver::PlannedCheck& plan, const Limits& limits,
                                          driver::InputFileReader& reader);

// Returns `apiVersion/Kind` of the resource around a position; empty if there is none.
std::string ResourceNameAt(std::string_view text, size_t at, const Limits& limits);

// An entry at the top of a resource: a map with `apiVersion` or `kind`, or with this entry alone.
struct ResourceField {
  std::string key;
  std::string api_version, kind;  // without the value at the position
  std::set<std::string> keys;     // of the resource
};
// Returns the entry whose key or value begins at a position; nullopt if there is none. The text may be
// incomplete.
std::optional<ResourceField> FindResourceField(std::string_view text, size_t at, const Limits& limits);

// A custom resource that definitions of a plan define.
struct DefinedKind {
  std::string api_version, kind;
};
// Returns the kinds with the API version or the kind of a field, whichever is known.
std::vector<DefinedKind> DefinedKinds(const ResourceField& field, const driver::PlannedCheck& plan,
                                      const Limits& limits, driver::InputFileReader& reader);

}  // namespace kval::cli
