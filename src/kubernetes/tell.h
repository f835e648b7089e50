#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "src/check/describe.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Begins to say that something is wrong with a value, at its place and with its path. Most resources have
// nothing wrong: what leads here is made small, not fast.
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::Builder Tell(diag::Emitter& emit, const check::Trail& at,
                                                const diag::Def<Args...>& def,
                                                std::type_identity_t<Args>... args) {
  return emit.Report(check::PlaceOf(at.key, *at.value), def, args...).At(at.path());
}

// The same of an entry's key.
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::Builder TellKey(diag::Emitter& emit, const check::Trail& at,
                                                   const diag::Def<Args...>& def,
                                                   std::type_identity_t<Args>... args) {
  return emit.Report(at.key != nullptr ? at.key->span : at.value->span, def, args...).At(at.path());
}

// The same of an entry that a map lacks: at the place of the map, with the path that the entry would have.
diag::Path PathOfMissing(const check::Trail& map, std::string_view key);
template <typename... Args>
[[gnu::cold, gnu::noinline]] diag::Builder TellMissing(diag::Emitter& emit, const check::Trail& map,
                                                       std::string_view key, const diag::Def<Args...>& def,
                                                       std::type_identity_t<Args>... args) {
  return emit.Report(check::PlaceOf(map.key, *map.value), def, args...).At(PathOfMissing(map, key));
}

// What keeps a text from being of a format; empty when it is.
std::string WhyNot(std::string_view format, std::string_view text);

// With ASCII letters in lower case.
std::string Lowered(std::string_view text);

}  // namespace kval::kubernetes
