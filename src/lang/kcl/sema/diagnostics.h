#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "src/diag/emitter.h"
#include "src/support/edit_distance.h"

namespace kval::kcl {

// A further location of an error.
struct RelatedLocation {
  source::Span at;
  std::string text;
};

// Additional information of an error.
struct ErrorDetails {
  std::string label;  // of the primary location
  std::vector<RelatedLocation> related;
  std::string note;
  std::string hint;
  bool is_about_value = false;  // the program can be evaluated without that value
};

// Reports the findings of the semantic phases in KCL's words: the headline starts with KCL's name of the
// kind, as `TypeError: expected int, got str(Doe)`. The same finding at the same place is reported once.
class Diagnostics {
 public:
  explicit Diagnostics(diag::Emitter* emitter) : emitter_(emitter) {}

  void Report(diag::Kind kind, source::Span at, const std::string& text,
              const std::vector<RelatedLocation>& related = {}, const std::string& note = {}) {
    ReportWith(kind, at, text, {{}, related, note, {}, false});
  }
  void ReportWith(diag::Kind kind, source::Span at, const std::string& text, const ErrorDetails& remarks);
  // Begins or ends silence; calls nest. Silenced errors are only counted.
  void Silence(bool on) { silent_ += on ? 1 : -1; }
  // The number of all errors, including silenced ones.
  size_t count() const { return count_; }
  // Whether to search for similar names still: each error compares its word with all of them.
  bool suggests() const { return count_ < kMaxSuggestions; }
  // Like suggests(), and charges the comparison of one word with that many names.
  bool Suggests(size_t names) { return suggests() && budget_.Take(names); }
  bool has_reported() const { return !seen_.empty(); }
  // Whether all errors are about individual values: wrong types and undeclared keys.
  bool are_about_values() const { return !has_other_; }

 private:
  static constexpr size_t kMaxSuggestions = 100;

  diag::Emitter* emitter_;
  SuggestionBudget budget_;
  std::set<std::tuple<uint32_t, uint32_t, uint64_t>> seen_;  // places, and the words there as a hash
  int silent_ = 0;
  size_t count_ = 0;
  bool has_other_ = false;
};

// Returns "did you mean `name`?", or an empty string. Finds typing errors that KCL's similarity measure does
// not find.
std::string SuggestionHint(std::string_view word, const std::vector<std::string_view>& candidates);
// `, did you mean '["name"]'?` in KCL's form, or empty.
std::string Suggestion(std::string_view word, const std::vector<std::string_view>& candidates);
// Returns the candidates similar to the word, the best one last.
std::vector<std::string_view> FindSimilar(std::string_view word,
                                          const std::vector<std::string_view>& candidates);

}  // namespace kval::kcl
