#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "src/lang/kcl/syntax/node_reader.h"

namespace kval::kcl::syntax {

// Lists, configs and their comprehensions.
class LiteralParser : private NodeReader {
 public:
  explicit LiteralParser(const Components& components) : NodeReader(components) {}

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
};

}  // namespace kval::kcl::syntax
