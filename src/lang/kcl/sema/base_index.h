#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

struct Attribute;
struct Schema;

// Finds which schema among a schema and its bases declares a name, without walking the bases, whose number
// the program chooses.
//
// Built for the schemas of one package when their attributes are declared and cycles are broken. Bases in
// other packages have a separate lineage. Schemas are numbered in depth-first order from each base to its
// derived schemas, so the numbers identify the bases of a schema.
class BaseIndex {
 public:
  // Gives each schema its number and this lineage, which must live as long.
  explicit BaseIndex(std::span<Schema* const> schemas);
  BaseIndex(const BaseIndex&) = delete;
  BaseIndex& operator=(const BaseIndex&) = delete;

  // Returns the same as Schema::Find.
  const Attribute* Find(const Schema& schema, Symbol attribute) const;

 private:
  struct SchemaBases {
    const Schema*
        mixed;  // the nearest schema with mixins: the schema itself or one of its bases in the package
    const Schema* beyond;  // where the bases leave the package
  };
  // From that number on, a name is declared by this schema; null: by none.
  struct DeclarationRange {
    uint32_t number;
    const Schema* nearest;
  };

  void Enter(Schema& schema);
  void Leave(const Schema& schema);
  const Schema* Nearest(const Schema& schema, Symbol attribute) const;

  std::vector<SchemaBases> places_;  // by number
  std::unordered_map<Symbol, std::vector<DeclarationRange>> turns_;
  std::unordered_map<Symbol, std::vector<const Schema*>>
      open_;  // while it is made: those that declare a name
};

}  // namespace kval::kcl
