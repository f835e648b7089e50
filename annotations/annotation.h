#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kval::annotations {

// The kinds of nodes that an annotation applies to, as bits.
enum AnnotationTarget : uint8_t {
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
struct ParamSpec {
  std::string_view name;
  std::string_view label;  // name of a positional parameter in help
  uint16_t kinds;
  bool required;
  bool repeated;  // the last positional parameter may occur any number of times
  std::string_view doc;
};

class BoundAnnotation;
struct SchemaContext;
struct SchemaAnnotations;

// The specification of one annotation: the only source of help, reference pages, suggestions and error
// messages about it.
struct Spec {
  std::string_view name;  // "schema/type"
  uint8_t targets;
  std::span<const ParamSpec> params;
  std::string_view summary;  // one line
  std::string_view details;  // a paragraph; may be empty
  std::string_view example;  // lines of YAML
  std::string_view source;   // where the behaviour is specified
  // Applies the annotation in a schema document; null for annotations without effect there.
  void (*apply)(const BoundAnnotation& bound, SchemaContext& context, SchemaAnnotations& facts);
  // Whether the annotation also has an effect outside of schemas, although `apply` is set.
  bool applies_outside_schemas = false;
  // Whether unsupported arguments are ignored with a warning: positional ones if it has only keywords, and
  // all if it has none. ytt silently ignores them in all overlay annotations.
  bool ignores_others = false;

  bool only_in_schemas() const { return apply != nullptr && !applies_outside_schemas; }
};

// Returns the name with `@`: "@schema/type".
std::string At(const Spec& spec);

// Returns all annotations, sorted by name.
std::span<const Spec* const> All();
// Returns the annotation with a name without `@` ("schema/type"), or null.
const Spec* Find(std::string_view name);
// Returns the known name most similar to `name`; empty if none is similar.
std::string_view NearestName(std::string_view name);

}  // namespace kval::annotations
