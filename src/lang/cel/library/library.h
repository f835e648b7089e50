#pragma once

#include <cmath>
#include <span>

#include "src/lang/cel/overload.h"

// The functions of the language, one table per library. An implementation is called with values of the kinds
// in its signature, never with errors.
namespace kval::cel {

using Library = std::span<const LibraryEntry> (*)();

std::span<const LibraryEntry> Operators();
std::span<const LibraryEntry> Conversions();
std::span<const LibraryEntry> TimeFunctions();
std::span<const LibraryEntry> StringFunctions();
std::span<const LibraryEntry> StringFormat();
std::span<const LibraryEntry> ListFunctions();
std::span<const LibraryEntry> SetFunctions();
std::span<const LibraryEntry> MapFunctions();
std::span<const LibraryEntry> RegexFunctions();
std::span<const LibraryEntry> OptionalFunctions();
std::span<const LibraryEntry> UrlFunctions();
std::span<const LibraryEntry> NetworkFunctions();
std::span<const LibraryEntry> QuantityFunctions();
std::span<const LibraryEntry> SemverFunctions();
std::span<const LibraryEntry> FormatFunctions();
std::span<const LibraryEntry> PatchFunctions();
std::span<const LibraryEntry> KyvernoFunctions();
std::span<const LibraryEntry> MathFunctions();
std::span<const LibraryEntry> AuthorizationFunctions();

std::span<const Library> AllLibraries();

// `size * factor`, rounded up: the cost of traversing a string.
inline uint64_t PassCost(uint64_t size, double factor = 0.1) {
  return static_cast<uint64_t>(std::ceil(static_cast<double>(size) * factor));
}

// The cost of traversing the first argument.
uint64_t CostOfPass(const Call& call, const Value& result);
// The cost of traversing the first argument and the result.
uint64_t CostOfTwoPasses(const Call& call, const Value& result);
uint64_t CostOfRegex(const Call& call, const Value& result);

}  // namespace kval::cel
