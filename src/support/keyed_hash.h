#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

// The hash of everything that comes from an input: names, values, paths.
//
// It is keyed, with a key that the system draws once for each process, so that nobody can write a file whose
// keys meet in one slot of a table (std::hash has the same seed everywhere: texts that collide are made
// offline). So nothing that is output or counted, neither an order nor a step, may depend on it: nobody goes
// through a table in its own order without sorting. All bits of a hash are equally good; tables take the
// lowest ones.
//
// The function is wyhash's way of reading texts and of folding 128-bit products (Wang Yi, public domain), but
// all its constants are drawn, for products with a known constant are zero where the attacker wants them to
// be. It is no signature: who sees hashes can find the key. None leaves the process.
//
// Numbers that count up (ids, addresses, places in a text) need no key: colliding takes an input as long as
// what it costs.
namespace kval {

uint64_t KeyedHash(std::string_view text);
uint64_t KeyedHash(uint64_t number);
// Of two parts, whose order counts.
uint64_t KeyedHash(uint64_t first, uint64_t second);
// Numbers that are equal hash alike: 0.0 and -0.0.
uint64_t KeyedHash(double real);

// For tables of the standard library. It may throw as far as they know, so that they keep hashes instead of
// computing them again.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return static_cast<size_t>(KeyedHash(text)); }
};

// By texts: `Key` is std::string or a view of a text that outlives the table.
template <typename Key, typename Value>
using TextMap = std::unordered_map<Key, Value, TextHash, std::equal_to<>>;
template <typename Key>
using TextSet = std::unordered_set<Key, TextHash, std::equal_to<>>;

}  // namespace kval
