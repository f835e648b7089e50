#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/keyed_hash.h"

namespace kval::schemas::kubernetes {

// Minor versions of Kubernetes as a set of bits, in the order of ApiTable::versions().
using VersionMask = uint32_t;

// A type as defined in some versions. Refers to the table's text.
struct TypeRecord {
  std::string_view name;
  VersionMask versions = 0;
  std::string_view kinds;  // `apps/v1/Deployment`, separated by spaces
  std::string_view body;   // its fields, one per line
};

// An API of Kubernetes: `apps/v1`, `Deployment`.
struct Api {
  std::string_view api_version, kind;
  VersionMask versions = 0;
};

// The deprecation of an API; versions are empty if unknown.
struct Lifecycle {
  std::string_view api_version, kind, deprecated_in, removed_in;
  std::string_view replacement;  // another apiVersion, or empty
};

// The types of every supported Kubernetes version as text; tables/generate.py documents the format.
// Immutable. Construction locates the types without decoding them.
class ApiTable {
 public:
  // Returns the built-in table.
  static ApiTable Builtin();
  explicit ApiTable(std::string text);
  ApiTable(const ApiTable&) = delete;
  ApiTable& operator=(const ApiTable&) = delete;

  // `1.25`, `1.26` …, oldest first.
  const std::vector<std::string_view>& versions() const { return versions_; }
  // Returns the index of a version: `1.30`, `v1.30`, `1.30.4`; nullopt for an unknown one.
  std::optional<size_t> VersionNamed(std::string_view name) const;
  size_t newest() const { return versions_.size() - 1; }

  // Finds a type by name or API in a version; null if the version does not have it.
  const TypeRecord* FindType(std::string_view name, size_t version) const;
  const TypeRecord* FindKind(std::string_view api_version, std::string_view kind, size_t version) const;
  // Returns the versions that have the API.
  VersionMask VersionsOf(std::string_view api_version, std::string_view kind) const;
  // Returns whether the group (`apps`, empty for the core) belongs to Kubernetes in any version.
  bool KnowsGroup(std::string_view group) const;
  const Lifecycle* LifecycleOf(std::string_view api_version, std::string_view kind) const;
  // Returns all APIs, sorted. APIs that occur in every group but are never stored, such as DeleteOptions, are
  // listed once.
  std::vector<Api> Apis() const;

 private:
  std::string text_;
  std::vector<std::string_view> versions_;
  std::vector<Lifecycle> lifecycles_;
  std::vector<TypeRecord> records_;  // sorted by name
  TextMap<std::string_view, std::vector<uint32_t>> kinds_;
};

// Returns whether a version such as `1.30` is the same as or later than another.
bool IsAtLeast(std::string_view version, std::string_view other);

// Returns the group of an apiVersion: `apps` of `apps/v1`, empty for `v1`.
std::string_view GroupOf(std::string_view api_version);

}  // namespace kval::schemas::kubernetes
