#include "src/findings/suspicious_scalars.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "src/value/suspicious_scalar.h"
#include "src/yaml/ambiguity.h"

namespace kval::findings {
namespace {

constexpr diag::Def<std::string_view> kQuotes{diag::Kind::kLookAlike,
                                              "the typographic quotes of `{}` are a part of the text"};

constexpr diag::Def<> kDash{diag::Kind::kBadIndent,
                            "this line is not an item: it continues the string above it"};

constexpr diag::Def<> kBracket{diag::Kind::kBadIndent,
                               "this bracket closes nothing: it goes on with the text above it"};

struct QuotePair {
  std::string_view opening, closing;
};
constexpr std::array kTypographic = {
    QuotePair{"\xe2\x80\x9c", "\xe2\x80\x9d"}, QuotePair{"\xe2\x80\x98", "\xe2\x80\x99"},
    QuotePair{"\xe2\x80\x9e", "\xe2\x80\x9c"}, QuotePair{"\xe2\x80\x9e", "\xe2\x80\x9d"},
    QuotePair{"\xe2\x80\x9d", "\xe2\x80\x9d"}, QuotePair{"\xe2\x80\x9c", "\xe2\x80\x9c"}};

// Returns the text between typographic quotes; empty if there are none.
std::string_view BetweenTypographicQuotes(std::string_view text) {
  for (const QuotePair& quotes : kTypographic) {
    if (text.size() >= quotes.opening.size() + quotes.closing.size() && text.starts_with(quotes.opening) &&
        text.ends_with(quotes.closing)) {
      return text.substr(quotes.opening.size(), text.size() - quotes.opening.size() - quotes.closing.size());
    }
  }
  return {};
}

}  // namespace

bool SuspiciousScalars::IsCandidate(const value::Value& value) const {
  std::vector<const value::Value*> open;
  bool found = false;
  const auto look = [&](const value::Value& node) {
    if (node.is_collection()) {
      open.push_back(&node);
    } else {
      found = found || value::IsSuspicious(node);
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

source::Span SuspiciousScalars::FindSuspiciousLine(const value::Value& value) const {
  if (sources_ == nullptr || !value::MayHaveSuspiciousLine(value) || !sources_->Contains(value.span)) {
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

void SuspiciousScalars::Look(const value::Value& value, value::Kind expected, const diag::Path& path,
                             diag::Emitter& emit) const {
  const bool is_number = value.kind == value::Kind::kInt || value.kind == value::Kind::kFloat;
  const bool fits = expected == value.kind || (expected == value::Kind::kFloat && is_number);
  if (!value::IsSuspicious(value) || !fits || expected == value::Kind::kBool || IsRecovered(value)) {
    return;
  }
  if (const std::optional<value::ScalarAmbiguity> disagreement = value::FindSuspiciousAmbiguity(value.raw)) {
    yaml::ReportAmbiguity(*disagreement, value.raw, value.span, dialect_, path, emit);
    return;
  }
  if (const source::Span suspicious = FindSuspiciousLine(value); suspicious.has_value()) {
    const bool is_dash = sources_->Text(suspicious) == "-";
    emit.Report(suspicious, is_dash ? kDash : kBracket)
        .As(diag::Severity::kWarning)
        .At(path)
        .Related(value.span, "this is one text")
        .Hint(is_dash ? "indent it like the other items, or quote the string if the line is part of it"
                      : "delete it, or quote the string if it is part of it")
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

}  // namespace kval::findings
