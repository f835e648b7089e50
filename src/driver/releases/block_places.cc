#include "src/driver/releases/block_places.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kval::driver {
namespace {

using helm::render::Piece;
using Text = std::string_view;

size_t IndentOf(Text line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

}  // namespace

BlockPlaces::BlockPlaces(const value::Value& block, const source::SourceFile& file) {
  const Text outer = file.text();
  const Text inner = block.raw;
  size_t at = outer.find('\n', block.span.begin - file.base());
  // The first line with text decides the indentation, unless the header of the block does.
  size_t indent = 0;
  for (size_t begin = 0, line = at; line != Text::npos && begin < inner.size();) {
    const Text written = outer.substr(line + 1, outer.find('\n', line + 1) - line - 1);
    const Text read = inner.substr(begin, inner.find('\n', begin) - begin);
    if (IndentOf(written) < written.size()) {
      indent = IndentOf(written) - std::min(IndentOf(written), IndentOf(read));
      break;
    }
    begin += read.size() + 1;
    line = outer.find('\n', line + 1);
  }
  for (size_t begin = 0; at != Text::npos && begin <= inner.size();) {
    const size_t end = std::min(outer.find('\n', at + 1), outer.size());
    lines_.push_back({begin, file.base() + static_cast<uint32_t>(std::min(at + 1 + indent, end))});
    begin = std::min(inner.find('\n', begin), inner.size()) + 1;
    at = end == outer.size() ? Text::npos : end;
  }
  if (lines_.empty()) {
    lines_.push_back({0, block.span.begin});
  }
}

uint32_t BlockPlaces::PlaceOf(size_t offset) const {
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                     [](size_t at, const Line& line) { return at < line.offset; });
  const Line& line = *std::prev(next);
  return line.place + static_cast<uint32_t>(offset - line.offset);
}

void BlockPlaces::Move(const source::SourceFile& text, helm::render::RenderedFile& rendered) const {
  std::vector<Piece> moved;
  uint32_t begin = 0;
  for (const Piece& piece : rendered.pieces) {
    const size_t from = piece.span.begin - text.base();
    const size_t size = piece.span.end - piece.span.begin;
    const Text printed = Text(rendered.text).substr(begin, piece.end - begin);
    const bool is_copy = text.text().substr(from, size) == printed;
    // Lines of copied text are separate pieces, because only single lines are contiguous in the file.
    for (size_t done = 0; is_copy && done < size;) {
      const size_t newline = printed.find('\n', done);
      const size_t end = newline == Text::npos ? size : newline + 1;
      const uint32_t place = PlaceOf(from + done);
      const source::Span span = {place, place + static_cast<uint32_t>(end - done)};
      moved.push_back({{begin + static_cast<uint32_t>(end), span, piece.origins}, span});
      done = end;
    }
    if (!is_copy) {
      const source::Span span = {PlaceOf(from), PlaceOf(from + size)};
      moved.push_back({{piece.end, span, piece.origins}, span});
    }
    begin = piece.end;
  }
  rendered.pieces = std::move(moved);
}

}  // namespace kval::driver
