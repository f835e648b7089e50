#pragma once

#include <set>
#include <string>
#include <string_view>

namespace kval::helm {

// The values that templates read from `.Values`, determined from their source without evaluation.
// Conservative: a value that may be read counts as read.
struct TemplateReferences {
  using Names = std::set<std::string, std::less<>>;

  Names names;       // every field name and every string in an action
  Names chains;      // `a.b` for .Values.a.b
  Names used_whole;  // of `chains`, those used as a whole map or list; "" is .Values itself
  Names tested;      // of `chains`, those tested for emptiness by a condition
  // Of `used_whole`, those that are rendered as a whole (`toYaml`) or evaluated (`tpl`).
  Names rendered;

  void Add(const TemplateReferences& other);
  // Returns whether any key of the map at a dotted path may be read.
  bool IsOpen(std::string_view path) const;
  // Whether the value at a dotted path is rendered, alone or as a part of a map.
  bool IsRendered(std::string_view path) const;
};

// Adds the values mentioned in the actions `{{ … }}` of a text: `.Values.a.b`, `$.Values.a`, `(.Values.a).b`,
// `index .Values "a" "b"` (`get`, `hasKey`, `dig` too), `.b` within `with .Values.a`, `$a.b` after `$a :=
// .Values.a`. In `if` and `with` only arguments of functions that read the value (`eq`, `toString`) use it as
// a whole; a checksum uses nothing. Linear.
void ScanTemplate(std::string_view text, TemplateReferences& mentions);

}  // namespace kval::helm
