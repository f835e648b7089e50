#include "src/lsp/structure/quote_conversion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "src/lsp/structure/text_tree.h"
#include "src/value/scalar_ambiguity.h"
#include "src/value/scalar_resolve.h"
#include "src/yaml/quoting.h"

namespace kval::lsp {
namespace {

using value::Dialect;
using value::Style;

constexpr size_t kMostBytes = 1'000'000;  // each conversion reads the text again

bool IsStringInAllDialects(std::string_view plain) {
  constexpr std::array kDialects = {Dialect::kYtt,    Dialect::kHelm, Dialect::kYaml12,
                                    Dialect::kKclVet, Dialect::kKcl,  Dialect::kYaml11};
  return !value::FindAmbiguity(plain) &&
         std::all_of(kDialects.begin(), kDialects.end(), [plain](Dialect dialect) {
           return value::Resolve(dialect, plain).kind == value::Kind::kString;
         });
}

bool IsQuoted(Style style) {
  return style == Style::kSingleQuoted || style == Style::kDoubleQuoted;
}

// Characters that no scalar of one line has, or that editors do not show.
bool HasControlCharacters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

std::optional<std::string> Written(const std::string& content, Style style) {
  switch (style) {
    case Style::kPlain:
      return IsStringInAllDialects(content) ? std::optional(content) : std::nullopt;
    case Style::kSingleQuoted:
      return yaml::SingleQuoted(content);
    case Style::kDoubleQuoted:
      return yaml::DoubleQuoted(content, {});
    default:
      return std::nullopt;
  }
}

// Whether all nodes of two documents are the same except for the style of scalars.
bool HaveSameNodes(const TextTree& a, const TextTree& b) {
  if (a.nodes().size() != b.nodes().size()) {
    return false;
  }
  for (size_t i = 0; i < a.nodes().size(); ++i) {
    const TextNode& one = a.nodes()[i];
    const TextNode& other = b.nodes()[i];
    const bool is_same = one.kind == other.kind && one.role == other.role && one.parent == other.parent &&
                         one.is_unreadable == other.is_unreadable && a.ContentOf(i) == b.ContentOf(i);
    if (!is_same) {
      return false;
    }
  }
  return a.comments().size() == b.comments().size();
}

}  // namespace

std::vector<QuoteConversion> FindQuoteConversions(std::string_view text, size_t at) {
  std::vector<QuoteConversion> found;
  if (text.size() > kMostBytes) {
    return found;
  }
  const TextTree tree(text);
  const std::optional<size_t> node = tree.NodeAt(at);
  if (!node || tree.nodes()[*node].kind != NodeKind::kScalar || tree.nodes()[*node].is_unreadable) {
    return found;
  }
  const TextNode& scalar = tree.nodes()[*node];
  const std::string_view written = text.substr(scalar.range.begin, scalar.range.end - scalar.range.begin);
  const std::string content = tree.ContentOf(*node);
  const bool is_string = IsQuoted(scalar.style) || IsStringInAllDialects(written);
  if (written.empty() || written.find_first_of("\r\n") != std::string_view::npos || !is_string ||
      HasControlCharacters(content) || (scalar.style != Style::kPlain && !IsQuoted(scalar.style))) {
    return found;
  }
  for (const Style style : {Style::kPlain, Style::kSingleQuoted, Style::kDoubleQuoted}) {
    const std::optional<std::string> converted =
        style == scalar.style ? std::nullopt : Written(content, style);
    if (!converted) {
      continue;
    }
    std::string changed(text);
    changed.replace(scalar.range.begin, written.size(), *converted);
    if (HaveSameNodes(tree, TextTree(changed))) {
      found.push_back({style, {scalar.range, *converted}});
    }
  }
  return found;
}

}  // namespace kval::lsp
