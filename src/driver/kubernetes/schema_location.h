#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::driver {

// The kind of a resource, as names of schema files have it.
struct SchemaName {
  std::string_view api_version, kind;
  std::string_view k8s_version;  // `1.30`
};

// A location of schemas for kinds that are not built in, as in kubeconform (`-schema-location`): a directory
// in the layout of kubernetes-json-schema, or a file path with the fields `.Group`, `.ResourceKind`,
// `.ResourceAPIVersion`, `.KindSuffix`, `.NormalizedKubernetesVersion` and `.StrictSuffix`, each in `{{ }}`
// or `{{- -}}`. Only fields of Go's templates are supported. Of an address, the copies that `kval vendor` has
// fetched are used. Nothing is downloaded.
class SchemaLocation {
 public:
  explicit SchemaLocation(std::string_view text);

  // `default`: the built-in schemas.
  bool is_builtin() const { return is_builtin_; }
  // The paths are addresses.
  bool is_address() const { return is_address_; }
  // The reason why the location is unusable; empty if it is usable.
  const std::string& error() const { return error_; }
  // Returns the directory, or the file of a location without fields, which must exist.
  std::string Root() const;
  // Without fields: a file that the user named.
  bool is_one_file() const { return pieces_.size() == 1 && !pieces_.front().is_field; }
  // Possible paths of the schema, the most likely first: strict schemas before others, those of the version
  // before `master` (where such directories keep unversioned kinds).
  std::vector<std::string> Paths(const SchemaName& name) const;

 private:
  struct PathPart {
    std::string text;
    bool is_field = false;
  };

  void Read(std::string_view layout);
  void ReadField(std::string_view inside);

  std::vector<PathPart> pieces_;
  std::string error_;
  bool is_builtin_ = false, is_address_ = false;
};

}  // namespace kval::driver
