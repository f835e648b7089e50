#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/findings/key_suggestion.h"
#include "src/findings/violation_causes.h"
#include "src/types/type.h"

// Messages about keys that a schema does not declare or does not allow.
namespace kval::findings {

// Returns the keys of a record for messages: "one of { a, b }", sorted; empty for none and for more than
// sixteen.
std::string KeyListText(const types::Record& record);

// Returns the patterns of the key rules, "a key that matches /a/ or /b/"; empty if there are many, or if one
// is not a pattern.
std::string KeyPatternsText(const types::Record& record);

// Returns why the key rules reject a key, in the message of the first rule that has one.
std::string ExplainRejectedKey(const types::Record& record, const value::Value& key,
                               const value::Value& mapping);

// Facts about an undeclared key.
struct UnknownKeyFacts {
  const UnknownKeyCause& cause;
  const types::Rule* rule;  // that rejects the key, or null
  const types::Type& type;
  const types::Record* record;  // may be null
  const std::string& name;
  const KeySuggestion& suggested;
  bool is_rejected;    // by key rules
  bool is_unindented;  // it belongs to the map above
};

// Adds the schema locations that the finding shows.
void AddKeyLabels(const UnknownKeyFacts& facts, diag::DiagnosticBuilder& builder);

// Returns the hint for several unknown keys that another map declares together.
std::string MisplacedBlockHint(const UnknownKeyCause& cause, const std::string& name);

}  // namespace kval::findings
