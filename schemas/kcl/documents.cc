#include "schemas/kcl/documents.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <vector>

#include "src/lang/kcl/syntax/number_unit.h"
#include "src/lang/kcl/value/dict_builder.h"

namespace kval::schemas::kcl_language {
namespace {

namespace runtime = kcl::runtime;
using runtime::Kind;
using runtime::Operator;

constexpr int kDepthLimit = 2000;

// The number as the program writes it, when that is with a multiplier; Undefined otherwise.
runtime::Value UnitAsWritten(runtime::Heap& heap, const value::Value& number, const ProgramText& text) {
  const std::string_view written = text(number.span);
  const size_t digits = std::min(written.find_first_not_of("0123456789_"), written.size());
  const std::string_view suffix = written.substr(digits);
  int64_t raw = 0;
  const auto read = std::from_chars(written.data(), written.data() + digits, raw);
  const bool is_unit = digits > 0 && read.ptr == written.data() + digits &&
                       kcl::UnitOfSuffix(suffix) != kcl::NumberUnit::kNone;
  if (!is_unit) {
    return runtime::Undefined();
  }
  const double value = number.kind == value::Kind::kFloat ? number.real : static_cast<double>(number.integer);
  return runtime::MakeUnit(heap, value, raw, suffix, number.span);
}

runtime::Value Config(runtime::Heap& heap, const value::Value& document, const ProgramText& text,
                      std::string_view united, Operator usual, int depth) {
  if (document.kind == value::Kind::kInt || document.kind == value::Kind::kFloat) {
    const runtime::Value unit = UnitAsWritten(heap, document, text);
    if (unit.is(Kind::kUnit)) {
      return unit;
    }
  }
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
      for (const value::Value* item : document.items()) {
        if (depth < kDepthLimit) {
          items.push_back(Config(heap, *item, text, {}, usual, depth + 1));
        }
      }
      return runtime::MakeList(heap, items, document.span);
    }
    case value::Kind::kMapping: {
      runtime::DictBuilder builder(&heap);
      for (const value::Entry& entry : document.entries()) {
        const bool is_united = !united.empty() && entry.key->raw == united;
        const Operator op = is_united ? Operator::kUnion : usual;
        if (depth < kDepthLimit) {
          builder.Set(entry.key->raw, Config(heap, *entry.value, text, {}, op, depth + 1), op,
                      entry.key->span);
        }
      }
      return builder.BuildValue(document.span);
    }
  }
  return {};
}

bool IsShown(const runtime::Value& value) {
  switch (value.kind) {
    case Kind::kUndefined:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      return false;
    case Kind::kNone:
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kFloat:
    case Kind::kUnit:
    case Kind::kString:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSchema:
      return true;
  }
  return true;
}

const value::Value* Number(value::Builder& build, const runtime::Value& value) {
  const double number = runtime::AsFloat(value);
  const bool is_whole = std::floor(number) == number && std::fabs(number) < 9e18;
  return is_whole ? build.Int(static_cast<int64_t>(number), value.span) : build.Float(number, value.span);
}

const value::Value* Document(value::Builder& build, const runtime::Value& value, Extent extent, int depth) {
  switch (value.kind) {
    case Kind::kBool:
      return build.Bool(value.boolean, value.span);
    case Kind::kInt:
      return build.Int(value.integer, value.span);
    case Kind::kFloat:
      return build.Float(value.real, value.span);
    case Kind::kUnit:
      return Number(build, value);
    case Kind::kString:
      return build.String(value.string(), value.span);
    case Kind::kList: {
      std::vector<const value::Value*> items;
      for (const runtime::Value& item : value.items()) {
        if (IsShown(item) && depth < kDepthLimit) {
          items.push_back(Document(build, item, extent, depth + 1));
        }
      }
      return build.Sequence(items, value.span);
    }
    case Kind::kDict:
    case Kind::kSchema: {
      std::vector<value::Entry> entries;
      for (const runtime::Entry& entry : value.fields().entries) {
        const bool is_set = value.kind == Kind::kDict || extent == Extent::kAll ||
                            value.schema->config->Find(entry.key) != nullptr;
        if (is_set && IsShown(entry.value) && !entry.key.starts_with('_') && depth < kDepthLimit) {
          entries.push_back(
              {build.String(entry.key, entry.key_span), Document(build, entry.value, extent, depth + 1)});
        }
      }
      return build.Mapping(entries, value.span);
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      break;
  }
  return build.Null(value.span);
}

}  // namespace

runtime::Value ToConfig(runtime::Heap& heap, const value::Value& document, const ProgramText& text,
                        std::string_view united) {
  return Config(heap, document, text, united, Operator::kOverride, 0);
}

const value::Value* FromConfig(value::Builder& build, const runtime::Value& value, Extent extent) {
  return IsShown(value) ? Document(build, value, extent, 0) : nullptr;
}

}  // namespace kval::schemas::kcl_language
