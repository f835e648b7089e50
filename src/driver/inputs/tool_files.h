#pragma once

#include <array>
#include <span>
#include <string_view>

// How files of other tools are recognized: by their content, by names of files and directories, and by API
// groups. Tables only; document_class.h decides.
namespace kval::driver {

// The content of a tool's documents. A path is a sequence of keys with dots; `*` is any key, `[]` any item,
// and `=text` at its end a scalar: `steps[].image`, `kind=pipeline`.
struct ToolShape {
  std::string_view name;                      // with its article: "a helmfile"
  std::array<std::string_view, 4> all = {};   // paths that a document has
  std::array<std::string_view, 12> any = {};  // of which it has at least one, unless there are none
  bool is_list = false;                       // a list, each of whose items is like that
};
// All shapes; the first one that a document has describes it.
std::span<const ToolShape> ToolShapes();

// Returns the description of a file with this name: "the description of a Helm chart"; empty for others.
std::string_view DescribeToolFile(std::string_view path);

// Returns the description of a document with this apiVersion (`kind.x-k8s.io/v1alpha4`); empty for others.
std::string_view DescribeToolConfiguration(std::string_view api_version);

// Whether an API server may have such an apiVersion: the group is one of Kubernetes or a domain. False for
// `release-notes/v2`.
bool IsApiVersion(std::string_view api_version);

// Whether the file is in such a directory: `.github/`.
bool IsInDirectory(std::string_view path, std::string_view directory);
bool IsInDirectoryOfTool(std::string_view path);
// `values.yaml`, `values-prod.yaml`, `prod.values.yaml`.
bool IsValuesName(std::string_view path);

// The name of a file that kustomize's users give to patches: `patch-web.yaml`, `web_patch.yaml`.
bool IsPatchName(std::string_view name);

// The ending of a file in a schema language other than YAML, or in another data format.
struct ForeignEnding {
  std::string_view ending;
  std::string_view name;  // with its article: "a CUE schema"
  bool is_format = false;
};
// Returns null for other files.
const ForeignEnding* FindForeignEnding(std::string_view path);

}  // namespace kval::driver
