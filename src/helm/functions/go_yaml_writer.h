#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/functions.h"
#include "src/value/value.h"

namespace kval::helm::functions {

enum class GoYaml : uint8_t {
  kV2,  // sequences are not indented below their key, lines are folded at 80 columns
  kV3,  // sequences are indented by two spaces, lines are not folded
};

// A node that was written, and where its text ends. A key is that of its value.
struct WrittenNode {
  const value::Value* node;
  size_t end;
};

// Writes YAML byte for byte as go-yaml does. yaml::WriteYaml quotes more strings, for readers other than
// go-yaml. A string with Style::kPlain is written as it is.
// Scalars, keys and empty collections are appended to `written`, unless it is null.
std::string WriteGoYaml(gotemplate::Call& call, const value::Value& root, GoYaml version,
                        std::vector<WrittenNode>* written = nullptr);

// One string as go-yaml writes it at `column` of its line, without a line break at the end. Further lines are
// indented by `indent` spaces.
std::string GoYamlString(std::string_view text, GoYaml version, size_t column, size_t indent);

}  // namespace kval::helm::functions
