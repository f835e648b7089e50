#pragma once

#include <span>
#include <string_view>

#include "src/value/value.h"

// Recognizes files of other tools, which are not sent to an API server.
namespace kval::kubernetes {

// Returns a description of a file that is not a manifest, by its name: `a Helm chart's description`. Empty if
// it may be a manifest. A file with a document that has apiVersion and kind, other than those of tools, is a
// manifest whatever its name.
std::string_view DescribeNonManifestFile(std::string_view path,
                                         std::span<const value::Value* const> documents);

// Returns the same description by the apiVersion of a document that belongs to a tool
// (`kind.x-k8s.io/v1alpha4`); empty otherwise.
std::string_view DescribeToolConfiguration(std::string_view api_version);
// Returns whether documents with this apiVersion belong to another tool.
bool IsToolApiVersion(std::string_view api_version);

// Returns the same description by the content of a document. `path` is its file.
std::string_view DescribeNonManifest(const value::Value& document, std::string_view path);

// Returns whether a document is a strategic merge patch: it has the key `$patch`.
bool IsPatch(const value::Value& document);

}  // namespace kval::kubernetes
