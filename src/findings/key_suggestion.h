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
namespace kval::findings {

struct KeySuggestion {
  enum class NestingLevel { kNone, kHere, kBelow, kAbove };
  NestingLevel level = NestingLevel::kNone;
  const types::Field* field = nullptr;
  std::string name;  // of the field
  std::string path;  // of the field in the document, for the other levels
  // On the other levels: whether only one map lies between.
  bool is_next = false;
  std::string holder;
  // `field` has the same name in quotes; without quotes it is another key: the boolean `on`, the integer `1`.
  bool is_unquoted = false;
  bool is_dotted = false;  // the key spells the way to `field` with dots, in `holder` and `name`
};

// `record` refuses the key; `path` is that of the map that holds it, in a document of the type `root`.
KeySuggestion SuggestKey(const types::Model& model, std::optional<types::TypeId> root,
                         const types::Record& record, std::string_view name, const diag::Path& path);

// Returns the field whose key equals the string `key` written without quotes.
KeySuggestion SuggestUnquotedKey(const types::Record& record, const value::Value& key,
                                 value::Dialect dialect);

// "`on` without quotes is read as a boolean"; empty for strings and collections.
std::string UnquotedNote(const value::Value& key);

// Returns the records on the path from the root to `record`, which is the last; only that one if the path
// contains unions or key rules.
std::vector<const types::Record*> EnclosingRecords(const types::Model& model,
                                                   std::optional<types::TypeId> root,
                                                   const types::Record& record, const diag::Path& path);

// Returns a hint: "did you mean `port`?", "move it up: …"; empty if `suggested` has no field.
std::string HintFor(const KeySuggestion& suggested, std::string_view name);

}  // namespace kval::findings
