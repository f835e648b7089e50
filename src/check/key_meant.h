#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/types/model.h"
#include "src/value/scalar_resolve.h"

// Finds the declared key that an undeclared key was likely intended to be: a similar one of the same map, or
// the same one at another nesting level.
namespace kval::check {

struct KeyMeant {
  enum class Level { kNone, kHere, kBelow, kAbove };
  Level level = Level::kNone;
  const types::Field* field = nullptr;
  std::string name;  // of the field
  std::string path;  // of the field in the document, for the other levels
  // On the other levels: whether only one map lies between.
  bool is_next = false;
  std::string holder;
  // `field` has the same name without quotes, which makes it another key: the boolean `on`, the integer `1`.
  bool is_unquoted = false;
  bool is_dotted = false;  // the key spells the way to `field` with dots, in `holder` and `name`
};

// `record` refuses the key; `path` is that of the map that holds it, in a document of the type `root`.
KeyMeant FindMeant(const types::Model& model, std::optional<types::TypeId> root, const types::Record& record,
                   std::string_view name, const diag::Path& path);

// The field whose key the string `key` would be without its quotes.
KeyMeant FindUnquoted(const types::Record& record, const value::Value& key, value::Dialect dialect);

// "`on` without quotes is read as a boolean"; empty for strings and collections.
std::string UnquotedNote(const value::Value& key);

// The records on the way from the root to `record`, which is the last; only that one when the way leads
// through unions or key rules.
std::vector<const types::Record*> RecordsAround(const types::Model& model, std::optional<types::TypeId> root,
                                                const types::Record& record, const diag::Path& path);

// What to do: "did you mean `port`?", "move it up: …"; empty when `meant` has no field.
std::string HintFor(const KeyMeant& meant, std::string_view name);

}  // namespace kval::check
