
#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/encode_options.h"
#include "src/lang/kcl/builtins/json_decode.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/builtins/write_file.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"

// The module `json`. Source: kcl crates/runtime/src/json/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

Value Encode(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "encode");
  const Value* data = args.Any(0, "data");
  const runtime::EncodeOptions options = EncodeOptionsOf(args, 1, true);
  if (data == nullptr || !CheckOutputSize(runtime, *data, static_cast<size_t>(options.indent))) {
    return {};
  }
  return String(runtime.heap(), runtime::JsonText(*data, options));
}

Value Decode(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "decode").String(0, "value");
  if (!text) {
    return {};
  }
  Result<Value> value = DecodeJson(runtime.heap(), *text);
  return value ? *value : runtime.Fail(value.failure().message);
}

Value Validate(Runtime& runtime, const CallArgs& call) {
  std::optional<std::string_view> text = Arguments(runtime, call, "validate").String(0, "value");
  return text ? runtime::Bool(DecodeJson(runtime.heap(), *text).ok()) : Value();
}

Value DumpToFile(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "dump_to_file");
  const Value* data = args.Any(0, "data");
  std::optional<std::string_view> name = args.String(1, "filename");
  const runtime::EncodeOptions options = EncodeOptionsOf(args, 2, true);
  if (data == nullptr || !name || !MayAct(runtime, "json.dump_to_file") ||
      !CheckOutputSize(runtime, *data, static_cast<size_t>(options.indent))) {
    return {};
  }
  WriteFile(runtime, *name, runtime::JsonText(*data, options), WriteMode::kReplace);
  return {};
}

// RFC 7396.
Value MergePatch(Runtime& runtime, const Value& target, const Value& patch, int depth) {
  constexpr int kMaxDepth = 1000;
  if (!patch.is_config()) {
    return patch;
  }
  if (depth > kMaxDepth) {
    return runtime.Fail("json.merge(): nested too deeply");
  }
  runtime::DictBuilder merged(&runtime.heap());
  if (target.is_config()) {
    for (const runtime::Entry& entry : target.fields().entries) {
      merged.SetEntry(entry);
    }
  }
  for (const runtime::Entry& entry : patch.fields().entries) {
    if (entry.value.is_empty()) {
      merged.Remove(entry.key);
      continue;
    }
    const runtime::Entry* old = merged.Find(entry.key);
    merged.Set(entry.key, MergePatch(runtime, old == nullptr ? Value() : old->value, entry.value, depth + 1));
  }
  return merged.BuildValue();
}

Value Merge(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "merge");
  const Value* source = args.Any(0, "src");
  const Value* patch = args.Any(1, "patch");
  return source == nullptr || patch == nullptr ? Value() : MergePatch(runtime, *source, *patch, 0);
}

constexpr Native kJsonFunctions[] = {
    {"encode", Encode},     {"decode", Decode}, {"dump_to_file", DumpToFile},
    {"validate", Validate}, {"merge", Merge},
};

}  // namespace

std::span<const Native> JsonNatives() {
  return kJsonFunctions;
}

}  // namespace kval::kcl::builtins
