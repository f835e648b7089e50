#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace kval::kubernetes {

// A default of a field. Rows apply in order; a row does not create the parents of its field.
struct DefaultRow {
  std::string_view kind;   // `PodSpec`, `Volume`, `Container`, `HttpGet` and `Probe` wherever they are in
                           // built-in kinds; `KIND/VERSION` for one version
  std::string_view path;   // keys joined by dots; `[]` after a key is each item of its list
  std::string_view value;  // JSON of a map or list, a boolean, an integer, or a string; `=KEY` the value of a
                           // sibling; or a constant below
  std::string_view when = {};  // `KEY=VALUE`, `KEY` or `!KEY`: a condition on a sibling
};

// An image without a tag, or with the tag `latest`, is always pulled.
inline constexpr std::string_view kPullPolicy = "(pull policy)";
// A number in place of a quantity is a string. The key `*` is every entry of a map.
inline constexpr std::string_view kQuantity = "(quantity)";
inline constexpr std::string_view kZeroQuantity = "(zero quantity)";
// Go does not write the field if it is false, 0 or empty.
inline constexpr std::string_view kOmitted = "(omitted)";
// Go writes null for a missing list.
inline constexpr std::string_view kNoList = "(no list)";
// Missing entries are those of a sibling: `(entries) KEY`.
inline constexpr std::string_view kEntriesOf = "(entries) ";
// Ports of containers with the network of their node are ports of the node.
inline constexpr std::string_view kHostPorts = "(host ports)";
// A volume that states nothing but its name is an empty directory.
inline constexpr std::string_view kEmptyVolume = "(empty volume)";
// A network policy with rules for egress is for both directions.
inline constexpr std::string_view kDirections = "(directions)";

// Returns the defaults of all kinds and parts (tables/defaults.tsv).
std::span<const DefaultRow> DefaultRows();

// Returns the paths of the lists of a kind that Go writes if they are empty.
std::vector<std::string_view> ListsWithoutOmission(std::string_view kind);

// Where a kind has the values of a common type.
struct DefaultPart {
  std::string_view kind, path, part;
};
std::span<const DefaultPart> DefaultParts();

}  // namespace kval::kubernetes
