#include "src/lang/kcl/builtins/yaml_decode.h"

#include <cmath>
#include <string>
#include <utility>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/json_number.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/support/substitute.h"
#include "src/yaml/document.h"

namespace kval::kcl::builtins {
namespace {

using runtime::Value;

constexpr uint32_t kMaxDepth = 128;

bool IsTooLargeInt(const value::Value& number) {
  constexpr double kLargest = 9.2e18;
  return std::fabs(number.real) > kLargest &&
         number.raw.view().find_first_not_of("0123456789", 1) == std::string_view::npos;
}

// No recursion beyond the depth that the reader allows.
class Converter {
 public:
  explicit Converter(runtime::Heap& heap) : heap_(heap) {}

  Value Convert(const value::Value& node) {
    switch (node.kind) {
      case value::Kind::kNull:
        return runtime::None();
      case value::Kind::kBool:
        return runtime::Bool(node.boolean);
      case value::Kind::kInt:
        return node.is_unsigned ? runtime::Float(static_cast<double>(static_cast<uint64_t>(node.integer)))
                                : runtime::Int(node.integer);
      case value::Kind::kFloat:
        if (IsTooLargeInt(node)) {
          error_ = Substitute("invalid type: integer `{}`, expected any valid JSON value", node.raw.view());
        }
        // KCL hands it on as JSON.
        return runtime::Float(std::isfinite(node.real) ? runtime::ThroughJson(node.real) : node.real);
      case value::Kind::kString:
        return String(heap_, node.raw);
      case value::Kind::kSequence: {
        std::vector<Value> items;
        for (const value::Value* item : node.items()) {
          items.push_back(Convert(*item));
        }
        return MakeList(heap_, items);
      }
      case value::Kind::kMapping:
        return Mapping(node);
    }
    return {};
  }

  const std::string& error() const { return error_; }

 private:
  Value Mapping(const value::Value& node) {
    runtime::DictBuilder dict(&heap_);
    for (const value::Entry& entry : node.entries()) {
      if (entry.key->is_collection()) {
        error_ = "invalid type: a key must be a scalar";
        return {};
      }
      bool is_null = entry.key->kind == value::Kind::kNull && entry.key->raw.empty();
      dict.SetDecoded(is_null ? "null" : entry.key->raw.view(), Convert(*entry.value));
    }
    return dict.BuildValue();
  }

  runtime::Heap& heap_;
  std::string error_;
};

Failure FirstError(const diag::Collector& errors, const source::SourceFile& file) {
  for (const diag::Diagnostic& error : errors.Sorted()) {
    if (error.severity != diag::Severity::kError) {
      continue;
    }
    if (error.labels.empty() || !error.labels[0].span.has_value()) {
      return {error.message};
    }
    source::LineColumn place = file.Locate(error.labels[0].span.begin);
    return {Substitute("{} at line {} column {}", error.message, place.line, place.column)};
  }
  return {"invalid YAML"};
}

}  // namespace

Result<std::vector<Value>> DecodeYaml(runtime::Heap& heap, std::string_view text) {
  source::SourceFile file("yaml", std::string(text), 1);
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kKcl;
  options.merges = false;
  options.duplicates = yaml::DuplicateKeys::kLastWins;
  options.limits.depth = kMaxDepth;
  Arena arena;
  diag::Collector errors;
  diag::Emitter emit(&errors);
  yaml::File read = yaml::ReadFile(file, options, arena, emit);
  if (emit.error_count() > 0) {
    return FirstError(errors, file);
  }
  Converter converter(heap);
  std::vector<Value> values;
  for (const yaml::Document& document : read.documents) {
    values.push_back(converter.Convert(*document.root));
  }
  if (!converter.error().empty()) {
    return Failure{converter.error()};
  }
  return values;
}

}  // namespace kval::kcl::builtins
