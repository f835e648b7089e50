#include "src/driver/helm/rendered_texts.h"

#include <algorithm>

namespace kval::driver {

using helm::render::Manifest;

void RenderedText::Add(const Manifest& manifest) {
  text_ += "---\n# Source: " + manifest.file->name + "\n";
  segments_.push_back({static_cast<uint32_t>(text_.size()), &manifest});
  text_ += manifest.content;
  text_ += text_.ends_with('\n') ? "" : "\n";
}

std::optional<RenderedText::Place> RenderedText::Find(uint32_t offset) const {
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), offset,
                                      [](uint32_t at, const Segment& segment) { return at < segment.begin; });
  if (after != segments_.begin()) {
    const Segment& segment = *(after - 1);
    const uint32_t inside = offset - segment.begin;
    if (inside <= segment.manifest->content.size()) {
      return Place{segment.manifest, segment.manifest->offset() + inside};
    }
  }
  return after == segments_.end() ? std::nullopt
                                  : std::optional(Place{after->manifest, after->manifest->offset()});
}

std::map<std::string, RenderedText, std::less<>> TextsOf(const helm::render::RenderedChart& chart) {
  std::vector<const Manifest*> manifests;
  for (const auto* list : {&chart.manifests(), &chart.hooks()}) {
    for (const Manifest& manifest : *list) {
      manifests.push_back(&manifest);
    }
  }
  std::sort(manifests.begin(), manifests.end(),
            [](const Manifest* a, const Manifest* b) { return a->content.data() < b->content.data(); });
  std::map<std::string, RenderedText, std::less<>> texts;
  for (const Manifest* manifest : manifests) {
    texts[manifest->file->name].Add(*manifest);
  }
  return texts;
}

}  // namespace kval::driver
