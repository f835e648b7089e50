#pragma once

#include <string_view>

// Names by which files of other tools are known: of files, of directories, and of API groups. Tables only;
// document_class.h decides.
namespace kval::driver {

// Returns the description of a file with this name: "the description of a Helm chart"; empty for others.
std::string_view DescribeToolFile(std::string_view path);

// Returns the description of a document with this apiVersion (`kind.x-k8s.io/v1alpha4`); empty for others.
std::string_view DescribeToolConfiguration(std::string_view api_version);
// Returns whether documents with this apiVersion belong to another tool. Includes tools without a
// description, whose documents are reported as unknown kinds if they are validated explicitly.
bool IsToolApiVersion(std::string_view api_version);

// Whether the file is in such a directory: `.github/`.
bool IsInDirectory(std::string_view path, std::string_view directory);
bool IsInDirectoryOfTool(std::string_view path);
// `values.yaml`, `values-prod.yaml`, `prod.values.yaml`.
bool IsValuesName(std::string_view path);

// The ending of a file in a schema language other than YAML, or in another data format.
struct ForeignEnding {
  std::string_view ending;
  std::string_view name;  // with its article: "a CUE schema"
  bool is_format = false;
};
// Returns null for other files.
const ForeignEnding* FindForeignEnding(std::string_view path);

}  // namespace kval::driver
