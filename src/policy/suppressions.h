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
// `#!` (ytt) begins such a comment too. Text that merely looks like one (comments.h), as in a quoted value or
// a block scalar, is a value and ignores nothing. A rule is a code or a name; behind `—`, `--`, `-` or `:`
// stands the reason. `ignore-file` without rules means all. Rules that cannot be ignored (rule_choice.h) are
// not. Linear in the texts, and logarithmic for a finding but for the blocks that it lies in.
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
    const std::vector<diag::Kind>* kinds;
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
    std::vector<Item> items;  // each word of a rule once; none: all rules
  };
  static constexpr size_t kNone = SIZE_MAX;

  // What comments on lines of their own are about: a line that is no comment, and what lies deeper below it.
  struct Block {
    uint32_t first;
    uint32_t last = 0;
    size_t indent = 0;
    bool may_hold_items = false;  // at its own indentation, as a key holds them
    std::vector<size_t> comments = {};
  };

  void ReadFile(const source::SourceFile& file);
  void ReadComment(const source::SourceFile& file, uint32_t line, size_t begin);
  void NoteBlockBelow(const source::SourceFile& file, uint32_t line, size_t comment);
  void FindEndsOfBlocks(const source::SourceFile& file);
  void ReachBlocks(const source::SourceFile& file);
  const std::vector<diag::Kind>& KindsOf(std::string_view word);
  void FindReaches();
  bool IsUsed(const Comment& comment, const Item& item) const;

  const source::SourceMap& sources_;
  std::vector<Comment> comments_;
  std::vector<source::Span> reach_of_;  // of each comment
  std::vector<Reach> reaches_;          // sorted by their begin, the wider first
  std::map<std::string, std::vector<diag::Kind>, std::less<>> kinds_;  // of the words that name rules
  std::vector<Block> blocks_;  // of the file that is read, in its order
};

// Whether a text may have comments that ignore rules.
bool HasIgnores(const source::SourceFile& file);

}  // namespace kval::policy
