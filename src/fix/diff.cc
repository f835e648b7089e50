#include "src/fix/diff.h"

#include <algorithm>
#include <cstddef>

#include "src/report/redactor.h"
#include "src/report/text.h"

namespace kval::fix {
namespace {

constexpr size_t kContext = 3;
constexpr size_t kPaired = 16;  // lines of a repair that each of the lines before it is compared with
constexpr std::string_view kNoLineBreak = "\\ No newline at end of file\n";

// Lines with their breaks.
std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// The text with its hidden ranges replaced. Each of them lies within a line, so that the lines are as many.
std::string Hidden(std::string_view text, const DiffStyle& style) {
  if (!style.hidden) {
    return std::string(text);
  }
  const source::SourceFile file("", std::string(text), 1);
  std::string hidden;
  uint32_t at = file.base();
  for (const source::Span secret : style.hidden(file)) {
    hidden.append(file.Text({at, secret.begin})).append(report::kRedacted);
    at = secret.end;
  }
  return hidden.append(file.Text({at, file.span().end}));
}

// A text's lines as they are, and as they are shown.
struct Side {
  std::vector<std::string_view> lines;
  std::vector<std::string> shown;

  bool IsSecret(size_t line) const { return shown[line] != lines[line]; }
};

Side SideOf(std::string_view text, const DiffStyle& style) {
  const std::string hidden = Hidden(text, style);
  const std::vector<std::string_view> shown = Lines(hidden);
  return {Lines(text), {shown.begin(), shown.end()}};
}

// Lines [begin, end) of the old text become [begin, end) of the new one.
struct Piece {
  size_t old_begin, old_end, new_begin, new_end;
};

// Fixes change few lines and keep their order, so a short lookahead finds the next common line.
class Comparison {
 public:
  Comparison(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after)
      : before_(before), after_(after) {}

  std::vector<Piece> Run() {
    std::vector<Piece> pieces;
    size_t a = 0, b = 0;
    while (a < before_.size() || b < after_.size()) {
      if (a < before_.size() && b < after_.size() && before_[a] == after_[b]) {
        ++a;
        ++b;
        continue;
      }
      const auto [to_a, to_b] = Meeting(a, b);
      pieces.push_back({a, to_a, b, to_b});
      a = to_a;
      b = to_b;
    }
    return pieces;
  }

 private:
  // The nearest lines that are equal again.
  std::pair<size_t, size_t> Meeting(size_t a, size_t b) const {
    constexpr size_t kFarthest = 400;
    const size_t most_a = before_.size() - a, most_b = after_.size() - b;
    for (size_t sum = 1; sum <= std::min(kFarthest, most_a + most_b); ++sum) {
      for (size_t i = sum > most_b ? sum - most_b : 0; i <= std::min(sum, most_a); ++i) {
        const size_t j = sum - i;
        if (i < most_a && j < most_b && before_[a + i] == after_[b + j]) {
          return {a + i, b + j};
        }
      }
    }
    return {before_.size(), after_.size()};
  }

  const std::vector<std::string_view>& before_;
  const std::vector<std::string_view>& after_;
};

size_t CommonEnd(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.rbegin(), a.rbegin() + static_cast<ptrdiff_t>(most), b.rbegin()).first - a.rbegin());
}

// Redacts in `line` the end that is redacted in `other`, if both lines have it. `is_same`: one line was
// changed to the other, so the value is secret even if the ends differ.
void HideAsIn(bool is_same, std::string_view other, std::string_view other_shown, std::string_view line,
              std::string& shown) {
  const size_t lead = static_cast<size_t>(
      std::mismatch(other.begin(), other.end(), other_shown.begin(), other_shown.end()).first -
      other.begin());
  const size_t hidden = other.size() - lead;
  if (CommonEnd(other, line) >= hidden) {
    shown = std::string(line.substr(0, line.size() - hidden)).append(other_shown.substr(lead));
    return;
  }
  if (!is_same) {
    return;
  }
  const size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  const size_t colon = line.find(':');
  const size_t begin = colon == std::string_view::npos ? indent : std::min(colon + 2, line.size());
  const size_t end = line.find_last_not_of("\r\n") + 1;
  if (begin < end) {
    shown = std::string(line.substr(0, begin)).append(report::kRedacted).append(line.substr(end));
  }
}

// A key that a repair spelled right says only on one side that its value is secret.
void HideOnBothSides(const std::vector<Piece>& pieces, Side& before, Side& after) {
  const auto pair = [&](size_t a, size_t b, bool is_same) {
    if (before.IsSecret(a) && !after.IsSecret(b)) {
      HideAsIn(is_same, before.lines[a], before.shown[a], after.lines[b], after.shown[b]);
    } else if (after.IsSecret(b) && !before.IsSecret(a)) {
      HideAsIn(is_same, after.lines[b], after.shown[b], before.lines[a], before.shown[a]);
    }
  };
  size_t a = 0, b = 0;
  for (size_t i = 0; i <= pieces.size(); ++i) {
    for (const size_t end = i < pieces.size() ? pieces[i].old_begin : before.lines.size(); a < end;
         ++a, ++b) {
      pair(a, b, true);
    }
    if (i == pieces.size()) {
      break;
    }
    const Piece& piece = pieces[i];
    const bool is_same = piece.old_end - piece.old_begin == piece.new_end - piece.new_begin;
    for (a = piece.old_begin; a < piece.old_end; ++a) {
      const size_t first = is_same ? piece.new_begin + (a - piece.old_begin) : piece.new_begin;
      const size_t last = is_same ? first + 1 : std::min(piece.new_end, piece.new_begin + kPaired);
      for (b = first; b < last; ++b) {
        pair(a, b, is_same);
      }
    }
    b = piece.new_end;
  }
}

class Writer {
 public:
  Writer(const Side& before, const Side& after, const DiffStyle& style)
      : before_(before), after_(after), style_(style) {}

  // Whether the lines between two pieces are few enough to be shown all, and may be.
  bool ShareHunk(const Piece& first, const Piece& second) const {
    return second.old_begin - first.old_end <= 2 * kContext &&
           Open(first.old_end, second.old_begin, 2 * kContext) == second.old_begin - first.old_end;
  }

  // Pieces [begin, end) share one hunk.
  void Hunk(const std::vector<Piece>& pieces, size_t begin, size_t end) {
    const size_t lead = Lead(pieces[begin].old_begin);
    const size_t tail = Open(pieces[end - 1].old_end, before_.lines.size(), kContext);
    const size_t old_begin = pieces[begin].old_begin - lead, new_begin = pieces[begin].new_begin - lead;
    const size_t old_end = pieces[end - 1].old_end + tail, new_end = pieces[end - 1].new_end + tail;
    Line("@@ -" + Range(old_begin, old_end) + " +" + Range(new_begin, new_end) + " @@", "\x1b[36m");
    size_t at = old_begin;
    for (size_t i = begin; i < end; ++i) {
      Text(' ', before_, at, pieces[i].old_begin, {});
      Text('-', before_, pieces[i].old_begin, pieces[i].old_end, "\x1b[31m");
      Text('+', after_, pieces[i].new_begin, pieces[i].new_end, "\x1b[32m");
      at = pieces[i].old_end;
    }
    Text(' ', before_, at, old_end, {});
  }

  void Line(const std::string& text, std::string_view ink) {
    const bool inks = style_.color && !ink.empty();
    out_.append(inks ? ink : "").append(text).append(inks ? "\x1b[0m" : "").append("\n");
  }

  std::string Take() { return std::move(out_); }

 private:
  static std::string Range(size_t begin, size_t end) {
    const size_t count = end - begin;
    return std::to_string(count == 0 ? begin : begin + 1) + (count == 1 ? "" : "," + std::to_string(count));
  }

  // The lines without a secret from `begin` on, `most` at most.
  size_t Open(size_t begin, size_t end, size_t most) const {
    size_t count = 0;
    while (count < most && begin + count < end && !before_.IsSecret(begin + count)) {
      ++count;
    }
    return count;
  }

  // Those before `end`.
  size_t Lead(size_t end) const {
    size_t count = 0;
    while (count < kContext && count < end && !before_.IsSecret(end - count - 1)) {
      ++count;
    }
    return count;
  }

  void Text(char mark, const Side& side, size_t begin, size_t end, std::string_view ink) {
    for (size_t i = begin; i < end; ++i) {
      std::string_view line = side.shown[i];
      const bool has_break = line.ends_with('\n');
      line.remove_suffix(has_break ? 1 : 0);
      Line(mark + Shown(line), ink);
      out_.append(has_break ? std::string_view() : kNoLineBreak);
    }
  }

  // A tab or a carriage return at the end is a part of the text that a patch needs.
  static std::string Shown(std::string_view line) {
    const bool has_return = line.ends_with('\r');
    line.remove_suffix(has_return ? 1 : 0);
    std::string shown;
    while (true) {
      const size_t tab = line.find('\t');
      shown += report::Escape(line.substr(0, tab));
      if (tab == std::string_view::npos) {
        return shown + (has_return ? "\r" : "");
      }
      shown += '\t';
      line.remove_prefix(tab + 1);
    }
  }

  const Side& before_;
  const Side& after_;
  const DiffStyle& style_;
  std::string out_;
};

}  // namespace

std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after,
                        const DiffStyle& style) {
  Side old_side = SideOf(before, style), new_side = SideOf(after, style);
  const std::vector<Piece> pieces = Comparison(old_side.lines, new_side.lines).Run();
  if (pieces.empty()) {
    return {};
  }
  HideOnBothSides(pieces, old_side, new_side);
  Writer writer(old_side, new_side, style);
  writer.Line("--- " + report::Escape(name), "\x1b[1m");
  writer.Line("+++ " + report::Escape(name), "\x1b[1m");
  for (size_t begin = 0; begin < pieces.size();) {
    size_t end = begin + 1;
    while (end < pieces.size() && writer.ShareHunk(pieces[end - 1], pieces[end])) {
      ++end;
    }
    writer.Hunk(pieces, begin, end);
    begin = end;
  }
  return writer.Take();
}

}  // namespace kval::fix
