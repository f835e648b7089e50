#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kval::annotations {

// The kinds of nodes that an annotation applies to, as bits.
enum Target : uint8_t {
  kDocument = 1,
  kMapItem = 2,
  kArrayItem = 4,
  kAnyNode = kDocument | kMapItem | kArrayItem,
};

// The values that an argument takes, as bits.
enum ArgKind : uint16_t {
  kNone = 1,
  kBool = 2,
  kInt = 4,
  kFloat = 8,
  kString = 16,
  kList = 32,   // a list or a tuple
  kTuple = 64,  // a tuple only
  kDict = 128,
  kFunction = 256,
  kSet = 512,
  kAnyValue = 0x7FF,
};

// One parameter. Positional ones have an empty name and come first in the table, in order.
struct Param {
  std::string_view name;
  std::string_view label;  // name of a positional parameter in help texts
  uint16_t kinds;
  bool required;
  bool repeated;  // the last positional one: any number of them
  std::string_view doc;
};

class Bound;
struct SchemaContext;
struct SchemaFacts;

// The specification of one annotation: the only source of help, reference pages, suggestions and error
// messages about it.
struct Spec {
  std::string_view name;  // "schema/type"
  uint8_t targets;
  std::span<const Param> params;
  std::string_view summary;  // one line
  std::string_view details;  // a paragraph; may be empty
  std::string_view example;  // lines of YAML
  std::string_view source;   // where the rule is stated
  // The meaning in a schema document; null for annotations without one.
  void (*apply)(const Bound& bound, SchemaContext& context, SchemaFacts& facts);
  // Whether it also means something in documents that are no schemas, although it can be applied.
  bool also_elsewhere = false;
  // Whether arguments that it does not take are ignored, with a warning: positional ones where it has only
  // keywords, and all where it has none. ytt ignores them in every annotation of overlays, in silence.
  bool ignores_others = false;

  bool only_in_schemas() const { return apply != nullptr && !also_elsewhere; }
};

// "@schema/type".
std::string At(const Spec& spec);

// Every annotation, sorted by name.
std::span<const Spec* const> All();
// By name without `@` ("schema/type"), or null.
const Spec* Find(std::string_view name);
// The name that was most likely meant, or empty.
std::string_view NearestName(std::string_view name);

}  // namespace kval::annotations
