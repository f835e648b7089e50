#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "src/check/describe.h"
#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/formats/format.h"
#include "src/support/check.h"

namespace kval::kubernetes {

// Begins to say that something is wrong with a value, at its place and with its path.
template <typename... Args>
diag::Builder Tell(diag::Emitter& emit, const check::Trail& at, const diag::Def<Args...>& def,
                   std::type_identity_t<Args>... args) {
  return emit.Report(check::PlaceOf(at.key, *at.value), def, args...).At(at.path());
}

// The same of an entry's key.
template <typename... Args>
diag::Builder TellKey(diag::Emitter& emit, const check::Trail& at, const diag::Def<Args...>& def,
                      std::type_identity_t<Args>... args) {
  return emit.Report(at.key != nullptr ? at.key->span : at.value->span, def, args...).At(at.path());
}

// What keeps a text from being of a format; empty when it is.
inline std::string WhyNot(std::string_view format, std::string_view text) {
  const formats::Entry* entry = formats::Find(format);
  KVAL_CHECK(entry != nullptr);
  std::string why;
  return entry->check(text, &why) ? std::string() : why;
}

}  // namespace kval::kubernetes
