#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/source/source_map.h"

namespace kval::policy {

// Comments that ignore rules:
//
//   replicas: 0        # kval: ignore KV401 — scaled by the operator
//   # kval: ignore KV300, KV301 — moved with the next release
//   legacy:            the comment above holds for this line and the block below it
//   # kval: ignore-file KV310
//
// `#!` (ytt) begins such a comment too. A rule is a code or a name; behind `—`, `--`, `-` or `:` stands the
// reason. `ignore-file` without rules means all. Rules that cannot be ignored (rule_choice.h) are not.
// Linear in the texts, and logarithmic for a finding but for the blocks that it lies in.
class Suppressions {
 public:
  // Reads the comments of all files.
  explicit Suppressions(const source::SourceMap& sources);

  // Whether a comment ignores the finding; the comment counts as used.
  bool Covers(const diag::Diagnostic& finding);
  // KV042 for each rule of a comment that ignored nothing, and for words that name no rule.
  void ReportUnused(diag::Emitter& emit) const;

 private:
  struct Item {
    source::Span at;  // the word
    std::string word;
    std::vector<diag::Kind> kinds;
  };
  // Comments that reach as far as one another. Reaches lie within one another or apart, as blocks do.
  struct Reach {
    source::Span span;      // where findings must begin
    size_t around = kNone;  // the next one that this one lies in
    bool names_all = false;
    std::set<diag::Kind> named;
    std::set<diag::Kind> met;  // rules of findings in it
  };
  struct Comment {
    source::Span at;
    bool is_whole_file = false;
    size_t reach = 0;
    std::vector<Item> items;  // none: all rules
  };
  static constexpr size_t kNone = SIZE_MAX;

  void ReadFile(const source::SourceFile& file);
  void ReadComment(const source::SourceFile& file, uint32_t line, size_t begin);
  source::Span BlockBelow(const source::SourceFile& file, uint32_t line);
  const std::vector<diag::Kind>& KindsOf(std::string_view word);
  void FindReaches();
  bool IsUsed(const Comment& comment, const Item& item) const;

  const source::SourceMap& sources_;
  std::vector<Comment> comments_;
  std::vector<source::Span> reach_of_;  // of each comment
  std::vector<Reach> reaches_;          // sorted by their begin, the wider first
  std::map<std::string, std::vector<diag::Kind>, std::less<>> kinds_;  // of the words of all comments
  source::Span last_block_;                                            // what the comment before is about
  uint32_t first_of_last_ = 0;                                         // and the one that its block begins at
};

// Whether a text may have comments that ignore rules.
bool HasIgnores(const source::SourceFile& file);

}  // namespace kval::policy
