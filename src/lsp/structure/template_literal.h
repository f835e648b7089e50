#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// A scalar that is written in a template, found by its line alone: a template is no YAML yet.
struct TemplateLiteral {
  ByteRange range;                    // with its quotes; a part of a scalar without
  std::string_view text;              // of the range
  bool is_part = false;               // of a scalar
  bool is_first_part = false;         // it begins the scalar
  std::string_view comment;           // behind it, with `#`; may be empty
  std::vector<std::string> comments;  // the lines with comments above it, without indentation
  std::vector<std::string> path;      // of keys, the outermost first, without items of lists
  std::string name;                   // the value of `name` in the same map before it; may be empty
  std::string kind;                   // of the document, such as `Service`; may be empty
};

// Returns the literal of the line of `selection`, or the selected part of it. Nullopt for other places: no
// scalar of one line, a part of an action `{{ … }}`, a comment, a selection of several lines.
std::optional<TemplateLiteral> FindTemplateLiteral(std::string_view text, ByteRange selection);

enum class NameStyle : uint8_t { kCamelCase, kSnakeCase };

// Returns paths by which values can have the literal, the best first: its path without the parts that all
// resources have, below its kind unless this is a workload: `image`, `service.type`, `env.logLevel`.
std::vector<std::vector<std::string>> ProposePaths(const TemplateLiteral& literal, NameStyle style);

}  // namespace kval::lsp
