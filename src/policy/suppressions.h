#pragma once

#include <cstdint>
#include <string>
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
    bool is_used = false;
  };
  struct Comment {
    source::Span reach;  // where findings must begin
    source::Span at;
    bool is_whole_file = false;
    bool is_used = false;
    std::vector<Item> items;  // none: all rules
  };

  void ReadFile(const source::SourceFile& file);
  void ReadComment(const source::SourceFile& file, uint32_t line, size_t begin);

  const source::SourceMap& sources_;
  std::vector<Comment> comments_;
};

}  // namespace kval::policy
