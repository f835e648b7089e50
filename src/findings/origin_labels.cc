#include "src/findings/origin_labels.h"

namespace kval::findings {

void AddOrigins(const value::Value& value, diag::DiagnosticBuilder& builder) {
  constexpr size_t kMost = 16;
  std::vector<source::Span> places;
  const value::Value* layer = &value;
  while (layer->origin() != nullptr && places.size() < kMost) {
    places.push_back(layer->origin()->right->span);
    layer = layer->origin()->left;
  }
  // What one layer set over its default is no news, unless both make up a collection.
  const bool is_merged = value.origin() != nullptr && value.is_collection() &&
                         value.origin()->left->kind == value.kind &&
                         value.origin()->right->kind == value.kind;
  const size_t least = is_merged ? 1 : 2;
  if (places.size() < least) {
    return;
  }
  places.push_back(layer->span);
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    if (place->has_value()) {
      builder.Origin(*place, {});
    }
  }
}

}  // namespace kval::findings
