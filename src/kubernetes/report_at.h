#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "src/check/describe.h"
#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/diag/resource_rule.h"

namespace kval::kubernetes {

// Begins a report about a value, with its location and path. Optimized for code size, because most resources
// have no violations.
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::DiagnosticBuilder ReportAt(diag::Emitter& emit,
                                                              const check::ValueCursor& at,
                                                              const diag::Def<Args...>& def,
                                                              std::type_identity_t<Args>... args) {
  return emit.Report(check::PlaceOf(at.key, *at.value), def, args...).At(at.path());
}

// The same for the key of an entry.
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::DiagnosticBuilder ReportAtKey(diag::Emitter& emit,
                                                                 const check::ValueCursor& at,
                                                                 const diag::Def<Args...>& def,
                                                                 std::type_identity_t<Args>... args) {
  return emit.Report(at.key != nullptr ? at.key->span : at.value->span, def, args...).At(at.path());
}

// Returns the path of a missing entry of a map. A report about it is located at the map.
diag::Path GetMissingKeyPath(const check::ValueCursor& map, std::string_view key);
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::DiagnosticBuilder ReportMissing(diag::Emitter& emit,
                                                                   const check::ValueCursor& map,
                                                                   std::string_view key,
                                                                   const diag::Def<Args...>& def,
                                                                   std::type_identity_t<Args>... args) {
  return emit.Report(check::PlaceOf(map.key, *map.value), def, args...).At(GetMissingKeyPath(map, key));
}

// Returns why a string does not have a format; empty if it does.
std::string GetFormatError(std::string_view format, std::string_view text);

}  // namespace kval::kubernetes
