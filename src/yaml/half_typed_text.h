#pragma once

#include <cstdint>

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// What is wrong with a text that should have been an entry of a mapping.
namespace kval::yaml {

struct HalfTyped {
  enum class Mistake : uint8_t {
    kConflictMark,
    kLookAlike,
    kNoBlankBehindColon,
    kNoBlankBehindDash,
    kNoColon
  };
  Mistake mistake;
  Fault fault;
};

HalfTyped WhatIsHalfTyped(const Scanner& scanner, const char* begin, const char* end);
// Of what stands at `at` behind a value on its line; null: nothing was read before.
Fault TextBehindValue(const Scanner& scanner, const Event* value, const char* at);
// Of a `---` with blanks in front of it.
Fault IndentedMarker(const Scanner& scanner, const char* begin, const char* end);

}  // namespace kval::yaml
