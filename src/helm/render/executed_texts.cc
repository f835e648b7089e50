#include "src/helm/render/executed_texts.h"

#include <algorithm>
#include <set>
#include <vector>

namespace kval::helm::render {
namespace {

constexpr size_t kMostPlaces = 2;  // more than one decide nothing

// A part of a text around an offset.
struct Excerpt {
  size_t begin;
  std::string_view text;
};

Excerpt LineAround(std::string_view text, size_t offset) {
  const size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const std::string_view line = text.substr(begin, text.find('\n', offset) - begin);
  const size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  const size_t last = line.find_last_not_of(" \t\r") + 1;
  return {begin + first, line.substr(first, std::max(last, first) - first)};
}

Excerpt ActionAround(std::string_view text, size_t offset) {
  const size_t begin = text.rfind("{{", offset);
  const size_t end = text.find("}}", offset);
  return begin == std::string_view::npos || end == std::string_view::npos
             ? Excerpt{}
             : Excerpt{begin, text.substr(begin, end + 2 - begin)};
}

// The offsets in the virtual buffer at which one of the values has the text. A map has the text of its
// values.
std::set<uint32_t> PlacesOf(std::string_view text, const std::vector<source::Span>& values,
                            const source::SourceMap& sources) {
  std::set<uint32_t> places;
  for (const source::Span value : values) {
    const std::string_view written = sources.Text(value);
    for (size_t at = written.find(text); at != std::string_view::npos && places.size() < kMostPlaces;
         at = written.find(text, at + text.size())) {
      places.insert(value.begin + static_cast<uint32_t>(at));
    }
  }
  return places;
}

}  // namespace

uint32_t ExecutedTexts::Place(std::string_view text, gotemplate::OriginSet origins) {
  const auto [known, is_new] = texts_.try_emplace(std::string(text), Text{0, origins});
  if (is_new) {
    known->second.base = sources_.AddText("tpl", known->first).base();
  } else {
    known->second.origins = origins_.Union(known->second.origins, origins);
  }
  return known->second.base;
}

source::Span ExecutedTexts::PlaceInValues(source::Span part) const {
  const auto executed = std::find_if(texts_.begin(), texts_.end(), [&](const auto& entry) {
    return part.begin >= entry.second.base && part.begin <= entry.second.base + entry.first.size();
  });
  if (!part.has_value() || executed == texts_.end()) {
    return part;
  }
  std::vector<source::Span> values;
  for (const uint32_t source : origins_.Sources(executed->second.origins)) {
    if (const source::Span value = values_.sources()[source].value.written->span; value.has_value()) {
      values.push_back(value);
    }
  }
  const std::string_view text = executed->first;
  const size_t offset = part.begin - executed->second.base;
  for (const Excerpt& excerpt : {LineAround(text, offset), ActionAround(text, offset)}) {
    if (excerpt.text.empty()) {
      continue;
    }
    const std::set<uint32_t> places = PlacesOf(excerpt.text, values, sources_);
    if (places.size() > 1) {
      return part;
    }
    if (places.size() == 1) {
      const size_t inside =
          std::clamp(offset, excerpt.begin, excerpt.begin + excerpt.text.size()) - excerpt.begin;
      const size_t size = std::min<size_t>(part.end - part.begin, excerpt.text.size() - inside);
      const auto begin = static_cast<uint32_t>(*places.begin() + inside);
      return {begin, static_cast<uint32_t>(begin + size)};
    }
  }
  return values.size() == 1 ? values[0] : part;
}

}  // namespace kval::helm::render
