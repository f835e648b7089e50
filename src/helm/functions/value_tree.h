#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "src/helm/functions/traced_text.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::helm::functions {

// How values become a tree.
enum class TreeForm : uint8_t {
  kJson,  // as encoding/json and then go-yaml v2 read them: a float without a fraction is an integer
  kYaml,  // as go-yaml v3 reads them: names of fields in lower case
  kToml,  // as they are
};

using NodeOrigins = std::unordered_map<const value::Value*, gotemplate::OriginSet>;

// A value as a tree in the builder's arena, with keys in go-yaml's order: numbers in keys by their value.
// Adds the origins of nodes to `origins`, unless it is null.
struct ValueTree {
  const value::Value* root = nullptr;
  std::string error;  // why encoding/json rejects the value; empty: it does not
};
ValueTree TreeOf(gotemplate::Call& call, const gotemplate::Value& value, TreeForm form,
                 value::Builder& builder, NodeOrigins* origins = nullptr);

// A YAML tree as values: every number is a float64, as encoding/json reads it, and every key a string.
// `base`: of the file of the tree, whose text has the `origins`.
gotemplate::Value ValueOf(gotemplate::Call& call, const value::Value& tree, const OriginsOfText& origins,
                          uint32_t base);

// Source: keyList.Less of go-yaml v2's sorter.go.
bool IsKeyBefore(std::string_view a, std::string_view b);

}  // namespace kval::helm::functions
