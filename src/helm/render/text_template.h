#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "src/helm/context.h"
#include "src/helm/render/chart_values.h"
#include "src/helm/render/rendered.h"
#include "src/helm/tables.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/functions.h"
#include "src/source/source_file.h"

namespace kval::helm::render {

// How a template of another tool than Helm is executed.
struct TextTemplateOptions {
  gotemplate::MissingKey missing_key = gotemplate::MissingKey::kError;
  Integers integers = Integers::kFloats;
  std::span<const gotemplate::Function> functions = {};  // in addition to those of Helm, which they replace
  void* state = nullptr;                                 // of these functions
  // The work that several templates share, as Limits::helm_steps; what this one needs is subtracted. Null:
  // only the limits of a chart apply.
  uint64_t* work_left = nullptr;
};

// Renders a text that is no part of a chart, with `data` as dot. Pieces of the result have places in `text`,
// and no origins. Returns nullopt if the template cannot be executed; then `error` is Go's message. Functions
// have no access to anything outside of `data` (functions.h), except those of the options.
std::optional<RenderedFile> RenderText(const source::SourceFile& text, const Table& data,
                                       const TextTemplateOptions& options, HelmContext& context,
                                       std::string& error);

}  // namespace kval::helm::render
