#pragma once

#include <span>
#include <string_view>

#include "src/value/value.h"

// Recognizes files of other tools, which no API server receives.
namespace kval::kubernetes {

// What a file that is no manifest is, by its name: `a Helm chart's description`. Empty: it may be a manifest.
// A document with apiVersion and kind, other than those of tools, is a manifest whatever the file is called.
std::string_view OtherFile(std::string_view path, std::span<const value::Value* const> documents);

// The same by the apiVersion of a document: tools have their own (`kind.x-k8s.io/v1alpha4`).
std::string_view ConfigurationOf(std::string_view api_version);
// Whether documents of this apiVersion belong to another tool.
bool IsOfTool(std::string_view api_version);

// The same by the content of a document; `path` is its file.
std::string_view OtherDocument(const value::Value& document, std::string_view path);

// Whether a document says that it is a patch that kustomize merges into a resource: it has `$patch`.
bool IsPatch(const value::Value& document);

}  // namespace kval::kubernetes
