#include "src/modules/encode.h"

#include <algorithm>
#include <cmath>

#include "src/lang/starlark/convert.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/ops.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Interpreter;
using starlark::Kind;
using starlark::Outcome;
using starlark::Value;

namespace {

constexpr size_t kDepth = 1000;

// Counts the nodes of a document that a host lent as if they were made here, for they will be written out as
// often as they occur.
starlark::Status CountShared(Interpreter& interpreter, const value::Value& document) {
  std::vector<const value::Value*> left = {&document};
  while (!left.empty()) {
    const value::Value& node = *left.back();
    left.pop_back();
    interpreter.heap().Charge(sizeof(value::Value) + node.raw.size());
    if (starlark::Status step = interpreter.Step(); !step.ok()) {
      return step;
    }
    if (node.kind == value::Kind::kSequence) {
      left.insert(left.end(), node.items().begin(), node.items().end());
    } else if (node.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : node.entries()) {
        left.push_back(entry.value);
      }
    }
  }
  return starlark::Success{};
}

// One conversion under way; remembers the containers it is inside of.
class Encoder {
 public:
  Encoder(Interpreter& interpreter, value::Builder& builder, source::Span span)
      : interpreter_(interpreter), builder_(builder), span_(span) {}

  Outcome<const value::Value*> Encode(Value value) {
    if (starlark::Status step = Count(value.is_string() ? value.text().size() : 0); !step.ok()) {
      return step.Pass();
    }
    switch (value.kind()) {
      case Kind::kList:
      case Kind::kTuple:
      case Kind::kSet:
        return Inside(value, [this](Value inner) { return EncodeItems(inner); });
      case Kind::kDict:
        return Inside(value, [this](Value inner) { return EncodeDict(*inner.As<starlark::Dict>()); });
      case Kind::kStruct:
        return Inside(value, [this](Value inner) { return EncodeStruct(*inner.As<starlark::Struct>()); });
      case Kind::kHost:
        return EncodeHost(value);
      default:
        return starlark::ToDocument(builder_, value, span_);
    }
  }

  Outcome<const value::Value*> EncodeHost(Value value) {
    if (const auto* refusing = value.AsHost<Unencodable>()) {
      return EvalFailure("Unable to convert value: " + refusing->ConversionHint());
    }
    if (auto* encodable = value.AsHost<Encodable>()) {
      Outcome<const value::Value*> document = encodable->ToDocument(interpreter_, builder_);
      if (document.ok()) {
        if (starlark::Status counted = CountShared(interpreter_, **document); !counted.ok()) {
          return counted.Pass();
        }
      }
      return document;
    }
    return starlark::ToDocument(builder_, value, span_);
  }

 private:
  // A node, and the text in it, which is written out as often as it occurs.
  starlark::Status Count(size_t text) {
    interpreter_.heap().Charge(sizeof(value::Value) + sizeof(value::Entry) + text);
    interpreter_.heap().work().AddBytes(text);
    return interpreter_.Step();
  }

  template <typename Body>
  Outcome<const value::Value*> Inside(Value container, Body body) {
    if (std::find(open_.begin(), open_.end(), container.object()) != open_.end()) {
      return EvalFailure("Unable to convert value: a " + std::string(starlark::TypeName(container)) +
                         " holds itself");
    }
    if (open_.size() >= kDepth) {
      return EvalFailure("Unable to convert value: it is nested too deeply");
    }
    open_.push_back(container.object());
    Outcome<const value::Value*> encoded = body(container);
    open_.pop_back();
    return encoded;
  }

  Outcome<const value::Value*> EncodeItems(Value container) {
    std::vector<Value> items;
    if (Outcome<bool> listed = starlark::Items(interpreter_, container, items); !listed.ok()) {
      return listed.Pass();
    }
    std::vector<const value::Value*> nodes;
    nodes.reserve(items.size());
    for (const Value item : items) {
      Outcome<const value::Value*> node = Encode(item);
      if (!node.ok()) {
        return node;
      }
      nodes.push_back(*node);
    }
    return builder_.Sequence(nodes, span_);
  }

  Outcome<const value::Value*> EncodeDict(const starlark::Dict& dict) {
    std::vector<value::Entry> entries;
    entries.reserve(dict.size());
    for (const starlark::HashTable::Entry& entry : dict.table().entries()) {
      if (!entry.key.is_set()) {
        continue;
      }
      Outcome<const value::Value*> key = Encode(entry.key);
      if (!key.ok()) {
        return key;
      }
      Outcome<const value::Value*> node = Encode(entry.value);
      if (!node.ok()) {
        return node;
      }
      entries.push_back({*key, *node});
    }
    return builder_.Mapping(entries, span_);
  }

  Outcome<const value::Value*> EncodeStruct(const starlark::Struct& record) {
    std::vector<value::Entry> entries;
    entries.reserve(record.fields().size());
    for (const starlark::Struct::Field& field : record.fields()) {
      Outcome<const value::Value*> node = Encode(field.second);
      if (!node.ok()) {
        return node;
      }
      entries.push_back({builder_.String(field.first, span_), *node});
    }
    return builder_.Mapping(entries, span_);
  }

  Interpreter& interpreter_;
  value::Builder& builder_;
  source::Span span_;
  std::vector<const starlark::Object*> open_;
};

// Whether `%g` with the fewest digits, as go-yaml prints floats, has neither point nor exponent.
bool PrintsAsInteger(double real) {
  return std::abs(real) < 1e6 && std::trunc(real) == real;
}

// Applies PrintsAsInteger to a value that starlark::FromDocument just made, in place.
Value WithoutWholeFloats(Value value);

Outcome<Value> ReplaceWholeFloats(starlark::Heap& heap, Value value) {
  switch (value.kind()) {
    case Kind::kFloat:
      return WithoutWholeFloats(value);
    case Kind::kList:
      for (Value& item : value.As<starlark::List>()->mutable_items()) {
        Outcome<Value> replaced = ReplaceWholeFloats(heap, item);
        if (!replaced.ok()) {
          return replaced;
        }
        item = *replaced;
      }
      return value;
    case Kind::kDict: {
      starlark::Dict* result = heap.NewDict();
      for (const starlark::HashTable::Entry& entry : value.As<starlark::Dict>()->table().entries()) {
        Outcome<Value> item = ReplaceWholeFloats(heap, entry.value);
        if (!item.ok()) {
          return item;
        }
        Outcome<bool> added = result->mutable_table().Insert(WithoutWholeFloats(entry.key), *item);
        if (!added.ok()) {
          return added.Pass();
        }
      }
      return Value(result);
    }
    default:
      return value;
  }
}

Value WithoutWholeFloats(Value value) {
  return value.is_float() && PrintsAsInteger(value.real()) ? Value::Int(static_cast<int64_t>(value.real()))
                                                           : value;
}

}  // namespace

Outcome<std::vector<const value::Value*>> Encodable::ToDocuments(Interpreter& interpreter,
                                                                 value::Builder& builder) {
  Outcome<const value::Value*> only = ToDocument(interpreter, builder);
  if (!only.ok()) {
    return only.Pass();
  }
  return std::vector<const value::Value*>{*only};
}

Outcome<const value::Value*> ToDocument(Interpreter& interpreter, value::Builder& builder, Value value,
                                        source::Span span) {
  return Encoder(interpreter, builder, span).Encode(value);
}

Outcome<std::vector<const value::Value*>> ToDocuments(Interpreter& interpreter, value::Builder& builder,
                                                      Value value, source::Span span) {
  if (auto* encodable = value.AsHost<Encodable>()) {
    Outcome<std::vector<const value::Value*>> documents = encodable->ToDocuments(interpreter, builder);
    for (size_t i = 0; documents.ok() && i < documents->size(); ++i) {
      if (starlark::Status counted = CountShared(interpreter, *(*documents)[i]); !counted.ok()) {
        return counted.Pass();
      }
    }
    return documents;
  }
  Outcome<const value::Value*> only = ToDocument(interpreter, builder, value, span);
  if (!only.ok()) {
    return only.Pass();
  }
  return std::vector<const value::Value*>{*only};
}

Outcome<Value> Normalize(Interpreter& interpreter, Value value) {
  switch (value.kind()) {
    case Kind::kNone:
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kString:
      return value;
    case Kind::kFloat:
      return WithoutWholeFloats(value);
    default:
      break;
  }
  Arena arena;
  value::Builder builder(&arena);
  Outcome<const value::Value*> document = ToDocument(interpreter, builder, value, {});
  if (!document.ok()) {
    return document.Pass();
  }
  Outcome<Value> plain = starlark::FromDocument(interpreter.heap(), **document);
  return plain.ok() ? ReplaceWholeFloats(interpreter.heap(), *plain) : std::move(plain);
}

}  // namespace kval::modules
