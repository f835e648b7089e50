#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

// Roles of manifest files other than resources.
namespace kval::driver {

// Returns the template named by the comment above a document of `helm template` (`# Source: …`); empty if
// there is none.
std::string_view TemplateOf(const yaml::Document& document, const yaml::File& file);

// A change for findings about a patch, which is part of a resource: those about missing content are dropped.
class OfPatch {
 public:
  explicit OfPatch(std::string what) : what_(std::move(what)) {}
  bool operator()(diag::Diagnostic& finding) const;

 private:
  std::string what_;
};

// Values with variables about which findings were dropped.
struct UnknownVariables {
  size_t count = 0;
  std::string first;  // the variable of the first value
  source::Span at;    // the first value
};

// A sink for findings about strings with placeholders (placeholders.h). Drops and counts findings about
// variables that another program replaces (`variables`); adds the hint to replace the others first.
class PlaceholderSink final : public diag::Sink {
 public:
  PlaceholderSink(const source::SourceMap& sources, const FileVariables* variables, diag::Emitter& emit)
      : sources_(sources), variables_(variables), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;
  const UnknownVariables& unknown() const { return unknown_; }

 private:
  const source::SourceMap& sources_;
  const FileVariables* variables_;  // null for a file without any
  UnknownVariables unknown_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
