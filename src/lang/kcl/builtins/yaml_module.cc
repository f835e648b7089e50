#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/encode_options.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/write_file.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/heap.h"
#include "src/lang/kcl/runtime/json_number.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/value.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/support/result.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"
#include "src/yaml/document.h"

// The modules `yaml` and `manifests`. Source: kcl crates/runtime/src/{yaml,manifests}/mod.rs.
namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

constexpr uint32_t kMaxYamlDepth = 128;

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

// Returns the values of the documents of a YAML stream, with scalars resolved as in KCL (YAML 1.2's core
// schema without leading zeros). Keys are always strings; the last of equal keys wins. The values have no
// spans. The empty string is one null. Errors: the first syntax error, with line and column.
Result<std::vector<Value>> DecodeYaml(runtime::Heap& heap, std::string_view text) {
  source::SourceFile file("yaml", std::string(text), 1);
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kKcl;
  options.merges = false;
  options.duplicates = yaml::DuplicateKeys::kLastWins;
  options.limits.depth = kMaxYamlDepth;
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

// `\n` and its kin, spelled out in a string, as the characters that they name.
std::string Unescaped(std::string_view text) {
  static constexpr std::string_view kNames = "ntrbf";
  static constexpr std::string_view kCharacters = "\n\t\r\b\f";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) {
      break;
    }
    size_t known = kNames.find(text[i]);
    if (known != std::string_view::npos) {
      out += kCharacters[known];
    } else if (text[i] == 'u' && i + 4 < text.size()) {
      utf8::Append(
          out, static_cast<char32_t>(std::strtoul(std::string(text.substr(i + 1, 4)).c_str(), nullptr, 16)));
      i += 4;
    } else {
      out += text[i];
    }
  }
  return out;
}

Value WithRealEscapes(runtime::Heap& heap, const Value& value, int depth) {
  constexpr int kMaxDepth = 1000;
  if (value.is(Kind::kString)) {
    return String(heap, Unescaped(value.string()));
  }
  if (depth > kMaxDepth || (!value.is(Kind::kList) && !value.is_config())) {
    return value;
  }
  if (value.is(Kind::kList)) {
    std::vector<Value> items;
    for (const Value& item : value.items()) {
      items.push_back(WithRealEscapes(heap, item, depth + 1));
    }
    return MakeList(heap, items);
  }
  runtime::DictBuilder dict(&heap);
  for (const runtime::Entry& entry : value.fields().entries) {
    dict.Set(entry.key, WithRealEscapes(heap, entry.value, depth + 1));
  }
  return dict.BuildValue();
}

Value Encode(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "encode");
  const Value* data = args.Any(0, "data");
  if (data == nullptr || !CheckOutputSize(runtime, *data)) {
    return {};
  }
  runtime::EncodeOptions options = EncodeOptionsOf(args, 1, false);
  bool has_real_escapes = args.BoolOr(4, "multiline_string", false);
  options.sort_keys = options.sort_keys || has_real_escapes;  // as KCL has it
  return String(
      runtime.heap(),
      runtime::YamlText(has_real_escapes ? WithRealEscapes(runtime.heap(), *data, 0) : *data, options));
}

// KCL leaves an empty line before the separators of yaml.encode_all and yaml.dump_all_to_file.
constexpr std::string_view kSeparator = "\n---\n";

// The items as a stream with `separator` between them.
std::string Stream(std::span<const Value> items, const runtime::EncodeOptions& options,
                   std::string_view separator) {
  std::string text;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      text += separator;
    }
    text += runtime::YamlText(items[i], options);
  }
  return text;
}

const Value* ListArg(Runtime& runtime, Arguments& args, std::string_view name) {
  const Value* list = args.Any(0, name);
  if (list != nullptr && !list->is(Kind::kList)) {
    runtime.Fail("invalid list value");
    return nullptr;
  }
  return list != nullptr && CheckOutputSize(runtime, *list) ? list : nullptr;
}

Value EncodeAll(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "encode_all");
  const Value* list = ListArg(runtime, args, "data");
  return list == nullptr
             ? Value()
             : String(runtime.heap(), Stream(list->items(), EncodeOptionsOf(args, 1, false), kSeparator));
}

Value Decode(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "decode").String(0, "value");
  if (!text) {
    return {};
  }
  Result<std::vector<Value>> documents = DecodeYaml(runtime.heap(), *text);
  if (!documents) {
    return runtime.Fail(documents.failure().message);
  }
  if (documents->size() > 1) {
    return runtime.Fail("deserializing from YAML containing more than one document is not supported");
  }
  return documents->empty() ? runtime::None() : (*documents)[0];
}

Value DecodeAll(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "decode_all").String(0, "value");
  if (!text) {
    return {};
  }
  Result<std::vector<Value>> documents = DecodeYaml(runtime.heap(), *text);
  return documents ? MakeList(runtime.heap(), *documents) : runtime.Fail(documents.failure().message);
}

Value Validate(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "validate").String(0, "value");
  return text ? runtime::Bool(DecodeYaml(runtime.heap(), *text).ok()) : Value();
}

Value DumpToFile(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "dump_to_file");
  const Value* data = args.Any(0, "data");
  std::optional<std::string_view> name = args.String(1, "filename");
  if (data == nullptr || !name || !MayAct(runtime, "yaml.dump_to_file") || !CheckOutputSize(runtime, *data)) {
    return {};
  }
  WriteFile(runtime, *name, runtime::YamlText(*data, EncodeOptionsOf(args, 2, false)), WriteMode::kReplace);
  return {};
}

Value DumpAllToFile(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "dump_all_to_file");
  const Value* list = ListArg(runtime, args, "data");
  std::optional<std::string_view> name = args.String(1, "filename");
  if (list == nullptr || !name || !MayAct(runtime, "yaml.dump_all_to_file")) {
    return {};
  }
  WriteFile(runtime, *name, Stream(list->items(), EncodeOptionsOf(args, 2, false), kSeparator),
            WriteMode::kReplace);
  return {};
}

Value YamlStream(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "yaml_stream");
  const Value* list = ListArg(runtime, args, "values");
  const Value* opts = args.FindSet(1, "opts");
  if (list == nullptr) {
    return {};
  }
  runtime::EncodeOptions options;
  std::string separator = "---";
  if (opts != nullptr && !opts->is_config()) {
    return runtime.Fail("Invalid options arguments in yaml_stream(): expect config, got " +
                        runtime::TypeName(*opts));
  }
  if (opts != nullptr) {
    const runtime::Dict& given = opts->fields();
    const runtime::Entry* ignore_private = given.Find("ignore_private");
    options.sort_keys = runtime::IsTruthy(given.Get("sort_keys"));
    options.ignore_private = ignore_private == nullptr || runtime::IsTruthy(ignore_private->value);
    options.ignore_none = runtime::IsTruthy(given.Get("ignore_none"));
    if (given.Get("sep").is(Kind::kString)) {
      separator = std::string(given.Get("sep").string());
    }
  }
  runtime.ReplaceOutput(Stream(list->items(), options, separator + "\n"), *list);
  return {};
}

constexpr Native kYaml[] = {
    {"encode", Encode},
    {"encode_all", EncodeAll},
    {"decode", Decode},
    {"decode_all", DecodeAll},
    {"validate", Validate},
    {"dump_to_file", DumpToFile},
    {"dump_all_to_file", DumpAllToFile},
};

constexpr Native kManifests[] = {{"yaml_stream", YamlStream}};

}  // namespace

std::span<const Native> YamlNatives() {
  return kYaml;
}
std::span<const Native> ManifestsNatives() {
  return kManifests;
}

}  // namespace kval::kcl::builtins
