#pragma once

#include <string>
#include <string_view>

#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

// What files of manifests are meant for beyond being resources.
namespace kval::driver {

// The template that a document of `helm template` names in a comment above it (`# Source: …`); empty when it
// names none.
std::string_view TemplateOf(const yaml::Document& document, const yaml::File& file);

// Findings about a patch, which holds a part of a resource: those about what it holds are passed on, what it
// does not hold is the business of the resource.
class OfPatch final : public diag::Sink {
 public:
  OfPatch(std::string what, diag::Emitter& emit) : what_(std::move(what)), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  std::string what_;
  diag::Emitter& emit_;
};

// Findings about texts with `${NAME}`, `{{ name }}` or `$(NAME)` in them: the hint says that these are to be
// replaced first.
class OfPlaceholders final : public diag::Sink {
 public:
  OfPlaceholders(const source::SourceMap& sources, diag::Emitter& emit) : sources_(sources), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const source::SourceMap& sources_;
  diag::Emitter& emit_;
};

}  // namespace kval::driver
