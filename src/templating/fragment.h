#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/interpreter.h"
#include "src/modules/encode.h"
#include "src/support/keyed_hash.h"
#include "src/templating/annotated.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::templating {

// YAML as a Starlark value, `yamlfragment`: the result of a function with YAML in its body, and its maps and
// arrays. Read-only: v["key"], v[0], `in`, len, iteration; no attributes. Nodes keep their identity and
// annotations.
class YamlFragment final : public starlark::HostValue, public modules::Encodable {
 public:
  // A map, an array, or null for nothing.
  explicit YamlFragment(const value::Value* value) : value_(value) {}
  explicit YamlFragment(std::vector<AnnotatedDocument> documents)
      : documents_(std::move(documents)), is_set_(true) {}

  // Null for a set of documents or an empty fragment.
  const value::Value* value() const { return value_; }
  bool is_document_set() const { return is_set_; }
  const std::vector<AnnotatedDocument>& documents() const { return documents_; }

  // For `yaml.encode(…)` and the like.
  starlark::Outcome<const value::Value*> ToDocument(starlark::Interpreter& interpreter,
                                                    value::Builder& builder) override;
  starlark::Outcome<std::vector<const value::Value*>> ToDocuments(starlark::Interpreter& interpreter,
                                                                  value::Builder& builder) override;

  std::string_view TypeName() const override { return "yamlfragment"; }
  std::string Repr() const override;
  bool Truth() const override { return size() > 0; }
  std::optional<int64_t> Length() const override { return static_cast<int64_t>(size()); }
  starlark::Outcome<starlark::Value> Index(starlark::Interpreter& interpreter, starlark::Value key) override;
  bool Iterate(starlark::Interpreter& interpreter, std::vector<starlark::Value>& items) override;
  bool IsIterable() const override { return true; }
  bool MappingEntries(starlark::Interpreter& interpreter,
                      std::vector<std::pair<starlark::Value, starlark::Value>>& entries) override;
  starlark::Outcome<starlark::Value> Contains(starlark::Interpreter& interpreter,
                                              starlark::Value item) override;
  starlark::Outcome<starlark::Value> Compare(starlark::Comparison comparison, starlark::Value other) override;
  bool Share(std::vector<starlark::Value>& parts) override;

 private:
  size_t size() const;
  // Returns the value of a key; unset if there is none.
  starlark::Outcome<starlark::Value> Get(starlark::Interpreter& interpreter, starlark::Value key);
  const value::Value* Entry(std::string_view key);
  void IndexKeys();

  const value::Value* value_ = nullptr;
  std::vector<AnnotatedDocument> documents_;
  bool is_set_ = false;
  bool is_indexed_ = false;
  TextMap<std::string_view, const value::Value*> keys_;  // of a large map, once asked for
};

// The result of `template.replace(x)`: as the value of a node it replaces the node.
class Replacement final : public starlark::HostValue {
 public:
  explicit Replacement(starlark::Value content) : content_(content) {}
  starlark::Value content() const { return content_; }
  std::string_view TypeName() const override { return "noop"; }
  std::string Repr() const override { return "noop"; }

 private:
  starlark::Value content_;
};

// Converts a YAML value to Starlark: maps and arrays become fragments, scalars plain values.
starlark::Outcome<starlark::Value> ToStarlark(starlark::Heap& heap, const value::Value& value);

// The fragments of values that are handed to functions again and again, as matchers are: made once for each.
class FragmentCache {
 public:
  starlark::Outcome<starlark::Value> Of(starlark::Heap& heap, const value::Value& value);

 private:
  std::unordered_map<const value::Value*, starlark::Value> made_;
};

// Converts a Starlark value to YAML. Values that Starlark created get `span`; fragments keep their nodes.
// Errors: sets of documents, functions and other values without YAML form, and more nodes than `heap` allows.
starlark::Outcome<const value::Value*> ToYaml(starlark::Heap& heap, value::Builder& builder,
                                              starlark::Value value, source::Span span);

// Converts a Starlark value to a set of documents: a fragment of documents, or a list of values.
starlark::Outcome<std::vector<AnnotatedDocument>> ToDocuments(starlark::Heap& heap, value::Builder& builder,
                                                              starlark::Value value, source::Span span);

// `load("@ytt:template", "template")`.
starlark::Module* MakeTemplateModule(starlark::Heap& heap);

}  // namespace kval::templating
