#include "src/findings/ancestor_labels.h"

#include <algorithm>
#include <vector>

#include "src/check/describe.h"

namespace kval::findings {

void AddAncestorLabels(const PlainDocumentLayer& layer, const diag::Path& path, size_t& visited,
                       diag::DiagnosticBuilder& builder) {
  constexpr size_t kMostLookedAt = 2'000'000;
  std::vector<const value::Value*> keys;
  const value::Value* at = &layer.root;
  for (const diag::PathStep& step : path) {
    if (at->kind != value::Kind::kMapping || visited > kMostLookedAt) {
      return;  // items of lists are not merged
    }
    const auto entries = at->entries();
    visited += entries.size();
    const auto entry = std::find_if(entries.begin(), entries.end(), [&step](const value::Entry& each) {
      return check::StepOf(*each.key) == step;
    });
    if (entry == entries.end()) {
      return;
    }
    keys.push_back(entry->key);
    at = entry->value;
  }
  // The last one holds the value itself, which is shown.
  for (size_t i = keys.size(); i > 1; --i) {
    builder.Call(keys[i - 2]->span, "in this map item");
  }
  if (keys.empty() || keys.front()->span.begin != layer.begin.begin) {
    builder.Call(layer.begin, "in this document");
  }
}

}  // namespace kval::findings
