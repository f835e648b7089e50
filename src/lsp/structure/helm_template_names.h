#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// A name in an action `{{ … }}` of a Helm template.
struct HelmTemplateName {
  enum class NameKind : uint8_t {
    kField,       // of data: `image` in `.Values.image`
    kFunction,    // or a keyword
    kVariable,    // `$name`
    kReference,   // a string: the template that `include` or `template` executes
    kDefinition,  // a string: the template that `define` or `block` defines
  };
  NameKind kind = NameKind::kField;
  // A field without its dot, empty if nothing follows the dot; a string without its quotes.
  ByteRange range;
  // Of a field: the names from Helm's data to this one, such as `Values`, `image`; `[]` is any item of a list
  // or map. Empty if they depend on more than the text. Of other kinds: the name.
  std::vector<std::string_view> path;
};

// A template that `define` or `block` defines, from the first `{{` to the `}}` of its `end`, or to the end of
// the text.
struct HelmDefinition {
  std::string_view name;
  ByteRange name_range;
  ByteRange range;
};

struct HelmTemplateOutline {
  std::vector<HelmTemplateName> names;      // in order
  std::vector<HelmDefinition> definitions;  // in order
  std::vector<ByteRange> actions;           // between `{{` and `}}`, without comments
  std::vector<ByteRange> strings;           // in actions, without quotes

  // The name at a position, ends included; null if there is none.
  const HelmTemplateName* NameAt(size_t at) const;
  // Whether a position is in an action, and in no string.
  bool IsInCode(size_t at) const;
};

// Finds the names in a template without execution. The text may be incomplete. What `.` is in a definition is
// assumed to be Helm's data. Cost: linear; nothing for a text beyond 1 MiB.
HelmTemplateOutline FindHelmTemplateNames(std::string_view text);

}  // namespace kval::lsp
