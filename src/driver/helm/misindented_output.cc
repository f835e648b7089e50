#include "src/driver/helm/misindented_output.h"

#include <algorithm>
#include <string_view>

namespace kval::driver {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";

// The last line with content of a text, without its line break.
std::string_view LastLine(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(kSpaces) + 1);
  return text.substr(text.rfind('\n') + 1);
}

size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(" -"), line.size());
}

}  // namespace

std::optional<MisindentedOutput> FindMisindentedOutput(const helm::render::RenderedFile& file,
                                                       uint32_t offset, const source::SourceMap& sources) {
  const helm::render::Piece* piece = file.PieceAt(offset);
  if (piece == nullptr || !piece->action.has_value() ||
      sources.Text(piece->action).find("indent ") == std::string_view::npos) {
    return std::nullopt;
  }
  const source::Span action = piece->action;
  while (piece != file.pieces.data() && (piece - 1)->action == action) {
    --piece;
  }
  const uint32_t begin = piece == file.pieces.data() ? 0 : (piece - 1)->end;
  const std::string_view text = file.text;
  const std::string_view above = LastLine(text.substr(0, begin));
  const size_t line = text.rfind('\n', offset) + 1;
  const size_t indent = IndentOf(above);
  if (!above.ends_with(':') || line > offset || indent < offset - line) {
    return std::nullopt;
  }
  return MisindentedOutput{action, std::string(above.substr(indent, above.size() - indent - 1))};
}

}  // namespace kval::driver
