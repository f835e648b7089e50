#include "src/lang/kcl/sema/diagnostics.h"

#include <algorithm>

#include "src/support/keyed_hash.h"

namespace kval::kcl {
namespace {

// KCL offers words whose Jaro-Winkler similarity is greater, the best one last (its crate `suggestions`).
constexpr double kLeastSimilarity = 0.8;
constexpr double kPrefixWeight = 0.1;
// Longer words are rarely mistyped in one place only; comparison is quadratic in the length.
constexpr size_t kLongestWord = 200;
// The maximum number of suggestions; the best are reported.
constexpr size_t kMostSimilar = 20;

// As KCL's version of strsim counts: a match that lies in front of the one before it is a transposition.
double Jaro(std::string_view a, std::string_view b) {
  if (std::max(a.size(), b.size()) > kLongestWord) {
    return 0.0;
  }
  if (a.empty() || b.empty()) {
    return a.size() == b.size() ? 1.0 : 0.0;
  }
  const size_t half = std::max(a.size(), b.size()) / 2;
  const size_t range = half > 0 ? half - 1 : 0;
  std::vector<bool> used(b.size());
  double matches = 0;
  double transpositions = 0;
  size_t last = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const size_t end = std::min(i + range + 1, b.size());
    for (size_t j = i > range ? i - range : 0; j < end; ++j) {
      if (used[j] || a[i] != b[j]) {
        continue;
      }
      used[j] = true;
      matches += 1;
      transpositions += j < last ? 1 : 0;
      last = j;
      break;
    }
  }
  if (matches == 0) {
    return 0.0;
  }
  return (matches / static_cast<double>(a.size()) + matches / static_cast<double>(b.size()) +
          (matches - transpositions) / matches) /
         3.0;
}

// Words that start alike are more similar.
double JaroWinkler(std::string_view a, std::string_view b) {
  const double similarity = Jaro(a, b);
  size_t prefix = 0;
  while (prefix < a.size() && prefix < b.size() && a[prefix] == b[prefix]) {
    ++prefix;
  }
  return std::min(similarity + kPrefixWeight * static_cast<double>(prefix) * (1.0 - similarity), 1.0);
}

}  // namespace

void Diagnostics::ReportWith(diag::Kind kind, source::Span at, const std::string& text,
                             const ErrorDetails& remarks) {
  ++count_;
  if (silent_ > 0 || !seen_.insert({at.begin, at.end, KeyedHash(text)}).second) {
    return;
  }
  has_other_ = has_other_ ||
               !(remarks.is_about_value || kind == diag::Kind::kKclType || kind == diag::Kind::kKclAttribute);
  std::string headline(diag::EntryOf(kind).name);
  headline.append(": ").append(text);
  diag::DiagnosticBuilder builder = emitter_->ReportText(at, kind, std::move(headline));
  if (!remarks.label.empty()) {
    builder.Label(remarks.label);
  }
  for (const RelatedLocation& place : remarks.related) {
    if (place.at.has_value()) {
      builder.Related(place.at, place.text);
    }
  }
  if (!remarks.note.empty()) {
    builder.Note(remarks.note);
  }
  builder.Hint(remarks.hint).Emit();
}

std::vector<std::string_view> FindSimilar(std::string_view word,
                                          const std::vector<std::string_view>& candidates) {
  std::vector<std::pair<double, std::string_view>> found;
  for (const std::string_view candidate : candidates) {
    const double similarity = JaroWinkler(word, candidate);
    if (similarity > kLeastSimilarity && candidate != word) {
      found.push_back({similarity, candidate});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> result;
  for (size_t i = found.size() - std::min(found.size(), kMostSimilar); i < found.size(); ++i) {
    result.push_back(found[i].second);
  }
  return result;
}

std::string SuggestionHint(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string_view nearest = Nearest(word, candidates);
  return nearest.empty() || nearest == word ? std::string()
                                            : std::string("did you mean `").append(nearest).append("`?");
}

std::string Suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string text;
  for (const std::string_view candidate : FindSimilar(word, candidates)) {
    text.append(text.empty() ? "\"" : ", \"").append(candidate).append("\"");
  }
  return text.empty() ? text : ", did you mean '[" + text + "]'?";
}

}  // namespace kval::kcl
