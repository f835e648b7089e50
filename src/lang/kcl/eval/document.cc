#include <vector>

#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/value/dict_builder.h"

namespace kval::kcl::eval {

using runtime::Kind;

runtime::Value FromDocument(runtime::Heap& heap, const value::Value& document) {
  switch (document.kind) {
    case value::Kind::kNull:
      return runtime::None(document.span);
    case value::Kind::kBool:
      return runtime::Bool(document.boolean, document.span);
    case value::Kind::kInt:
      return document.is_unsigned
                 ? runtime::Float(static_cast<double>(static_cast<uint64_t>(document.integer)), document.span)
                 : runtime::Int(document.integer, document.span);
    case value::Kind::kFloat:
      return runtime::Float(document.real, document.span);
    case value::Kind::kString:
      return runtime::String(heap, document.raw, document.span);
    case value::Kind::kSequence: {
      std::vector<runtime::Value> items;
      items.reserve(document.items().size());
      for (const value::Value* item : document.items()) {
        items.push_back(FromDocument(heap, *item));
      }
      return runtime::MakeList(heap, items, document.span);
    }
    case value::Kind::kMapping: {
      runtime::DictBuilder builder(&heap);
      for (const value::Entry& entry : document.entries()) {
        // Keys that are no strings are what their spelling says.
        builder.Set(entry.key->raw, FromDocument(heap, *entry.value), runtime::Operator::kUnion,
                    entry.key->span);
      }
      return builder.BuildValue(document.span);
    }
  }
  return {};
}

const value::Value* ToDocument(value::Builder& builder, const runtime::Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      return builder.Bool(value.boolean, value.span);
    case Kind::kInt:
      return builder.Int(value.integer, value.span);
    case Kind::kFloat:
    case Kind::kUnit:
      return builder.Float(runtime::AsFloat(value), value.span);
    case Kind::kString:
      return builder.String(value.string(), value.span);
    case Kind::kList: {
      std::vector<const value::Value*> items;
      for (const runtime::Value& item : value.items()) {
        if (!item.is(Kind::kUndefined) && !item.is(Kind::kFunction)) {
          items.push_back(ToDocument(builder, item));
        }
      }
      return builder.Sequence(items, value.span);
    }
    case Kind::kDict:
    case Kind::kSchema: {
      std::vector<value::Entry> entries;
      for (const runtime::Entry& entry : value.fields().entries) {
        if (!entry.value.is(Kind::kUndefined) && !entry.value.is(Kind::kFunction)) {
          entries.push_back({builder.String(entry.key, entry.key_span), ToDocument(builder, entry.value)});
        }
      }
      return builder.Mapping(entries, value.span);
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      break;
  }
  return builder.Null(value.span);
}

}  // namespace kval::kcl::eval
