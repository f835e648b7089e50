#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/lang/starlark/error.h"
#include "src/merge/key_index.h"
#include "src/source/span.h"
#include "src/templating/annotated.h"
#include "src/templating/node_table.h"
#include "src/templating/output_stack.h"
#include "src/templating/session.h"

namespace kval::templating {

// Builds the nodes that one run of a template, or one call of a template function, emits. Loops and branches
// of the template determine the order of nodes; each is added to the nearest open ancestor by its position in
// the source. Source: ytt's pkg/template/evaluation_ctx.go.
class TreeBuilder {
 public:
  struct Options {
    bool implicit_key_overrides = false;
    bool is_text = false;  // for a text template: builds a string
  };

  TreeBuilder(const NodeTable& table, const Session& session, Options options)
      : table_(table), session_(session), options_(options), strings_(*session.interpreter) {}

  // For a whole file: its set of documents is there before any of its nodes, and nothing else can be the
  // root.
  void BeginFile();

  // For annotations evaluated before a node: applied when the node starts.
  void Annotate(uint32_t node, Annotation annotation);
  starlark::Status SetKey(uint32_t node, starlark::Value key, source::Span span);

  // Starts an item. `with_content`: its value is that in the file; otherwise its collection is opened, or
  // SetValue sets its value.
  starlark::Status Start(uint32_t node, bool with_content);
  // Adds an item with everything below it, as in the file.
  starlark::Status AddUnchanged(uint32_t node);
  // Sets the value of the item started last, which must be `node`.
  starlark::Status SetValue(uint32_t node, starlark::Value value, source::Span span);

  // `template.replace(x)` as a statement: puts x into the place of the item started last.
  starlark::Status ReplaceLast(starlark::Value content, source::Span span);

  OutputStack& strings() { return strings_; }

  // Closes all nodes and returns the result of a function: a fragment, or a string if it emitted text.
  starlark::Outcome<starlark::Value> FinishFunction();
  // The documents of a whole template.
  starlark::Outcome<std::vector<AnnotatedDocument>> FinishDocuments();

  // Keys that occur again, left out: whatever is built is to be refused. The Finish functions fail with them.
  bool has_errors() const { return !errors_.empty(); }
  starlark::EvalFailure TakeErrors();

 private:
  struct PendingNode {
    uint32_t node = 0;
    TemplateNodeKind kind = TemplateNodeKind::kSet;
    const value::Value* key = nullptr;    // of a map item
    const value::Value* value = nullptr;  // of an item, once known
    bool is_computed = false;             // the value came from Starlark
    bool is_plain = false;                // and is a separate collection, not YAML
    bool is_replaced = false;
    starlark::Value replacement;
    source::Span replacement_span;
    std::vector<Annotation> annotations;
    std::vector<value::Entry> entries;
    std::vector<const value::Value*> items;
    std::vector<AnnotatedDocument> documents;
    std::unique_ptr<merge::KeyIndex> keys;
  };

  // Charges memory other than that of nodes.
  void Charge(size_t bytes);
  starlark::Status UnwindTo(uint32_t node);
  // Reopens the collection that AddUnchanged added last, down to its last item, so that items can be added.
  starlark::Status ReopenLast();
  PendingNode& Push(uint32_t node, TemplateNodeKind kind);
  starlark::Status Close();
  starlark::Status CloseItem(PendingNode item);
  starlark::Status AddMapItem(PendingNode& map, value::Entry entry, bool may_override, bool checks);
  // Values copied from the file must not have duplicate keys either.
  void CheckUnchanged(const value::Value& value);
  void ReportDuplicateKey(const value::Value& key, source::Span first);
  starlark::Status Replace(PendingNode& parent, const PendingNode& item);
  void ReplacedKey(PendingNode& map, const PendingNode& item);
  static bool MayOverride(const PendingNode& item);
  static merge::EntryPositions FindPositions(PendingNode& map, const value::Value& key);
  starlark::Status CloseAll();
  // The value of a closed collection.
  const value::Value* Collection(PendingNode& open);
  std::vector<Annotation> TakeAnnotations(uint32_t node);

  const NodeTable& table_;
  const Session& session_;
  Options options_;
  std::vector<std::unique_ptr<PendingNode>> open_;
  std::unique_ptr<PendingNode> root_;  // closed
  std::vector<std::pair<uint32_t, Annotation>> pending_annotations_;
  std::vector<std::pair<uint32_t, const value::Value*>> pending_keys_;
  OutputStack strings_;
  std::optional<uint32_t> last_whole_;  // nothing was started since it was added
  bool has_computed_collections_ = false;
  std::vector<starlark::EvalError> errors_;
  std::unordered_set<const value::Value*> checked_;  // by CheckUnchanged
};

}  // namespace kval::templating
