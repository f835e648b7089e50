#include "src/check/odd_scalars.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "src/value/scalar_disagreement.h"
#include "src/yaml/ambiguity.h"

namespace kval::check {
namespace {

constexpr diag::Def<std::string_view> kQuotes{diag::Kind::kLookAlike,
                                              "the typographic quotes of `{}` are a part of the text"};

constexpr diag::Def<> kDash{diag::Kind::kBadIndent,
                            "this line is no item: it goes on with the text above it"};

constexpr diag::Def<> kBracket{diag::Kind::kBadIndent,
                               "this bracket closes nothing: it goes on with the text above it"};

struct Quotes {
  std::string_view opening, closing;
};
constexpr std::array kTypographic = {
    Quotes{"\xe2\x80\x9c", "\xe2\x80\x9d"}, Quotes{"\xe2\x80\x98", "\xe2\x80\x99"},
    Quotes{"\xe2\x80\x9e", "\xe2\x80\x9c"}, Quotes{"\xe2\x80\x9e", "\xe2\x80\x9d"},
    Quotes{"\xe2\x80\x9d", "\xe2\x80\x9d"}, Quotes{"\xe2\x80\x9c", "\xe2\x80\x9c"}};

// What stands between typographic quotes; empty when there are none around the text.
std::string_view BetweenTypographicQuotes(std::string_view text) {
  for (const Quotes& quotes : kTypographic) {
    if (text.size() >= quotes.opening.size() + quotes.closing.size() && text.starts_with(quotes.opening) &&
        text.ends_with(quotes.closing)) {
      return text.substr(quotes.opening.size(), text.size() - quotes.opening.size() - quotes.closing.size());
    }
  }
  return {};
}

// A word of at most three letters, or a number that begins with a zero.
bool MayDisagree(std::string_view text) {
  if (text.empty() || text.size() > 24) {
    return false;
  }
  const char first = text[0];
  const bool is_word = text.size() <= 3 && (first == 'y' || first == 'Y' || first == 'n' || first == 'N' ||
                                            first == 'o' || first == 'O');
  const char digit = first == '-' || first == '+' ? text[text.size() > 1 ? 1 : 0] : first;
  return is_word || (digit == '0' && text.size() > 1);
}

bool IsTypographic(std::string_view text) {
  return text[0] == kTypographic[0].opening[0];
}

// A text of several lines takes more room than what it means, for its lines are indented.
bool MayHaveOddLine(const value::Value& value) {
  return value.span.size() > value.raw.size() && (value.raw.find(" - ") != std::string_view::npos ||
                                                  value.raw.ends_with(" ]") || value.raw.ends_with(" }"));
}

bool MayBeOdd(const value::Value& value) {
  return value.style == value::Style::kPlain && !value.raw.empty() &&
         (MayDisagree(value.raw) || IsTypographic(value.raw) || MayHaveOddLine(value));
}

// Whether readers disagree about what a plain scalar is; numbers that some take for text are told elsewhere.
std::optional<value::Disagreement> DisagreementOf(std::string_view text) {
  const std::optional<value::Disagreement> found = value::Disagrees(text);
  return found && found->ambiguity != value::Ambiguity::kNumberOrText ? found : std::nullopt;
}

}  // namespace

bool OddScalars::MayBeIn(const value::Value& value) const {
  std::vector<const value::Value*> open;
  bool found = false;
  const auto look = [&](const value::Value& node) {
    if (node.is_collection()) {
      open.push_back(&node);
    } else if (MayBeOdd(node)) {
      found = found || IsTypographic(node.raw) || MayHaveOddLine(node) || DisagreementOf(node.raw);
    }
  };
  look(value);
  while (!open.empty() && !found) {
    const value::Value& node = *open.back();
    open.pop_back();
    for (const value::Entry& entry : node.entries()) {
      look(*entry.value);
    }
    for (const value::Value* item : node.items()) {
      look(*item);
    }
  }
  return found;
}

source::Span OddScalars::OddLineOf(const value::Value& value) const {
  if (sources_ == nullptr || !MayHaveOddLine(value) || !sources_->Knows(value.span)) {
    return {};
  }
  const std::string_view text = sources_->Text(value.span);
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
    at = std::min(text.find_first_not_of(" \r\n", at), text.size());
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("- ") || rest == "]" || rest == "}") {
      const auto begin = static_cast<uint32_t>(value.span.begin + at);
      return {begin, begin + 1};
    }
  }
  return {};
}

void OddScalars::Look(const value::Value& value, value::Kind expected, const diag::Path& path,
                      diag::Emitter& emit) const {
  const bool is_number = value.kind == value::Kind::kInt || value.kind == value::Kind::kFloat;
  const bool fits = expected == value.kind || (expected == value::Kind::kFloat && is_number);
  if (!MayBeOdd(value) || !fits || expected == value::Kind::kBool || HasGap(value)) {
    return;
  }
  if (const std::optional<value::Disagreement> disagreement = DisagreementOf(value.raw)) {
    yaml::ReportAmbiguity(*disagreement, value.raw, value.span, dialect_, path, emit);
    return;
  }
  if (const source::Span odd = OddLineOf(value); odd.has_value()) {
    const bool is_dash = sources_->Text(odd) == "-";
    emit.Report(odd, is_dash ? kDash : kBracket)
        .As(diag::Severity::kWarning)
        .At(path)
        .Related(value.span, "this is one text")
        .Hint(is_dash ? "indent it as the items are indented, or quote the text if the line belongs to it"
                      : "delete it, or quote the text if it belongs to it")
        .Emit();
    return;
  }
  const std::string_view inner = BetweenTypographicQuotes(value.raw);
  if (expected == value::Kind::kString && !inner.empty()) {
    emit.Report(value.span, kQuotes, value.raw)
        .As(diag::Severity::kWarning)
        .At(path)
        .Hint("write `\"" + std::string(inner) + "\"`")
        .Emit();
  }
}

}  // namespace kval::check
