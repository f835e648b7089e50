#pragma once

#include <cstddef>
#include <vector>

#include "src/helm/render/rendered.h"
#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::driver {

// The places of the text of a literal block in the file that contains it.
class BlockPlaces {
 public:
  BlockPlaces(const value::Value& block, const source::SourceFile& file);

  // Moves the pieces of a template, whose places are in `text`, the text of the block, to the file.
  void Move(const source::SourceFile& text, helm::render::RenderedFile& rendered) const;

 private:
  uint32_t PlaceOf(size_t offset) const;

  struct Line {
    size_t offset;   // in the text of the block
    uint32_t place;  // in the file
  };
  std::vector<Line> lines_;
};

}  // namespace kval::driver
