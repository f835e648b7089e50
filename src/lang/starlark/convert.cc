#include "src/lang/starlark/convert.h"

#include <algorithm>
#include <string>
#include <vector>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/ops.h"

namespace kval::starlark {
namespace {

constexpr size_t kMaxDepth = 1'000;
// Shared structure can be walked exponentially often.
constexpr size_t kMaxNodes = 10'000'000;

class Importer {
 public:
  explicit Importer(Heap& heap) : heap_(heap) {}

  Outcome<Value> Run(const value::Value& document, size_t depth) {
    if (depth > kMaxDepth) {
      return EvalFailure("a value is nested too deeply").At(document.span);
    }
    if (heap_.exhausted()) {
      return OutOfMemory(heap_).At(document.span);
    }
    switch (document.kind) {
      case value::Kind::kNull:
        return Value::None();
      case value::Kind::kBool:
        return Value::Bool(document.boolean);
      case value::Kind::kInt:
        return document.is_unsigned ? FromInteger(heap_, Integer(static_cast<uint64_t>(document.integer)))
                                    : Value::Int(document.integer);
      case value::Kind::kFloat:
        return Value::Float(document.real);
      case value::Kind::kString:
        return heap_.NewString(document.raw);
      case value::Kind::kSequence:
        return Sequence(document, depth);
      case value::Kind::kMapping:
        return Mapping(document, depth);
    }
    return Value::None();
  }

 private:
  Outcome<Value> Sequence(const value::Value& document, size_t depth) {
    std::vector<Value> items;
    items.reserve(document.items().size());
    for (const value::Value* item : document.items()) {
      Outcome<Value> made = Run(*item, depth + 1);
      if (!made) {
        return made;
      }
      items.push_back(*made);
    }
    return heap_.NewList(std::move(items));
  }

  Outcome<Value> Mapping(const value::Value& document, size_t depth) {
    Dict* dict = heap_.NewDict();
    for (const value::Entry& entry : document.entries()) {
      Outcome<Value> key = Run(*entry.key, depth + 1);
      if (!key) {
        return key;
      }
      Outcome<Value> made = Run(*entry.value, depth + 1);
      if (!made) {
        return made;
      }
      if (Outcome<bool> added = dict->mutable_table().Insert(*key, *made); !added) {
        return EvalFailure(std::move(added.Pass()).At(entry.key->span));
      }
      heap_.Charge(sizeof(HashTable::Entry) + 8);
    }
    return Value(dict);
  }

  Heap& heap_;
};

class Exporter {
 public:
  Exporter(value::Builder& builder, source::Span span) : builder_(builder), span_(span) {}

  Outcome<const value::Value*> Run(Value value) {
    if (open_.size() >= kMaxDepth || ++nodes_ > kMaxNodes) {
      return EvalFailure(diag::Kind::kLimitMemory, "a value is nested too deeply or too large").At(span_);
    }
    switch (value.kind()) {
      case Kind::kNone:
        return builder_.Null(span_);
      case Kind::kBool:
        return builder_.Bool(value.boolean(), span_);
      case Kind::kInt:
        return builder_.Int(value.integer(), span_);
      case Kind::kFloat:
        return builder_.Float(value.real(), span_);
      case Kind::kBigInt:
        return BigNumber(value);
      case Kind::kString:
        return builder_.String(value.text(), span_);
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kSet:
      case Kind::kDict:
      case Kind::kStruct:
        return Collection(value);
      case Kind::kRange:
        return EvalFailure("unable to convert value: a range does not encode")
            .At(span_)
            .Hint("`list(range(…))` makes a list of it");
      default:
        return EvalFailure("unable to convert value of type " + std::string(TypeName(value)) +
                           " to a document")
            .At(span_)
            .Hint(MisuseHint(value));
    }
  }

 private:
  Outcome<const value::Value*> BigNumber(Value value) {
    const Integer integer = ToInteger(value);
    if (integer < 0 || integer > std::numeric_limits<uint64_t>::max()) {
      return EvalFailure("int " + IntText(value) + " does not fit into 64 bits").At(span_);
    }
    return builder_.Unsigned(static_cast<uint64_t>(integer), span_);
  }

  Outcome<const value::Value*> Collection(Value value) {
    if (std::find(open_.begin(), open_.end(), value.object()) != open_.end()) {
      return EvalFailure(std::string(TypeName(value)) + " contains itself").At(span_);
    }
    open_.push_back(value.object());
    Outcome<const value::Value*> made = Content(value);
    open_.pop_back();
    return made;
  }

  Outcome<const value::Value*> Content(Value value) {
    if (const Dict* dict = value.As<Dict>()) {
      return Table(dict->table());
    }
    if (const Struct* record = value.As<Struct>()) {
      return Record(*record);
    }
    std::vector<Value> items;
    if (const List* list = value.As<List>()) {
      items = list->items();
    } else if (const Tuple* tuple = value.As<Tuple>()) {
      items = tuple->items();
    } else {
      for (const HashTable::Entry& entry : value.As<Set>()->table().entries()) {
        if (entry.key.is_set()) {
          items.push_back(entry.key);
        }
      }
    }
    return Sequence(items);
  }

  Outcome<const value::Value*> Sequence(const std::vector<Value>& items) {
    std::vector<const value::Value*> made;
    made.reserve(items.size());
    for (const Value item : items) {
      Outcome<const value::Value*> one = Run(item);
      if (!one) {
        return one;
      }
      made.push_back(*one);
    }
    return builder_.Sequence(made, span_);
  }

  Outcome<const value::Value*> Table(const HashTable& table) {
    std::vector<value::Entry> entries;
    for (const HashTable::Entry& entry : table.entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      Outcome<const value::Value*> key = Run(entry.key);
      if (!key) {
        return key;
      }
      Outcome<const value::Value*> item = Run(entry.value);
      if (!item) {
        return item;
      }
      entries.push_back({*key, *item});
    }
    return builder_.Mapping(entries, span_);
  }

  Outcome<const value::Value*> Record(const Struct& record) {
    std::vector<value::Entry> entries;
    for (const Struct::Field& field : record.fields()) {
      Outcome<const value::Value*> item = Run(field.second);
      if (!item) {
        return item;
      }
      entries.push_back({builder_.String(field.first, span_), *item});
    }
    return builder_.Mapping(entries, span_);
  }

  value::Builder& builder_;
  source::Span span_;
  std::vector<const Object*> open_;
  size_t nodes_ = 0;
};

}  // namespace

Outcome<Value> FromDocument(Heap& heap, const value::Value& document) {
  return Importer(heap).Run(document, 0);
}

Outcome<const value::Value*> ToDocument(value::Builder& builder, Value value, source::Span span) {
  return Exporter(builder, span).Run(value);
}

}  // namespace kval::starlark
