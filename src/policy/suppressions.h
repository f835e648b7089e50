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

// Suppression comments:
//
//   replicas: 0        # kval: ignore KV401 — scaled by the operator
//   # kval: ignore KV300, KV301 — moved with the next release
//   legacy:            the comment above applies to this line and the block below it
//   # kval: ignore-file KV310
//
// `#!` (ytt) starts such a comment too. Similar text in a quoted value or block scalar is a value.
// A rule is a code or a name; the reason follows `—`, `--`, `-` or `:`. `ignore-file` without
// rules means all. Rules that cannot be ignored (rule_choice.h) are not. Linear in the text, and logarithmic
// per finding apart from its enclosing blocks.
class Suppressions {
 public:
  // Reads the comments of all files.
  explicit Suppressions(const source::SourceMap& sources);

  // Whether a comment ignores the finding; the comment counts as used.
  bool IsSuppressed(const diag::Diagnostic& finding);
  // Reports KV042 for each rule in a comment that suppressed nothing, and for unknown rule names.
  void ReportUnused(diag::Emitter& emit) const;

 private:
  struct Item {
    source::Span at;  // the word
    const std::vector<diag::Kind>* kinds;
  };
  // Comments with the same range. Ranges nest or are disjoint, like blocks.
  struct SuppressionRange {
    source::Span span;      // where findings must begin
    size_t around = kNone;  // the next one that this one lies in
    bool names_all = false;
    std::set<diag::Kind> named;
    std::set<diag::Kind> matched;  // rules of findings in it
  };
  struct SuppressionComment {
    source::Span at;
    bool is_whole_file = false;
    size_t reach = 0;
    std::vector<Item> items;  // each word of a rule once; none: all rules
  };
  static constexpr size_t kNone = SIZE_MAX;

  // The range of a comment on a separate line: the next line that is not a comment, and everything below it.
  struct Block {
    uint32_t first;
    uint32_t last = 0;
    size_t indent = 0;
    bool may_hold_items = false;  // at its own indentation, as a key holds them
    std::vector<size_t> comments = {};
  };

  void ReadFile(const source::SourceFile& file);
  void ReadComment(const source::SourceFile& file, uint32_t line, size_t begin);
  void AddFollowingBlock(const source::SourceFile& file, uint32_t line, size_t comment);
  void FindEndsOfBlocks(const source::SourceFile& file);
  void AssignBlockRanges(const source::SourceFile& file);
  const std::vector<diag::Kind>& KindsOf(std::string_view word);
  void FindRanges();
  bool IsUsed(const SuppressionComment& comment, const Item& item) const;

  const source::SourceMap& sources_;
  std::vector<SuppressionComment> comments_;
  std::vector<source::Span> comment_ranges_;  // of each comment
  std::vector<SuppressionRange> ranges_;      // sorted by their begin, the wider first
  std::map<std::string, std::vector<diag::Kind>, std::less<>> kinds_;  // of the words that name rules
  std::vector<Block> blocks_;  // of the file that is read, in its order
};

// Whether a text may have comments that ignore rules.
bool HasIgnores(const source::SourceFile& file);

}  // namespace kval::policy
