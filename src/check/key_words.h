#pragma once

#include <string>

#include "src/check/fault.h"
#include "src/check/key_meant.h"
#include "src/diag/emitter.h"
#include "src/types/type.h"

// Words for keys that a schema does not know or does not allow.
namespace kval::check {

// The keys of a record as a list for people: "one of { a, b }", sorted; empty for none and for more than
// nine.
std::string KeyList(const types::Record& record);

// Why the key rules reject a key, in the text of the first rule that has one.
std::string RefusalOf(const types::Record& record, const value::Value& key, const value::Value& mapping);

// Facts about an undeclared key.
struct UnknownKeyFacts {
  const Fault& fault;
  const types::Type& type;
  const types::Record* record;  // may be null
  const std::string& name;
  const KeyMeant& meant;
  bool is_refused;     // by key rules
  bool is_unindented;  // it belongs to the map above
};

// The places of the schema that the finding shows.
void SayWhereKeysAre(const UnknownKeyFacts& facts, diag::Builder& builder);

// For several unknown keys that another map declares together.
std::string OrphanHint(const Fault& fault, const std::string& name);

}  // namespace kval::check
