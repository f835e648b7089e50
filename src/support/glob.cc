#include "src/support/glob.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "src/support/substitute.h"

namespace kval {
namespace {

using Pieces = std::vector<Glob::Piece>;
using PieceKind = Glob::Piece::Kind;

// Step limit for matching one path, far above any realistic pattern.
constexpr size_t kMostSteps = 100'000;
constexpr size_t kMostAlternatives = 64;
constexpr size_t kMostPieces = 200;

bool IsName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
}

// The content of brackets: ranges and characters, behind `!` or `^` those that do not match.
bool IsInClass(std::string_view content, char c) {
  const bool is_negated = content.starts_with('!') || content.starts_with('^');
  if (is_negated) {
    content.remove_prefix(1);
  }
  bool is_in = false;
  for (size_t i = 0; i < content.size(); ++i) {
    if (i + 2 < content.size() && content[i + 1] == '-') {
      is_in = is_in || (content[i] <= c && c <= content[i + 2]);
      i += 2;
    } else {
      is_in = is_in || content[i] == c;
    }
  }
  return is_in != is_negated;
}

// Matches the pieces of a part with a name, from the left, going back where that fails.
class PartMatch {
 public:
  PartMatch(const Pieces& pieces, std::string_view name, Glob::Bindings& bindings)
      : pieces_(pieces),
        name_(name),
        bindings_(bindings),
        has_names_(std::any_of(pieces.begin(), pieces.end(),
                               [](const Glob::Piece& piece) { return piece.kind == PieceKind::kName; })) {}

  // Recursion is as deep as there are pieces.
  bool From(size_t piece, size_t at) {
    if (++steps_ > kMostSteps) {
      return false;
    }
    if (piece == pieces_.size()) {
      return at == name_.size();
    }
    const std::string_view rest = name_.substr(at);
    const std::string& text = pieces_[piece].text;
    switch (pieces_[piece].kind) {
      case PieceKind::kText:
        return rest.starts_with(text) && From(piece + 1, at + text.size());
      case PieceKind::kAny:
        return !rest.empty() && From(piece + 1, at + 1);
      case PieceKind::kClass:
        return !rest.empty() && IsInClass(text, rest[0]) && From(piece + 1, at + 1);
      case PieceKind::kStar:
        return Some(piece, at, 0);
      case PieceKind::kName:
        return Named(piece, at);
    }
    return false;
  }

 private:
  bool Some(size_t piece, size_t at, size_t fewest) {
    for (size_t end = at + fewest; end <= name_.size() && !is_hopeless_; ++end) {
      if (From(piece + 1, end)) {
        return true;
      }
    }
    // If the rest does not match here, no shorter rest does: an earlier star need not match more.
    is_hopeless_ = !has_names_;
    return false;
  }

  bool Named(size_t piece, size_t at) {
    const std::string& name = pieces_[piece].text;
    if (const auto known = bindings_.find(name); known != bindings_.end()) {
      const std::string value = known->second;
      return name_.substr(at).starts_with(value) && From(piece + 1, at + value.size());
    }
    // The longest first: of `a-b.yml`, `{x}.yml` and `{x}-{y}.yml` take as much as they can.
    for (size_t end = name_.size(); end > at; --end) {
      bindings_[name] = std::string(name_.substr(at, end - at));
      if (From(piece + 1, end)) {
        return true;
      }
      bindings_.erase(name);
    }
    return false;
  }

  const Pieces& pieces_;
  std::string_view name_;
  Glob::Bindings& bindings_;
  bool has_names_;
  bool is_hopeless_ = false;
  size_t steps_ = 0;
};

void AddText(char c, Pieces& pieces) {
  if (pieces.empty() || pieces.back().kind != PieceKind::kText) {
    pieces.push_back({PieceKind::kText, {}});
  }
  pieces.back().text += c;
}

Result<Glob::Part> ParsePart(std::string_view text) {
  Glob::Part part;
  if (text == "**") {
    part.is_deep = true;
    return part;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '*') {
      if (part.pieces.empty() || part.pieces.back().kind != PieceKind::kStar) {
        part.pieces.push_back({PieceKind::kStar, {}});
      }
    } else if (c == '?') {
      part.pieces.push_back({PieceKind::kAny, {}});
    } else if (c == '[' || c == '{') {
      const size_t end = text.find(c == '[' ? ']' : '}', i + 2);
      const std::string_view inside =
          end == std::string_view::npos ? std::string_view() : text.substr(i + 1, end - i - 1);
      if (inside.empty()) {
        return Failure{Substitute("`{}` in a pattern is never closed or is empty", std::string(1, c))};
      }
      if (c == '{' && !IsName(inside)) {
        return Failure{Substitute(
            "`{{}}` in a pattern is not a name: letters, digits, `_` and `-` are allowed", inside)};
      }
      part.pieces.push_back({c == '[' ? PieceKind::kClass : PieceKind::kName, std::string(inside)});
      i = end;
    } else {
      AddText(c, part.pieces);
    }
    if (part.pieces.size() > kMostPieces) {
      return Failure{"a pattern has too many wildcards"};
    }
  }
  return part;
}

// The first `{a,b}`: where it begins, where it ends, its commas. A `{name}` is none.
struct Alternatives {
  size_t begin, end;
  std::vector<std::string_view> strings;
};

std::optional<Alternatives> FindAlternatives(std::string_view text) {
  for (size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    size_t depth = 0;
    size_t from = open + 1;
    Alternatives found{open, open, {}};
    for (size_t i = open; i < text.size(); ++i) {
      depth += text[i] == '{' ? 1 : 0;
      if (depth == 1 && (text[i] == ',' || text[i] == '}')) {
        found.strings.push_back(text.substr(from, i - from));
        from = i + 1;
      }
      if (text[i] == '}' && --depth == 0) {
        found.end = i + 1;
        break;
      }
    }
    if (found.end > open && found.strings.size() > 1) {
      return found;
    }
  }
  return std::nullopt;
}

// Expands the alternatives of a pattern, in order.
Result<std::vector<std::string>> Expand(std::string_view text) {
  std::vector<std::string> done;
  std::vector<std::string> open = {std::string(text)};
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    const std::optional<Alternatives> found = FindAlternatives(next);
    if (!found) {
      done.push_back(next);
    } else {
      for (auto one = found->strings.rbegin(); one != found->strings.rend(); ++one) {
        open.push_back(next.substr(0, found->begin) + std::string(*one) + next.substr(found->end));
      }
    }
    if (done.size() + open.size() > kMostAlternatives) {
      return Failure{"a pattern has too many alternatives"};
    }
  }
  return done;
}

// Matches the parts of a pattern with those of a path. `**` is the only one that goes back.
bool MatchParts(const std::vector<Glob::Part>& parts, const std::vector<std::string_view>& names) {
  size_t part = 0, name = 0;
  std::optional<std::pair<size_t, size_t>> deep;  // the part behind the last `**`, and where it was tried
  Glob::Bindings bindings;
  while (name < names.size()) {
    if (part < parts.size() && parts[part].is_deep) {
      deep = {++part, name};
    } else if (part < parts.size() && parts[part].Matches(names[name], bindings)) {
      ++part;
      ++name;
    } else if (deep) {
      part = deep->first;
      name = ++deep->second;
      bindings.clear();
    } else {
      return false;
    }
  }
  return std::all_of(parts.begin() + static_cast<std::ptrdiff_t>(part), parts.end(),
                     [](const Glob::Part& rest) { return rest.is_deep; });
}

}  // namespace

bool Glob::Part::is_literal() const {
  return !is_deep && (pieces.empty() || (pieces.size() == 1 && pieces[0].kind == PieceKind::kText));
}

bool Glob::Part::Matches(std::string_view name, Bindings& bindings) const {
  return is_deep || PartMatch(pieces, name, bindings).From(0, 0);
}

Result<std::vector<Glob>> Glob::Parse(std::string_view text) {
  Result<std::vector<std::string>> strings = Expand(text);
  if (!strings) {
    return strings.failure();
  }
  std::vector<Glob> globs;
  for (const std::string& one : *strings) {
    Glob glob;
    for (size_t begin = 0; begin <= one.size();) {
      const size_t end = std::min(one.find('/', begin), one.size());
      Result<Part> part = ParsePart(std::string_view(one).substr(begin, end - begin));
      if (!part) {
        return part.failure();
      }
      // `**/**` says no more than `**`.
      if (!part->is_deep || glob.parts_.empty() || !glob.parts_.back().is_deep) {
        glob.parts_.push_back(*std::move(part));
      }
      begin = end + 1;
    }
    globs.push_back(std::move(glob));
  }
  return globs;
}

bool Glob::Matches(std::string_view path) const {
  std::vector<std::string_view> names;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    names.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return MatchParts(parts_, names);
}

bool Glob::is_literal() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.is_literal(); });
}

std::vector<std::string> Glob::names() const {
  std::vector<std::string> names;
  for (const Part& part : parts_) {
    for (const Piece& piece : part.pieces) {
      if (piece.kind == PieceKind::kName &&
          std::find(names.begin(), names.end(), piece.text) == names.end()) {
        names.push_back(piece.text);
      }
    }
  }
  return names;
}

bool MatchesAny(const std::vector<Glob>& globs, std::string_view path) {
  return std::any_of(globs.begin(), globs.end(), [path](const Glob& glob) { return glob.Matches(path); });
}

}  // namespace kval
