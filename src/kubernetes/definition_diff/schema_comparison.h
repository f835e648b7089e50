#pragma once

#include <cstdint>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/value/entry_index.h"

namespace kval::kubernetes {

// Whether ratcheting softens a change: since Kubernetes 1.30 updates may keep a value of an existing object
// that a new schema rejects. Source: the Kubernetes documentation of CustomResourceDefinitions, "Validation
// ratcheting".
enum class Ratcheting : uint8_t {
  kNone,     // the change rejects no values
  kSoftens,  // existing objects keep the value until it changes
  kNever     // updates of existing objects fail as well
};

// Compares two structural schemas of a CustomResourceDefinition: each keyword that decides what the API
// server accepts, keeps or adds. Reports breaking changes (KV711) and compatible ones (KV712), at the new
// schema with the old one. Descriptions and examples are not compared.
class SchemaComparison {
 public:
  explicit SchemaComparison(diag::Emitter& emit) : emit_(emit) {}

  void Compare(const check::ValueCursor& before, const check::ValueCursor& after);

 private:
  // A keyword of both schemas; null where it is missing.
  struct Keyword {
    std::string_view name;
    const value::Value *before, *after;
  };

  Keyword Find(const check::ValueCursor& before, const check::ValueCursor& after, std::string_view name);
  template <typename... Args>
  void Report(const check::ValueCursor& after, const Keyword& keyword, Ratcheting ratcheting,
              const diag::Def<Args...>& def, std::type_identity_t<Args>... args);

  void CompareType(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareFlags(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareBounds(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareFormats(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareEnum(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareDefault(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareRules(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareTopology(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareRequired(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareProperties(const check::ValueCursor& before, const check::ValueCursor& after);
  void CompareParts(const check::ValueCursor& before, const check::ValueCursor& after);

  diag::Emitter& emit_;
  value::EntryIndex index_;
};

}  // namespace kval::kubernetes
