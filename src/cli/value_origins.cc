#include "src/cli/value_origins.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "src/value/compare.h"

namespace kval::cli {

std::vector<source::Span> OriginSpans(const value::Value& value, const source::SourceMap& sources) {
  constexpr size_t kMostPlaces = 16;
  std::vector<source::Span> places;
  std::vector<const value::Value*> layers = {&value};
  while (!layers.empty() && places.size() < kMostPlaces) {
    const value::Value& layer = *layers.back();
    layers.pop_back();
    if (const value::Origin* origin = layer.origin(); origin != nullptr) {
      layers.push_back(origin->left);
      layers.push_back(origin->right);
    } else if (sources.Contains(layer.span) &&
               std::find(places.begin(), places.end(), layer.span) == places.end()) {
      places.push_back(layer.span);
    }
  }
  return places;
}

bool IsComputed(const value::Value& value, const source::SourceMap& sources) {
  if (value.style != value::Style::kComputed || !sources.Contains(value.span)) {
    return value.style == value::Style::kComputed;
  }
  std::string_view text = sources.Text(value.span);
  if (value.is_collection()) {
    return !text.starts_with(value.kind == value::Kind::kMapping ? '{' : '[');
  }
  const bool is_quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return (is_quoted ? text.substr(1, text.size() - 2) : text) != value::PlainText(value);
}

}  // namespace kval::cli
