#pragma once

#include <cstdint>

#include "src/yaml/events.h"
#include "src/yaml/scanner.h"

// Errors about text that should be a mapping entry.
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
// For text at `at` after a value on the same line; null: no value was read.
Fault TextBehindValue(const Scanner& scanner, const Event* value, const char* at);
// For a `---` preceded by spaces.
Fault IndentedMarker(const Scanner& scanner, const char* begin, const char* end);

}  // namespace kval::yaml
