#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

// Roles of manifest files other than resources.
namespace kval::driver {

// The template that a document of `helm template` names in a comment above it (`# Source: …`); empty when it
// names none.
std::string_view TemplateOf(const yaml::Document& document, const yaml::File& file);

// A sink for findings about a patch, which is part of a resource: forwards those about its content and drops
// those about missing content.
class OfPatch final : public diag::Sink {
 public:
  OfPatch(std::string what, diag::Emitter& emit) : what_(std::move(what)), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  std::string what_;
  diag::Emitter& emit_;
};

// A sink for findings about strings with `${NAME}`, `{{ name }}` or `$(NAME)`: adds the hint to replace these
// first.
class OfPlaceholders final : public diag::Sink {
 public:
  OfPlaceholders(const source::SourceMap& sources, diag::Emitter& emit) : sources_(sources), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const source::SourceMap& sources_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
