#include "src/check/describe.h"

#include <vector>

#include "src/value/compare.h"

namespace kval::check {

std::string FoundName(const value::Value& value) {
  return std::string(value::KindName(value.kind));
}

source::Span PlaceOf(const value::Value* key, const value::Value& value) {
  const bool is_block = value.is_collection() && value.style != value::Style::kFlow;
  if (key != nullptr && key->span.has_value() && (is_block || !value.span.has_value())) {
    return key->span;
  }
  return value.span;
}

void AddOrigins(const value::Value& value, diag::Builder& builder) {
  constexpr size_t kMost = 16;
  std::vector<source::Span> places;
  const value::Value* layer = &value;
  while (layer->origin != nullptr && places.size() < kMost) {
    places.push_back(layer->origin->right->span);
    layer = layer->origin->left;
  }
  if (places.empty()) {
    return;
  }
  places.push_back(layer->span);
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    if (place->has_value()) {
      builder.Origin(*place, {});
    }
  }
}

diag::PathStep StepOf(const value::Value& key) {
  return diag::PathStep::Key(value::PlainText(key));
}

}  // namespace kval::check
