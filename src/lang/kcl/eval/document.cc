#include "src/lang/kcl/eval/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/syntax/number_unit.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"

namespace kval::kcl::eval {

using runtime::Kind;

namespace {

// The number as the program writes it, when that is with a multiplier; Undefined otherwise.
runtime::Value UnitAsWritten(runtime::Heap& heap, const value::Value& number,
                             const FromDocumentOptions& options) {
  const std::string_view written = options.program_text(number.span);
  const size_t digits = std::min(written.find_first_not_of("0123456789_"), written.size());
  const std::string_view suffix = written.substr(digits);
  int64_t raw = 0;
  const auto read = std::from_chars(written.data(), written.data() + digits, raw);
  const bool is_unit =
      digits > 0 && read.ptr == written.data() + digits && UnitOfSuffix(suffix) != NumberUnit::kNone;
  if (!is_unit) {
    return runtime::Undefined();
  }
  const double value = number.kind == value::Kind::kFloat ? number.real : static_cast<double>(number.integer);
  return runtime::MakeUnit(heap, value, raw, suffix, number.span);
}

runtime::Value Number(const value::Value& number) {
  if (number.kind == value::Kind::kFloat) {
    return runtime::Float(number.real, number.span);
  }
  return number.is_unsigned
             ? runtime::Float(static_cast<double>(static_cast<uint64_t>(number.integer)), number.span)
             : runtime::Int(number.integer, number.span);
}

const value::Value* Number(value::Builder& builder, const runtime::Value& value) {
  const double number = runtime::AsFloat(value);
  const bool is_whole = std::floor(number) == number && std::fabs(number) < 9e18;
  return is_whole ? builder.Int(static_cast<int64_t>(number), value.span) : builder.Float(number, value.span);
}

runtime::Value From(runtime::Heap& heap, const value::Value& document, const FromDocumentOptions& options,
                    std::string_view united, runtime::Operator op) {
  NeedStack();
  if (options.is_unsound && options.is_unsound(document)) {
    return runtime::InvalidValue(document.span);
  }
  switch (document.kind) {
    case value::Kind::kNull:
      return runtime::None(document.span);
    case value::Kind::kBool:
      return runtime::Bool(document.boolean, document.span);
    case value::Kind::kInt:
    case value::Kind::kFloat: {
      const runtime::Value unit =
          options.program_text ? UnitAsWritten(heap, document, options) : runtime::Undefined();
      return unit.is(Kind::kUnit) ? unit : Number(document);
    }
    case value::Kind::kString:
      return runtime::String(heap, document.raw, document.span);
    case value::Kind::kSequence: {
      std::vector<runtime::Value> items;
      items.reserve(document.items().size());
      for (const value::Value* item : document.items()) {
        items.push_back(From(heap, *item, options, {}, op));
      }
      return runtime::MakeList(heap, items, document.span);
    }
    case value::Kind::kMapping: {
      runtime::DictBuilder builder(&heap);
      bool has_misspelt_key = false;
      for (const value::Entry& entry : document.entries()) {
        has_misspelt_key = has_misspelt_key || (options.is_misspelt && options.is_misspelt(*entry.key));
        const bool is_united = !united.empty() && entry.key->raw == united;
        const bool overrides = options.null_overrides && entry.value->kind == value::Kind::kNull;
        const runtime::Operator own = overrides   ? runtime::Operator::kOverride
                                      : is_united ? runtime::Operator::kUnion
                                                  : op;
        builder.Set(entry.key->raw, From(heap, *entry.value, options, {}, own), own, entry.key->span);
      }
      if (!has_misspelt_key) {
        return builder.BuildValue(document.span);
      }
      auto* dict = heap.New<runtime::Dict>(*builder.Build());
      dict->has_misspelt_key = true;
      return runtime::MakeDict(dict, document.span);
    }
  }
  return {};
}

const value::Value* To(value::Builder& builder, const runtime::Value& value, Extent extent) {
  NeedStack();
  switch (value.kind) {
    case Kind::kBool:
      return builder.Bool(value.boolean, value.span);
    case Kind::kInt:
      return builder.Int(value.integer, value.span);
    case Kind::kFloat:
      return builder.Float(value.real, value.span);
    case Kind::kUnit:
      return Number(builder, value);
    case Kind::kString:
      return builder.String(value.string(), value.span);
    case Kind::kList: {
      std::vector<const value::Value*> items;
      for (const runtime::Value& item : value.items()) {
        if (item.is_data()) {
          items.push_back(To(builder, item, extent));
        }
      }
      return builder.Sequence(items, value.span);
    }
    case Kind::kDict:
    case Kind::kSchema: {
      std::vector<value::Entry> entries;
      const bool all_count = value.kind == Kind::kDict || extent == Extent::kAll;
      TextSet<std::string_view> given;
      if (!all_count) {
        value.schema->ForEachKey([&](std::string_view key) { given.insert(key); });
      }
      for (const runtime::Entry& entry : value.fields().entries) {
        const bool is_set = all_count || given.contains(entry.key);
        if (is_set && entry.value.is_data() && !entry.key.starts_with('_')) {
          entries.push_back({builder.String(entry.key, entry.key_span), To(builder, entry.value, extent)});
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

}  // namespace

runtime::Value FromDocument(runtime::Heap& heap, const value::Value& document,
                            const FromDocumentOptions& options) {
  return From(heap, document, options, options.united, options.op);
}

const value::Value* ToDocument(value::Builder& builder, const runtime::Value& value, Extent extent) {
  return value.is_data() ? To(builder, value, extent) : nullptr;
}

}  // namespace kval::kcl::eval
