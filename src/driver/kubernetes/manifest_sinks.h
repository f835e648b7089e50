#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

// Roles of manifest files other than resources.
namespace kval::driver {

// Returns the template named by the comment above a document of `helm template` (`# Source: …`); empty if
// there is none.
std::string_view TemplateOf(const yaml::Document& document, const yaml::File& file);

// A sink for findings about a patch, which is part of a resource: forwards those about its content and drops
// those about missing content.
class PatchSink final : public diag::Sink {
 public:
  PatchSink(std::string what, diag::Emitter& emit) : what_(std::move(what)), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  std::string what_;
  diag::Emitter& emit_;
};

// A sink for findings about strings with `${NAME}`, `{{ name }}` or `$(NAME)`: adds the hint to replace these
// first.
class PlaceholderSink final : public diag::Sink {
 public:
  PlaceholderSink(const source::SourceMap& sources, diag::Emitter& emit) : sources_(sources), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const source::SourceMap& sources_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
