#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/starlark/value.h"
#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/value/value.h"

namespace kval::templating {

// One argument of an annotation, already evaluated.
struct AnnotationArgument {
  std::string_view keyword;  // empty: positional
  starlark::Value value;
  source::Span span;  // the argument's expression; for `k=v` the part after `=`
  source::Span keyword_span{};
};

// One `#@namespace/name arguments` comment.
struct Annotation {
  std::string_view name;  // "schema/type"
  source::Span name_span;
  source::Span span;  // from `@` to the end of the arguments
  std::vector<AnnotationArgument> arguments;

  // The last argument of that keyword, or null.
  const AnnotationArgument* Keyword(std::string_view keyword) const;
  size_t positional_count() const;
};

// The annotations of documents, stored outside the values. Nodes are identified by address: a map item by its
// KEY node, an array item by the item, a document by the `node` of its AnnotatedDocument. Returned spans are
// valid until the next Add, Copy or Remove.
//
// A table can extend an immutable base: the base's entries apply until this table overrides them.
class AnnotationTable {
 public:
  explicit AnnotationTable(const AnnotationTable* below = nullptr) : below_(below) {}

  void Add(const value::Value* node, Annotation annotation);

  // Returns the annotations of a node in source order, including repeated ones.
  std::span<const Annotation> Of(const value::Value* node) const;
  // Returns the annotation with a name, or null. The last one in the source wins, as in ytt.
  const Annotation* Find(const value::Value* node, std::string_view name) const;
  bool Has(const value::Value* node, std::string_view name) const { return Find(node, name) != nullptr; }

  // Replaces the annotations of `to` by those of `from`. No effect if they are the same node.
  void Copy(const value::Value* from, const value::Value* to);
  void Remove(const value::Value* node);
  // Removes the annotations with a name.
  void Remove(const value::Value* node, std::string_view name);
  // Adds the annotations that `other` contains itself.
  void Merge(const AnnotationTable& other);

  // Marks a list, dict or similar value that code computed for a node: it is not YAML for ytt and has no
  // nodes.
  void MarkPlain(const value::Value* value) { plain_.insert(value); }
  bool IsPlain(const value::Value* value) const {
    return plain_.contains(value) || (below_ != nullptr && below_->IsPlain(value));
  }

  bool empty() const { return annotations_.empty() && (below_ == nullptr || below_->empty()); }

  // Returns true the first time for each written annotation, so that its errors are reported once however
  // often it is evaluated.
  bool MarkReported(source::Span name) { return reported_.insert(name.begin).second; }

 private:
  // Returns the modifiable list of a node.
  std::vector<Annotation>& GetOrCreate(const value::Value* node);

  const AnnotationTable* below_;
  std::unordered_map<const value::Value*, std::vector<Annotation>> annotations_;
  std::unordered_set<uint32_t> reported_;
  std::unordered_set<const value::Value*> plain_;
};

// A document with its own identity, because `root` may be shared.
struct AnnotatedDocument {
  const value::Value* node;
  const value::Value* root;
  source::Span span;
  bool is_computed = false;       // `--- #@ value`
  bool may_be_suspicious = true;  // false: value::IsSuspicious is false for all of its scalars
};

// Whether a document is not printed and may accompany data values: null, `{}` or `[]`; but only null if code
// computed it, as in ytt (yamlmeta's Document.IsEmpty checks for its own maps and arrays).
bool IsEmpty(const AnnotatedDocument& document);

// Whether a file can hold any `#@` at all. Costs one search at most: a file without needs no templating.
bool MayHaveTemplating(const source::SourceFile& file);

}  // namespace kval::templating
