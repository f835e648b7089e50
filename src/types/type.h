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
#include "src/support/piece_index.h"
#include "src/types/predicate.h"
#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::types {

struct Any {};
// Nothing fits it: the place must stay empty.
struct Never {};
struct Null {};
// A type that was already reported as wrong: accepts everything in silence.
struct Poison {};
// A scalar of one kind: bool, int, float (which integers fit too) or string.
struct Scalar {
  value::Kind kind;
  bool takes_whole_floats = false;  // of kInt: 1.0 and integers of any size are integers too
};
struct Literal {
  const value::Value* value = nullptr;
};
// `item_default` is what one item would be by itself; only exports show it.
struct List {
  TypeId item;
  const value::Value* item_default = nullptr;
  std::vector<TypeId> prefix{};  // the types of the first items; `item` is that of the further ones
  bool open = false;             // further items are allowed and not validated: `item` is Any
};

// The default of a missing value: none, a value, or an expression evaluated per document.
struct Default {
  const value::Value* value = nullptr;
  std::shared_ptr<const Thunk> computed;
};

enum class Presence : uint8_t {
  kFilled,    // a missing key is added with its default (ytt)
  kRequired,  // a missing key is an error (KCL)
  kOptional,  // a missing key stays missing
};

struct Field {
  Symbol name;                        // value::KeyText of the key
  const value::Value* key = nullptr;  // the key as the schema writes it
  TypeId type;
  Presence presence = Presence::kFilled;
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

  const Field* begin() const { return held_ == nullptr ? nullptr : held_->fields.data(); }
  const Field* end() const { return begin() + size(); }
  size_t size() const { return held_ == nullptr ? 0 : held_->fields.size(); }
  bool empty() const { return size() == 0; }
  const Field& operator[](size_t i) const { return held_->fields[i]; }
  const Field& front() const { return held_->fields.front(); }
  const Field& back() const { return held_->fields.back(); }

  // For the creator of the record only; the result is valid until the list is copied.
  std::vector<Field>& Edit();
  void push_back(Field field) { Edit().push_back(std::move(field)); }

  // The field of a name, or null; found quickly once it is indexed.
  const Field* Find(Symbol name) const;
  void Index();

 private:
  struct Held {
    std::vector<Field> fields;
    std::vector<std::pair<Symbol, uint32_t>> by_name;  // sorted by symbol; empty for a few fields
  };

  std::shared_ptr<Held> held_;  // null: none
};

// How many keys may match a rule.
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
  std::shared_ptr<const Predicate> count_predicate;  // tests the number itself; null: none
  TypeId value;
  std::string name;  // for messages
  source::Span span;
  bool additional = false;
};

// Places among the key rules of a record, in order.
class AskedKeyRules {
 public:
  explicit AskedKeyRules(size_t all) : size_(all) {}
  explicit AskedKeyRules(std::vector<size_t> few) : size_(few.size()), few_(std::move(few)) {}

  size_t size() const { return size_; }
  size_t operator[](size_t n) const { return few_.empty() ? n : few_[n]; }

 private:
  size_t size_;
  std::vector<size_t> few_;  // none: all of them, as far as there are any
};

struct Record {
  FieldList fields;
  std::vector<KeyRule> key_rules;
  bool open = false;         // any further key is allowed, its value unchecked
  source::Span closed_by{};  // where the schema states explicitly that no further key is allowed
  // Of a record without fields: what its schema would have to say to allow keys, in the schema's language.
  std::string_view how_to_open{};
  // The name of the schema, in languages that have one; for schema writers.
  std::optional<Symbol> schema;

  // The field of a name, or null.
  const Field* Find(Symbol name) const { return fields.Find(name); }
  void Index();  // to be called once when the fields and key rules are complete
  // Returns the key rules that may allow the key; rules whose literal parts do not occur in it are omitted.
  AskedKeyRules KeyRulesFor(const value::Value& key) const;
  // Whether a key rule says how many keys it wants.
  bool counts_keys() const { return counts_keys_; }

 private:
  std::shared_ptr<const PieceIndex> key_pieces_;  // of many key rules; null for a few
  bool counts_keys_ = true;
};

struct Union {
  std::vector<TypeId> arms;
};
// A reference by id, so that schemas can be recursive.
struct Named {
  Symbol name;
  TypeId target;
};

using Shape = std::variant<Any, Never, Null, Poison, Scalar, Literal, List, Record, Union, Named>;

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
  // To be changed by the one who makes the type.
  Doc& Edit();

 private:
  std::shared_ptr<Doc> doc_;  // null: empty
};

struct Type;
// Returns the identity shared by all types that denote the same map: the fields of their records; for other
// types the type itself. Used to detect recursion.
const void* MeaningOf(const Type& type);

// The stack of types that a recursive walk is visiting, outermost first.
class OpenTypes {
 public:
  // Returns whether the type is recursive: it is being visited, or two visited types share its fields. An
  // attribute whose type is the schema that declares it is followed once.
  bool LeadsBackTo(const Type& type) const;
  void Push(const Type& type) { types_.push_back(&type); }
  void Pop() { types_.pop_back(); }

 private:
  std::vector<const Type*> types_;
};

struct Type {
  Shape shape;
  bool nullable = false;
  bool others_pass = false;  // values of kinds that the shape does not describe are valid
  std::vector<RuleId> rules;
  DocOfType doc;
  // Where the schema states the type: the example for scalars, the key that holds it for collections.
  source::Span span;
};

}  // namespace kval::types
