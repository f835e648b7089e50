#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kval::diag {

enum class Severity : uint8_t { kNote, kWarning, kError };

// The kinds of diagnostics: one enumerator for each line of kind.def.
enum class Kind : uint16_t {
#define KVAL_KIND(enumerator, number, name, severity, summary) enumerator,
#include "src/diag/kind.def"
#undef KVAL_KIND
};

struct KindEntry {
  Kind kind;
  uint16_t number;
  std::string_view name;
  Severity severity;
  std::string_view summary;
};

// Returns all kinds in the order of their numbers.
std::span<const KindEntry> AllKinds();
const KindEntry& EntryOf(Kind kind);
// "KV301".
std::string CodeOf(Kind kind);
// Returns the kind with a code (`KV301`, in any case) or a name (`type-mismatch`), or null.
const KindEntry* FindKind(std::string_view code_or_name);
std::string_view SeverityName(Severity severity);

}  // namespace kval::diag
