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

// Where the schemas of kinds lie that are not built in, as kubeconform has it (`-schema-location`): a folder
// in the layout of kubernetes-json-schema, or a path of a file with the fields `.Group`, `.ResourceKind`,
// `.ResourceAPIVersion`, `.KindSuffix`, `.NormalizedKubernetesVersion` and `.StrictSuffix` in it, each in `{{
// }}` or
// `{{- -}}`. Of Go's templates, fields are all that is taken. Nothing is fetched.
class SchemaLocation {
 public:
  explicit SchemaLocation(std::string_view text);

  // `default`, which is what the program has inside.
  bool is_builtin() const { return is_builtin_; }
  // Why nothing can be looked for there; empty when it can.
  const std::string& fault() const { return fault_; }
  // The folder, or the file of a location without fields, that must be there.
  std::string Root() const;
  // Without fields: a file that the user named.
  bool is_one_file() const { return pieces_.size() == 1 && !pieces_.front().is_field; }
  // Where the schema may be, the likelier first: strict ones before others, those of the version before
  // `master` (what such folders have for kinds that are no version's).
  std::vector<std::string> Paths(const SchemaName& name) const;

 private:
  struct Piece {
    std::string text;
    bool is_field = false;
  };

  void Read(std::string_view layout);
  void ReadField(std::string_view inside);

  std::vector<Piece> pieces_;
  std::string fault_;
  bool is_builtin_ = false;
};

}  // namespace kval::driver
