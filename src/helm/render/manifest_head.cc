#include "src/helm/render/manifest_head.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/helm/go_number.h"
#include "src/source/source_file.h"
#include "src/support/native_stack.h"
#include "src/yaml/document.h"

namespace kval::helm::render {
namespace {

using value::Value;

bool EqualsInAnyCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// The field of a Go struct: encoding/json prefers the exact name and ignores case otherwise.
const Value* FieldOf(const Value& map, std::string_view name) {
  const Value* found = nullptr;
  for (const value::Entry& entry : map.entries()) {
    const std::string_view key = entry.key->raw;
    if (key == name) {
      return entry.value;
    }
    if (EqualsInAnyCase(key, name)) {
      found = entry.value;
    }
  }
  return found;
}

class HeadReader {
 public:
  explicit HeadReader(HeadError& error) : error_(error) {}

  // What JSON cannot express.
  bool IsJson(const Value& tree) {
    NeedStack();
    if (tree.kind == value::Kind::kFloat && !std::isfinite(tree.real)) {
      return Fail(tree, "a number is not finite, which JSON cannot express");
    }
    for (const Value* item : tree.items()) {
      if (!IsJson(*item)) {
        return false;
      }
    }
    for (const value::Entry& entry : tree.entries()) {
      if (entry.key->is_collection() || entry.key->kind == value::Kind::kNull) {
        return Fail(*entry.key, "a key is a " + std::string(value::KindName(entry.key->kind)) +
                                    ", which JSON cannot express");
      }
      if (!IsJson(*entry.value)) {
        return false;
      }
    }
    return true;
  }

  bool Read(const Value& root, ManifestHead& head) {
    if (root.kind == value::Kind::kNull) {
      return true;
    }
    if (root.kind != value::Kind::kMapping) {
      return Fail(root, "a document must be a map, found " + std::string(value::KindName(root.kind)));
    }
    if (!Text(root, "apiVersion", head.api_version) || !Text(root, "kind", head.kind)) {
      return false;
    }
    const Value* metadata = FieldOf(root, "metadata");
    return !IsGiven(metadata) || Metadata(*metadata, head);
  }

 private:
  static bool IsGiven(const Value* value) { return value != nullptr && value->kind != value::Kind::kNull; }

  bool Fail(const Value& at, std::string message, std::initializer_list<std::string_view> path = {}) {
    error_ = {std::move(message), at.span.has_value() ? at.span.begin - 1 : 0, diag::Kind::kHelmNotYaml};
    error_.end = at.span.has_value() ? at.span.end - 1 : 0;
    for (const std::string_view key : path) {
      error_.path.push_back(diag::PathStep::Key(key));
    }
    return false;
  }

  bool Text(const Value& map, std::string_view name, std::string& out) {
    const Value* found = FieldOf(map, name);
    if (!IsGiven(found)) {
      return true;
    }
    if (found->is_collection()) {
      return Fail(
          *found,
          "`" + std::string(name) + "` must be a string, found " + std::string(value::KindName(found->kind)),
          {name});
    }
    out = FieldText(*found);
    return true;
  }

  bool Metadata(const Value& metadata, ManifestHead& head) {
    std::string name;
    if (metadata.kind != value::Kind::kMapping) {
      return Fail(metadata, "`metadata` must be a map, found " + std::string(value::KindName(metadata.kind)),
                  {"metadata"});
    }
    const Value* annotations = FieldOf(metadata, "annotations");
    if (!Text(metadata, "name", name)) {
      return false;
    }
    if (!IsGiven(annotations)) {
      return true;
    }
    if (annotations->kind != value::Kind::kMapping) {
      return Fail(*annotations,
                  "`annotations` must be a map, found " + std::string(value::KindName(annotations->kind)),
                  {"metadata", "annotations"});
    }
    for (const value::Entry& entry : annotations->entries()) {
      const std::string key = KeyText(*entry.key);
      if (entry.value->is_collection()) {
        return Fail(*entry.value,
                    "the annotation `" + key + "` must be a string, found " +
                        std::string(value::KindName(entry.value->kind)),
                    {"metadata", "annotations", key});
      }
      if (key == "helm.sh/hook") {
        head.hooks = FieldText(*entry.value);
      }
    }
    return true;
  }

  HeadError& error_;
};

}  // namespace

std::optional<ManifestHead> ReadHead(std::string_view text, const Limits& limits, HeadError& error) {
  const source::SourceFile file("manifest", std::string(text), 1);
  Arena arena;
  diag::Collector collector;
  diag::Emitter emit(&collector);
  yaml::ReadOptions options;
  options.dialect = value::Dialect::kHelm;
  options.duplicates = yaml::DuplicateKeys::kLastWins;
  options.limits = limits;
  const yaml::File read = yaml::ReadFile(file, options, arena, emit);
  if (emit.error_count() > 0) {
    const diag::Diagnostic first = collector.Sorted().front();
    const source::Span at = first.labels.empty() ? source::Span{} : first.labels.front().span;
    const bool is_limit = diag::CategoryOf(first.kind).category == diag::Category::kLimit;
    error = {first.message, at.has_value() ? at.begin - 1 : 0,
             is_limit ? first.kind : diag::Kind::kHelmNotYaml, first.kind == diag::Kind::kBadIndent};
    return std::nullopt;
  }
  ManifestHead head;
  HeadReader reader(error);
  const Value& root = *read.documents.front().root;
  const bool is_valid = reader.IsJson(root) && reader.Read(root, head);
  return is_valid ? std::optional(std::move(head)) : std::nullopt;
}

}  // namespace kval::helm::render
