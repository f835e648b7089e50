#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kval::diag {

enum class Severity : uint8_t { kNote, kWarning, kError };

// What a kind of diagnostic is about. Code that treats kinds differently tests the category, not the number.
enum class Category : uint8_t {
#define KVAL_CATEGORY(enumerator, ...) enumerator,
#include "src/diag/kind.def"
};

// The kinds of diagnostics: one enumerator for each line of kind.def.
enum class Kind : uint16_t {
#define KVAL_KIND(enumerator, ...) enumerator,
#include "src/diag/kind.def"
};

struct CategoryEntry {
  Category category;
  std::string_view name;
  bool concerns_values;  // not files, settings or schemas
  bool may_be_ignored;
};

struct KindEntry {
  Kind kind;
  uint16_t number;
  std::string_view name;
  Severity severity;
  Category category;
  std::string_view summary;
};

// Returns all kinds in the order of their numbers.
std::span<const KindEntry> AllKinds();
const KindEntry& EntryOf(Kind kind);
const CategoryEntry& CategoryOf(Kind kind);
// Whether a value violates its type, one of its rules, or its format.
bool IsSchemaViolation(Kind kind);
// "KV301".
std::string CodeOf(Kind kind);
// Returns the kind with a code (`KV301`, in any case) or a name (`type-mismatch`), or null.
const KindEntry* FindKind(std::string_view code_or_name);
std::string_view SeverityName(Severity severity);

}  // namespace kval::diag
