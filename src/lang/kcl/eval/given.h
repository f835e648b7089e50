#pragma once

#include <span>

#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// The configuration of an instance: what the entries of a literal are given to.
struct Given {
  std::span<const ConfigExpr* const> parts;  // united with each other; none in a dict inside
  const kcl::Schema* schema = nullptr;       // null where it is not known before the program runs
};

// An entry of it whose value is `S {…}`.
struct GivenEntry {
  Given of;
  const ConfigEntry* entry = nullptr;
};

// What the instance of an entry lacks may still come: from the default of an index signature, or from
// another entry of the same key, with which it is made as one. An attribute's default does not count: KCL
// 0.13 asks that the instance is whole without it.
bool HasSignatureDefault(const GivenEntry& given);
// Adds the entries that it looks at to `looked_at`.
bool HasOtherEntry(const GivenEntry& given, size_t& looked_at);

// The schema that the entry's value configures, by the attribute's type; null when it is none.
const kcl::Schema* SchemaOfValue(const Program& program, const Given& given, const ConfigEntry& entry);

}  // namespace kval::kcl::eval
