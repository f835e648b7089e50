#pragma once

#include <deque>
#include <string>
#include <variant>
#include <vector>

#include "src/support/check.h"
#include "src/support/interner.h"
#include "src/types/test_messages.h"
#include "src/types/type.h"

namespace kval::types {

// The type model: the meaning of a schema in any language. Types and rules are identified by ids and
// immutable once published. A Model lives as long as its session.
class Model {
 public:
  explicit Model(Interner* interner) : interner_(interner) {}
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  TypeId Add(Type type);
  RuleId Add(Rule rule);
  // Replaces a type that was added as a placeholder of a recursive schema.
  void Define(TypeId id, Type type);

  const Type& Get(TypeId id) const {
    KVAL_CHECK(static_cast<size_t>(id.index) < by_id_.size());
    return *by_id_[static_cast<size_t>(id.index)];
  }
  const Rule& Get(RuleId id) const;
  // Returns the type after resolving aliases.
  const Type& Resolve(TypeId id) const {
    const Type& type = Get(id);
    return std::holds_alternative<Named>(type.shape) ? Follow(type) : type;
  }

  // The document as if it were a field: its type and its default.
  const Field& root() const { return root_; }
  void SetRoot(Field root) { root_ = std::move(root); }
  bool has_root() const { return root_.type.has_value(); }

  // Whether any type has a rule, or a notice (deprecated, removed).
  bool has_rules() const { return !rules_.empty(); }
  bool has_notices() const { return has_notices_; }
  // Whether a type or rule declares values as secret (types::SensitiveKeys).
  bool has_secrets() const { return has_secrets_; }

  // Messages of built-in tests for values of the wrong kind.
  const TestMessages& test_words() const { return *test_messages_; }
  void SetTestMessages(const TestMessages* words) { test_messages_ = words; }

  Interner& interner() const { return *interner_; }

  // Makes all evaluated code safe for several threads (Predicate::Share). Returns false if some of it
  // supports one thread only; the model is still usable by one thread.
  bool Share() const;

 private:
  // Computes the derived properties of a type before it is stored.
  void Prepare(Type& type);
  const Type& Follow(const Type& name) const;

  Interner* interner_;
  const TestMessages* test_messages_ = &kDefaultTestMessages;
  std::deque<Type> types_;  // never moved once they are there
  std::vector<const Type*> by_id_;
  std::vector<Rule> rules_;
  bool has_notices_ = false;
  bool has_secrets_ = false;
  Field root_;
};

// "string", "array", "map", "integer or string", "one of "a", "b"": what diagnostics call a type.
std::string TypeName(const Model& model, TypeId id);

// Returns the model as text, for `kval schema dump` and for tests. Equal schemas in different languages have
// equal dumps: the dump contains neither locations nor the language.
std::string Dump(const Model& model);
// The same for one type.
std::string Dump(const Model& model, TypeId type);
// A test as the dump has it: `min 1`, `format hostname`.
std::string Describe(const Test& test);

}  // namespace kval::types
