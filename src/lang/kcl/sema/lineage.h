#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::kcl {

struct Attribute;
struct Schema;

// Which schema of those that a schema is made from declares a name: found without a walk along its bases,
// whose number a program chooses.
//
// Made for the schemas of one package when their attributes are declared and circles are cut. The bases of
// other packages have a lineage of their own. Schemas are numbered as a walk from each base to those made
// from it meets them, so that the bases of a schema are known by their numbers.
class Lineage {
 public:
  // Gives each schema its number and this lineage, which must live as long.
  explicit Lineage(std::span<Schema* const> schemas);
  Lineage(const Lineage&) = delete;
  Lineage& operator=(const Lineage&) = delete;

  // As Schema::Find.
  const Attribute* Find(const Schema& schema, Symbol attribute) const;

 private:
  struct Place {
    const Schema* mixed;   // the nearest with mixins, itself or above it in the package
    const Schema* beyond;  // where the bases leave the package
  };
  // From that number on, a name is declared by this schema; null: by none.
  struct Turn {
    uint32_t number;
    const Schema* nearest;
  };

  void Enter(Schema& schema);
  void Leave(const Schema& schema);
  const Schema* Nearest(const Schema& schema, Symbol attribute) const;

  std::vector<Place> places_;  // by number
  std::unordered_map<Symbol, std::vector<Turn>> turns_;
  std::unordered_map<Symbol, std::vector<const Schema*>>
      open_;  // while it is made: those that declare a name
};

}  // namespace kval::kcl
