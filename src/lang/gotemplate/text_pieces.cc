#include "src/lang/gotemplate/text_pieces.h"

namespace kval::gotemplate {

namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool IsInserted(char c) {
  return IsSpace(c) || c == '"' || c == '\'' || c == '\\';
}

// Reads one string along another one.
class Alignment {
 public:
  explicit Alignment(std::string_view from) : from_(from) {}

  enum class Step : uint8_t { kSame, kInserted, kDifferent };

  // `c`: the next character of the other string. After kSame, at() is behind its counterpart.
  Step Take(char c) {
    if (at_ < from_.size() && from_[at_] == c) {
      ++at_;
      return Step::kSame;
    }
    if (IsInserted(c)) {
      return Step::kInserted;
    }
    SkipSpaces();
    if (at_ < from_.size() && from_[at_] == c) {
      ++at_;
      return Step::kSame;
    }
    return Step::kDifferent;
  }

  void SkipSpaces() {
    while (at_ < from_.size() && IsSpace(from_[at_])) {
      ++at_;
    }
  }

  size_t at() const { return at_; }

 private:
  std::string_view from_;
  size_t at_ = 0;
};

}  // namespace

void AddPiece(const TextPiece& piece, TextPieces* pieces) {
  if (piece.end == (pieces->empty() ? 0 : pieces->back().end)) {
    return;
  }
  if (!pieces->empty() && pieces->back().span == piece.span && pieces->back().origins == piece.origins) {
    pieces->back().end = piece.end;
    return;
  }
  if (pieces->size() == kMostPieces) {
    pieces->back() = {piece.end, {}, {}};
    return;
  }
  pieces->push_back(piece);
}

std::optional<TextPieces> AlignPieces(std::string_view from, const TextPieces& pieces, std::string_view to) {
  if (pieces.empty()) {
    return std::nullopt;
  }
  Alignment alignment(from);
  TextPieces aligned;
  auto piece = pieces.begin();
  bool has_content = false;
  for (size_t i = 0; i < to.size(); ++i) {
    const Alignment::Step step = alignment.Take(to[i]);
    if (step == Alignment::Step::kDifferent) {
      return std::nullopt;
    }
    if (step == Alignment::Step::kInserted) {
      continue;
    }
    has_content = true;
    if (piece->end < alignment.at()) {
      AddPiece({static_cast<uint32_t>(i), piece->span, piece->origins}, &aligned);
    }
    while (piece->end < alignment.at()) {
      ++piece;
    }
  }
  if (!has_content) {
    return std::nullopt;
  }
  AddPiece({static_cast<uint32_t>(to.size()), piece->span, piece->origins}, &aligned);
  return aligned;
}

std::optional<size_t> AlignedOffset(std::string_view from, std::string_view to, size_t offset) {
  Alignment alignment(from);
  std::optional<size_t> found;
  for (size_t i = 0; i < to.size(); ++i) {
    if (alignment.Take(to[i]) == Alignment::Step::kDifferent) {
      return std::nullopt;
    }
    if (i == offset) {
      found = alignment.at() - (alignment.at() > 0 ? 1 : 0);
    }
  }
  alignment.SkipSpaces();
  return alignment.at() == from.size() ? found : std::nullopt;
}

}  // namespace kval::gotemplate
