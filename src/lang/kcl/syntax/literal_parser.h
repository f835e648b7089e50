#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "src/lang/kcl/syntax/clause_parser.h"
#include "src/lang/kcl/syntax/grammar.h"
#include "src/lang/kcl/syntax/node_reader.h"
#include "src/lang/kcl/syntax/target_parser.h"

namespace kval::kcl::syntax {

// Lists, configs and their comprehensions.
class LiteralParser : private NodeReader {
 public:
  LiteralParser(ParseState& state, Grammar& grammar, TargetParser& targets, ClauseParser& clauses)
      : NodeReader(state), grammar_(grammar), targets_(targets), clauses_(clauses) {}

  const Expr* ParseConfigOrComprehension();
  const Expr* ParseListOrComprehension();

 private:
  std::vector<ConfigEntry> ParseEntries(size_t open, bool has_newline);
  ConfigEntry ParseEntry();
  bool AtNameAlone() const;
  ConfigEntry ParseNameAlone();
  void ParseKey(ConfigEntry& entry);
  bool AtKey() const;
  const ConfigIf* ParseConfigIf();
  template <typename Item>
  std::vector<Item> ParseBlock(TokenKind close, Item (LiteralParser::*parse)());
  template <typename Branch, typename ParseBody>
  std::span<const Branch> ParseBranches(const ParseBody& parse_body);
  std::vector<const Expr*> ParseItems(size_t open);
  const Expr* ParseItem();
  const Expr* ParseListIf();

  Grammar& grammar_;
  TargetParser& targets_;
  ClauseParser& clauses_;
};

}  // namespace kval::kcl::syntax
