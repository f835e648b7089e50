#pragma once

#include <cstdint>
#include <optional>

#include "src/diag/path.h"
#include "src/helm/render/render.h"
#include "src/source/span.h"

namespace kval::driver {

// Part of a rendered file that a finding is about.
struct RenderedPart {
  const helm::render::RenderedFile* file;
  uint32_t begin;  // in its text
  uint32_t end;
};

struct BlamedValue {
  source::Span span;
  bool is_string = false;
};

// Returns the place of the value that a part of rendered text shows: one that equals the text, is contained
// in it, or is the only one that it was computed from. `path`: of the part in its document, of which the end
// leads from a map that a template printed as a whole to the value. Nullopt: the text is the template's own,
// or no value is to blame.
std::optional<BlamedValue> FindValueToBlame(helm::render::RenderedChart& chart, const RenderedPart& part,
                                            const diag::Path& path);

// Returns the map or list that is printed below a key, which is the part; nullopt if other text is.
std::optional<BlamedValue> FindCollectionToBlame(helm::render::RenderedChart& chart, const RenderedPart& key);

}  // namespace kval::driver
