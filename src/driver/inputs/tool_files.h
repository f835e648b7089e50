#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

// How files of other tools are recognized: by their content, by names of files and directories, and by API
// groups. Tables only; document_class.h decides.
namespace kval::driver {

// The content of a tool's documents. A path is a sequence of keys with dots; `*` is any key, `[]` any item,
// and `=text` at its end a scalar: `steps[].image`, `kind=pipeline`.
struct ToolShape {
  using Paths = std::initializer_list<std::string_view>;

  // `all_paths`: at most 4; `any_paths`: at most 12.
  constexpr ToolShape(std::string_view shape, Paths all_paths, Paths any_paths = {}, bool list = false)
      : name(shape), is_list(list), any_keys(any_paths.size() == 0 ? ~uint64_t{0} : 0) {
    std::copy(all_paths.begin(), all_paths.end(), all.begin());
    std::copy(any_paths.begin(), any_paths.end(), any.begin());
    for (const std::string_view path : all_paths) {
      all_keys |= BitOf(path) == ~uint64_t{0} ? 0 : BitOf(path);
    }
    for (const std::string_view path : any_paths) {
      any_keys |= BitOf(path);
    }
  }

  std::string_view name;                      // with its article: "a helmfile"
  std::array<std::string_view, 4> all = {};   // paths that a document has
  std::array<std::string_view, 12> any = {};  // of which it has at least one, unless there are none
  bool is_list;                               // a list, each of whose items is like that

  // Returns the bit of a key. The bits of a map's keys decide for most shapes without a look at the map.
  static constexpr uint64_t KeyBit(std::string_view key) {
    return uint64_t{1} << ((size_t{7} * static_cast<unsigned char>(key[0]) + key.size()) % 64);
  }
  constexpr bool MayFit(uint64_t keys) const {
    return (keys & all_keys) == all_keys && (keys & any_keys) != 0;
  }

 private:
  // The bit of the first key of a path; all bits if that can be any key.
  static constexpr uint64_t BitOf(std::string_view path) {
    size_t end = 0;
    while (end < path.size() && path[end] != '.' && path[end] != '[' && path[end] != '=') {
      ++end;
    }
    const std::string_view key = path.substr(0, end);
    return key.empty() || key == "*" ? ~uint64_t{0} : KeyBit(key);
  }

  uint64_t all_keys = 0, any_keys;
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
// Whether the name begins with a dot, or the file is in a directory of a tool.
bool HasPathOfTool(std::string_view path);
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
