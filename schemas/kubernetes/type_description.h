#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/path.h"

// Descriptions of types and fields: `kval explain Deployment.spec.template`.
namespace kval::schemas::kubernetes {

struct FieldDescription {
  std::string name;
  std::string type;  // `[]Container`, `map[string]string`
  bool is_required = false;
  std::string text;
  std::vector<std::string> rules;  // `one of Always, Never`, `at least 1`
};

struct TypeDescription {
  std::string api_version, kind;
  // The requested field; its name is empty for the kind itself.
  FieldDescription field;
  std::string type_text;                 // the description of the field's type
  std::vector<FieldDescription> fields;  // the fields of that type
};

// An invalid path: the component that does not exist, and a suggestion.
struct UnknownField {
  std::string part, nearest;
};

// Returns the kind at the beginning of a topic, `Deployment`, `deployment`, `deployments` or `deploy`, if
// this version has it.
std::optional<Api> KindOfTopic(const ApiTable& table, std::string_view topic, size_t version);

// Describes a field. `path`: the path below the kind, `spec.template`, or empty. `strings`: the decompressed
// descriptions. Returns nullopt and sets `no_field` if the path is invalid.
std::optional<TypeDescription> Describe(const ApiTable& table, const Api& api, std::string_view path,
                                        size_t version, std::string_view strings, UnknownField& no_field);

// The field of a kind at a value's path, or the deepest existing one on the path: `Deployment.spec.replicas`.
// Without its description.
struct FieldInfo {
  std::string name;
  FieldDescription field;
};
std::optional<FieldInfo> FieldAt(const ApiTable& table, std::string_view api_version, std::string_view kind,
                                 const diag::Path& path, size_t version);

}  // namespace kval::schemas::kubernetes
