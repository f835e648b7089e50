#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/helm/render/render.h"

namespace kval::driver {

// The manifests of one template as a text that `kval k8s` validates, in the form of `helm template`.
class RenderedText {
 public:
  void Add(const helm::render::Manifest& manifest);
  const std::string& text() const { return text_; }

  // A byte of a manifest.
  struct Place {
    const helm::render::Manifest* manifest;
    uint32_t offset;  // in the text of the rendered file
  };
  // A byte before a manifest, such as the marker of its document, is its first byte. Returns nullopt behind
  // the last one.
  std::optional<Place> Find(uint32_t offset) const;

 private:
  struct Segment {
    uint32_t begin;
    const helm::render::Manifest* manifest;
  };
  std::string text_;
  std::vector<Segment> segments_;
};

// By the name of the template. Documents are in the order of each file. `chart` must outlive the result.
std::map<std::string, RenderedText, std::less<>> TextsOf(const helm::render::RenderedChart& chart);

}  // namespace kval::driver
