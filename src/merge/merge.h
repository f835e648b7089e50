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

// Overlays: one value laid over another by the rules of ytt (pkg/yttlibrary/overlay).
//
// Guarantees: values are never changed, but for those of a chain of layers that is given up (kept_tables.h);
// what no operation touches is shared with the inputs. Each value that a merge made has an Origin (value.h),
// which says what it was made of. The cost is linear in the nodes of both sides as long as nodes match by
// key; each predicate is asked once for each sibling. All independent mistakes of an overlay are reported in
// one run; an operation that failed changes nothing.
namespace kval::merge {

class KeptTables;

// `to` takes the place of `from`: whatever is kept beside the values for `from` (annotations) holds for `to`.
struct Transfer {
  const value::Value* from;
  const value::Value* to;
};

struct Context {
  value::Builder* builder;                     // non-null
  diag::Emitter* emit;                         // non-null
  std::vector<Transfer>* transfers = nullptr;  // to be carried out in order; null: not wanted
  KeptTables* tables = nullptr;                // of the builder's maps; null: each merge makes its own
  // Whether a schema says what may stand below these keys. A plain layer may then put a map in the place of
  // another kind, which the schema judges; elsewhere nobody would. Empty: everywhere.
  std::function<bool(std::span<const value::Value* const> keys)> is_judged = {};
  // Asked before each document of a set is laid over the others, with its place; false ends it, and it
  // failed. Who answers so says why. Empty: all are.
  std::function<bool(source::Span overlay)> may_go_on = {};
};

// A document of a set. `group` is the file it belongs to: an appended document joins the last group.
struct Document {
  const value::Value* node = nullptr;  // the document's identity
  const value::Value* root = nullptr;  // its value
  source::Span span;
  uint32_t group = 0;
};

struct Merged {
  const value::Value* root = nullptr;  // never null; where an operation failed the left side stands
  bool ok = true;
};

// Lays `overlay` over `base`, both the values of one document. `document_node` names the document in the
// plan (it may be null); no match is asked for.
Merged Apply(const value::Value& base, const value::Value& overlay, const value::Value* document_node,
             const Plan& plan, const Context& context);

// The same for a document whose own operation is known: ytt's rule for data values, where documents match
// one to one.
Merged Apply(const Document& base, const Document& overlay, const Plan& plan, const Context& context);

struct MergedSet {
  std::vector<Document> documents;
  bool ok = true;
};

// Lays a set of overlay documents over a set of documents, in order. Each overlay document needs
// `@overlay/match by=`, or is appended.
MergedSet ApplySet(const std::vector<Document>& base, const std::vector<Document>& overlays, const Plan& plan,
                   const Context& context);

}  // namespace kval::merge
