#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "src/diag/emitter.h"
#include "src/merge/plan.h"
#include "src/source/span.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Overlays: applies one value on top of another by the rules of ytt (pkg/yttlibrary/overlay).
//
// Guarantees: values are immutable, except those of a chain of layers (kept_tables.h); untouched parts are
// shared with the inputs. Each merged value has an Origin (value.h). All independent errors of an overlay
// are reported; a failed operation changes nothing.
//
// Cost: linear in the nodes of both sides if nodes match by key; each predicate is evaluated once per
// sibling.
namespace kval::merge {

class KeyTableCache;

// `to` replaces `from`: annotations stored for `from` apply to `to`.
struct AnnotationTransfer {
  const value::Value* from;
  const value::Value* to;
};

struct MergeContext {
  value::Builder* builder;                               // non-null
  diag::Emitter* emit;                                   // non-null
  std::vector<AnnotationTransfer>* transfers = nullptr;  // receives replacements in order; may be null
  KeyTableCache* tables = nullptr;  // cached key tables of the builder's maps; null: each merge creates them
  // Returns whether a schema validates values below these keys. If so, a plain layer may replace a value by a
  // map; otherwise that is an error. Empty: a schema validates everything.
  std::function<bool(std::span<const value::Value* const> keys)> is_validated = {};
  // Called with the position of each document of a set before it is applied; returning false stops the merge
  // as failed, and the callee reports the reason. Empty: never stops.
  std::function<bool(source::Span overlay)> should_continue = {};
};

// A document of a set. `group` is the file it belongs to: an appended document joins the last group.
struct SetDocument {
  const value::Value* node = nullptr;  // the document's identity
  const value::Value* root = nullptr;  // its value
  source::Span span;
  uint32_t group = 0;
};

struct MergeResult {
  const value::Value* root = nullptr;  // never null; the left side if an operation failed
  bool ok = true;
};

// Applies `overlay` to `base`, the values of one document each. `document_node` identifies the document in
// the plan and may be null; no match is evaluated.
MergeResult Apply(const value::Value& base, const value::Value& overlay, const value::Value* document_node,
                  const MergePlan& plan, const MergeContext& context);

// The same for a document whose own operation is known: ytt's rule for data values, where documents match
// one to one.
MergeResult Apply(const SetDocument& base, const SetDocument& overlay, const MergePlan& plan,
                  const MergeContext& context);

struct MergeSetResult {
  std::vector<SetDocument> documents;
  bool ok = true;
};

// Applies overlay documents to a document set, in order. Each overlay document needs `@overlay/match by=`, or
// is appended.
MergeSetResult ApplySet(const std::vector<SetDocument>& base, const std::vector<SetDocument>& overlays,
                        const MergePlan& plan, const MergeContext& context);

}  // namespace kval::merge
