#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "src/source/span.h"
#include "src/support/id.h"
#include "src/support/interner.h"
#include "src/support/substring_index.h"
#include "src/types/predicate.h"
#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::types {

struct Any {};
// Accepts no value: the key must be missing.
struct Never {};
struct Null {};
// An invalid type, which was reported: accepts every value.
struct InvalidType {};
// A scalar of one kind: bool, int, float (which integers fit too) or string.
struct Scalar {
  value::Kind kind;
  bool accepts_whole_floats = false;  // of kInt: 1.0 and integers of any size are integers too
};
struct Literal {
  const value::Value* value = nullptr;
};
// `item_default`: the default of one item; used only for exports.
struct List {
  TypeId item;
  const value::Value* item_default = nullptr;
  std::vector<TypeId> prefix{};  // types of the first items; `item` is the type of all others
  bool open = false;             // additional items are allowed and not validated: `item` is Any
};

// The default of a missing value: none, a value, or an expression evaluated per document.
struct Default {
  const value::Value* value = nullptr;
  std::shared_ptr<const ComputedDefault> computed;
};

enum class FieldPresence : uint8_t {
  kFilled,    // a missing key is added with its default (ytt)
  kRequired,  // a missing key is an error (KCL)
  kOptional,  // a missing key is not added
};

struct Field {
  Symbol name;                        // value::KeyText of the key
  const value::Value* key = nullptr;  // the key as the schema writes it
  TypeId type;
  FieldPresence presence = FieldPresence::kFilled;
  // Overrides the implied default. Without it a record has its fields' defaults, a list an empty array, other
  // types none.
  Default fallback;
  source::Span span;  // the key in the schema
};

// The fields of a record, in the order of the schema. Copies share them until one is edited: a schema that
// many attributes are of is held once.
class FieldList {
 public:
  FieldList() = default;
  FieldList(std::vector<Field> fields);  // NOLINT: it is one
  FieldList(std::initializer_list<Field> fields) : FieldList(std::vector<Field>(fields)) {}

  const Field* begin() const { return shared_ == nullptr ? nullptr : shared_->fields.data(); }
  const Field* end() const { return begin() + size(); }
  size_t size() const { return shared_ == nullptr ? 0 : shared_->fields.size(); }
  bool empty() const { return size() == 0; }
  const Field& operator[](size_t i) const { return shared_->fields[i]; }
  const Field& front() const { return shared_->fields.front(); }
  const Field& back() const { return shared_->fields.back(); }

  // For the creator of the record only; the result is valid until the list is copied.
  std::vector<Field>& Edit();
  void push_back(Field field) { Edit().push_back(std::move(field)); }

  // Returns the field with a name, or null. Cost: constant once it is indexed.
  const Field* Find(Symbol name) const;
  void Index();

 private:
  struct SharedFields {
    std::vector<Field> fields;
    std::vector<std::pair<Symbol, uint32_t>> by_name;  // sorted by symbol; empty for a few fields
  };

  std::shared_ptr<SharedFields> shared_;  // null: none
};

// The allowed number of keys that match a rule.
struct Count {
  int64_t at_least = 1;
  int64_t at_most = 1;
  static constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();
  bool Allows(int64_t count) const { return count >= at_least && count <= at_most; }
};

// Keys that a record allows without naming them (`@schema/key allowed=`, KCL's index signature). Fields are
// matched first, then rules in schema order; a key belongs to the first rule that allows it. `additional`
// rules apply to every key that they allow, in addition to others.
struct KeyRule {
  std::shared_ptr<const Predicate> allowed;          // null: any key
  std::vector<Count> counts;                         // one of them must hold; empty: any number
  std::shared_ptr<const Predicate> count_predicate;  // tests the number of keys; null: none
  TypeId value;
  std::string name;  // for messages
  source::Span span;
  bool additional = false;
};

// Places among the key rules of a record, in order.
class CandidateKeyRules {
 public:
  explicit CandidateKeyRules(size_t all) : size_(all) {}
  explicit CandidateKeyRules(std::vector<size_t> few) : size_(few.size()), few_(std::move(few)) {}

  size_t size() const { return size_; }
  size_t operator[](size_t n) const { return few_.empty() ? n : few_[n]; }

 private:
  size_t size_;
  std::vector<size_t> few_;  // none: all of them, as far as there are any
};

struct Record {
  FieldList fields;
  std::vector<KeyRule> key_rules;
  bool open = false;           // any other key is allowed, with any value
  source::Span closed_span{};  // where the schema declares that no other key is allowed
  // For a record without fields: how to allow keys in the schema's language.
  std::string_view open_hint{};
  // The name of the schema, in languages that have one; for schema writers.
  std::optional<Symbol> schema;

  // The field of a name, or null.
  const Field* Find(Symbol name) const { return fields.Find(name); }
  void Index();  // to be called once when the fields and key rules are complete
  // Returns the key rules that may allow the key; rules whose literal parts do not occur in it are omitted.
  CandidateKeyRules KeyRulesFor(const value::Value& key) const;
  // Returns whether a key rule limits the number of its keys.
  bool counts_keys() const { return counts_keys_; }

 private:
  std::shared_ptr<const SubstringIndex> key_index_;  // of many key rules; null for a few
  bool counts_keys_ = true;
};

struct Union {
  std::vector<TypeId> variants;
};
// A reference by id, so that schemas can be recursive.
struct Named {
  Symbol name;
  TypeId target;
};

using Shape = std::variant<Any, Never, Null, InvalidType, Scalar, Literal, List, Record, Union, Named>;

struct Example {
  std::string description;
  const value::Value* value = nullptr;
};

// Documentation for people. `deprecated` and `removed` are notices; a set notice has text or is_ true.
struct Doc {
  std::string title, text;
  std::string note;  // for authors of the schema: schema writers emit it as a comment
  std::optional<std::string> deprecated, removed;
  bool sensitive = false;  // the value is secret: findings do not show it
  std::vector<Example> examples;

  bool empty() const;
};

// The Doc of one type. A type without costs a pointer: a large schema has thousands of them.
class DocOfType {
 public:
  DocOfType() = default;
  DocOfType(Doc doc);  // NOLINT: a Doc is one

  const Doc& operator*() const;
  const Doc* operator->() const { return &**this; }
  // For changes by the creator of the type.
  Doc& Edit();

 private:
  std::shared_ptr<Doc> doc_;  // null: empty
};

struct Type;
// Returns the identity shared by all types that denote the same map: the fields of their records; for other
// types the type itself. Used to detect recursion.
const void* MeaningOf(const Type& type);

// The stack of types that a recursive walk is visiting, outermost first.
class TypeStack {
 public:
  // Returns whether the type is recursive: it is being visited, or two visited types share its fields. An
  // attribute whose type is the schema that declares it is followed once.
  bool IsRecursive(const Type& type) const;
  void Push(const Type& type) { types_.push_back(&type); }
  void Pop() { types_.pop_back(); }

 private:
  std::vector<const Type*> types_;
};

struct Type {
  Shape shape;
  bool nullable = false;
  bool ignores_other_kinds = false;  // values of kinds that the shape does not describe are valid
  std::vector<RuleId> rules;
  DocOfType doc;
  // Where the schema states the type: the example for scalars, the key that holds it for collections.
  source::Span span;
};

}  // namespace kval::types
