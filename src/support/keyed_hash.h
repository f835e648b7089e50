#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

// The hash function for all data from inputs: names, values, paths.
//
// It uses a key that each process draws from the system, so that inputs cannot force collisions (std::hash
// has a fixed seed). Therefore no output, order or step count may depend on it: never iterate over a table
// without sorting. All bits are equally good; tables use the lowest.
//
// Based on wyhash's reading and 128-bit folding (Wang Yi, public domain), with all constants drawn at random,
// because known constants allow zero products. Not a signature: hashes reveal the key, and must not leave the
// process.
//
// Consecutive numbers (ids, addresses, offsets) need no key.
namespace kval {

uint64_t KeyedHash(std::string_view text);
uint64_t KeyedHash(uint64_t number);
// Hash of two values in order.
uint64_t KeyedHash(uint64_t first, uint64_t second);
// Equal numbers have equal hashes: 0.0 and -0.0.
uint64_t KeyedHash(double real);

// For hash tables of the standard library. Not noexcept, so that the tables cache hashes instead of computing
// them again.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return static_cast<size_t>(KeyedHash(text)); }
};

// A table by string; `Key` is std::string or a view that outlives the table.
template <typename Key, typename Value>
using TextMap = std::unordered_map<Key, Value, TextHash, std::equal_to<>>;
template <typename Key>
using TextSet = std::unordered_set<Key, TextHash, std::equal_to<>>;

}  // namespace kval
