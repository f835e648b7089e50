#include <string>
#include <string_view>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/go_yaml_writer.h"
#include "src/helm/functions/json_decode.h"
#include "src/helm/functions/value_tree.h"
#include "src/source/source_file.h"
#include "src/yaml/document.h"

// Source: Helm pkg/engine/funcs.go on sigs.k8s.io/yaml, which goes through JSON.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr int kMaxDepth = 1000;

gotemplate::TextPieces PiecesOf(const std::vector<WrittenNode>& written, const NodeOrigins& origins,
                                size_t size) {
  gotemplate::TextPieces pieces;
  for (const WrittenNode& node : written) {
    const auto found = origins.find(node.node);
    AddPiece({static_cast<uint32_t>(node.end),
              {},
              found == origins.end() ? gotemplate::OriginSet() : found->second},
             &pieces);
  }
  if (!pieces.empty()) {
    pieces.back().end = static_cast<uint32_t>(size);
  }
  return pieces;
}

enum class OnError : uint8_t { kEmptyText, kFail };

Value YamlOf(Call& call, TreeForm form, GoYaml version, OnError on_error = OnError::kEmptyText) {
  Arena arena;
  value::Builder builder(&arena);
  NodeOrigins origins;
  std::vector<WrittenNode> written;
  const bool needs_pieces = NeedsPieces(call[0]);
  const ValueTree tree = TreeOf(call, call[0], form, builder, needs_pieces ? &origins : nullptr);
  if (!tree.error.empty()) {
    return on_error == OnError::kFail ? call.Fail("error marshaling into JSON: " + tree.error)
                                      : Value::Text("");
  }
  std::string text = WriteGoYaml(call, *tree.root, version, needs_pieces ? &written : nullptr);
  if (!call.Step(1 + text.size() / 16) || !call.Reserve(text.size())) {
    return {};
  }
  text.resize(text.size() - (text.ends_with('\n') ? 1 : 0));
  const Value result = call.Text(text);
  if (needs_pieces) {
    call.heap().SetPieces(result.text(), PiecesOf(written, origins, text.size()));
  }
  return result;
}

// Why encoding/json rejects a tree of YAML.
std::string JsonError(const value::Value& tree, int depth) {
  if (depth > kMaxDepth) {
    return "exceeded max depth";
  }
  if (tree.kind == value::Kind::kFloat && (tree.real - tree.real) != 0) {
    return std::string("json: unsupported value: ") + (tree.real != tree.real ? "NaN"
                                                       : tree.real > 0        ? "+Inf"
                                                                              : "-Inf");
  }
  std::string error;
  for (const value::Value* item : tree.items()) {
    error = error.empty() ? JsonError(*item, depth + 1) : std::move(error);
  }
  for (const value::Entry& entry : tree.entries()) {
    if (error.empty() && (entry.key->is_collection() || entry.key->kind == value::Kind::kNull)) {
      error = "unsupported map key";
    }
    error = error.empty() ? JsonError(*entry.value, depth + 1) : std::move(error);
  }
  return error;
}

// The first document of a text.
struct DecodedYaml {
  Value value;
  std::string error;  // empty: none
};

DecodedYaml DecodeYaml(Call& call) {
  const std::string_view text = call[0].text();
  constexpr uint64_t kNodeSize = 64;
  if (!call.Step(32 + text.size() / 2) || !call.Reserve(text.size() * kNodeSize / 4)) {
    return {{}, "limit exceeded"};
  }
  const source::SourceFile file("fromYaml", std::string(text), 1);
  Arena arena;
  diag::Collector collector;
  diag::Emitter emit(&collector);
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kHelm;
  options.duplicates = yaml::DuplicateKeys::kLastWins;
  const yaml::File read = yaml::ReadFile(file, options, arena, emit);
  const value::Value& root = *read.documents.front().root;
  std::string error;
  if (emit.error_count() > 0) {
    const diag::Diagnostic first = collector.Sorted().front();
    const source::Span at = first.labels.empty() ? source::Span{} : first.labels.front().span;
    error = "yaml: " + (at.has_value() ? "line " + std::to_string(file.LineOf(at.begin)) + ": " : "") +
            first.message;
  } else {
    error = JsonError(root, 0);
  }
  if (!error.empty()) {
    return {{}, "error converting YAML to JSON: " + error};
  }
  return {ValueOf(call, root, OriginsOfText(call, call[0]), file.base()), {}};
}

std::string WrongType(const Value& value, const gotemplate::Type& type) {
  return "error unmarshaling JSON: while decoding JSON: " + CannotUnmarshal(value, type);
}

}  // namespace

Value ToYaml(Call& call) {
  return YamlOf(call, TreeForm::kJson, GoYaml::kV2);
}

Value MustToYaml(Call& call) {
  return YamlOf(call, TreeForm::kJson, GoYaml::kV2, OnError::kFail);
}

Value ToYamlPretty(Call& call) {
  return YamlOf(call, TreeForm::kYaml, GoYaml::kV3);
}

// Errors are in the result, as `Error`.
Value FromYaml(Call& call) {
  DecodedYaml decoded = DecodeYaml(call);
  const bool is_map = decoded.value.is(Kind::kMap);
  if (decoded.error.empty() && !is_map && !decoded.value.is_untyped_nil()) {
    decoded.error = WrongType(decoded.value, gotemplate::kAnyMapType);
  }
  const Value map = is_map ? decoded.value : call.heap().NewMap();
  if (!decoded.error.empty()) {
    map.map()->Set("Error", call.Text(decoded.error).From(call[0].origin()));
  }
  return map;
}

Value FromYamlArray(Call& call) {
  DecodedYaml decoded = DecodeYaml(call);
  const bool is_list = decoded.value.is(Kind::kList);
  if (decoded.error.empty() && !is_list && !decoded.value.is_untyped_nil()) {
    decoded.error = WrongType(decoded.value, gotemplate::kAnyListType);
  }
  if (!decoded.error.empty()) {
    const Value error = call.Text(decoded.error);
    return call.AnyList(std::span(&error, 1));
  }
  return is_list ? decoded.value : call.AnyList({});
}

}  // namespace kval::helm::functions
