#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/render/chart_values.h"
#include "src/helm/render/coverage.h"
#include "src/helm/render/manifests.h"
#include "src/helm/render/release.h"
#include "src/helm/render/rendered.h"
#include "src/helm/render/value_uses.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// What is recorded while templates are executed.
struct Recording {
  bool uses = false;             // what they do with the values
  Coverage* coverage = nullptr;  // receives the run; requires `uses`
};

// A rendered chart. Views of it are valid while it, the context and the values exist.
class RenderedChart {
 public:
  explicit RenderedChart(uint64_t memory) : heap_(memory), values_(&heap_) {}
  RenderedChart(const RenderedChart&) = delete;
  RenderedChart& operator=(const RenderedChart&) = delete;

  // All templates were executed. False: an error was reported, and there are no files.
  bool is_rendered() const { return is_rendered_; }
  // And Helm can read the documents.
  bool is_valid() const { return is_rendered_ && sorted_.invalid.empty(); }

  const std::string& notes() const { return notes_; }                // of the chart itself, not of subcharts
  const std::vector<RenderedFile>& files() const { return files_; }  // sorted by name; without NOTES.txt
  const std::vector<CrdFile>& crds() const { return crds_; }
  const std::vector<Manifest>& manifests() const { return sorted_.manifests; }
  const std::vector<Manifest>& hooks() const { return sorted_.hooks; }

  // The values that a piece of text was computed from.
  std::span<const uint32_t> SourcesOf(gotemplate::OriginSet origins) {
    return heap_.origins().Sources(origins);
  }
  const std::vector<ValueSource>& sources() const { return values_.sources(); }
  // What the templates did with the values; null unless that was requested.
  const ValueUses* uses() const { return uses_.get(); }
  // All templates of the chart and its subcharts.
  const gotemplate::TemplateSet& templates() const { return templates_; }

 private:
  friend class Renderer;
  friend std::unique_ptr<RenderedChart> Render(const Chart& chart, const Table& values,
                                               const Release& release, const Recording& recording,
                                               HelmContext& context);

  gotemplate::Heap heap_;
  ChartValues values_;
  std::unique_ptr<ValueUses> uses_;
  gotemplate::TemplateSet templates_;
  std::vector<RenderedFile> files_;
  std::vector<CrdFile> crds_;
  SortedManifests sorted_;
  std::string notes_;
  bool is_rendered_ = false;
};

// Renders a chart whose dependencies were processed, with its final values (Compute). Functions are
// deterministic and have no access to anything outside the chart (functions.h). Errors: reports the first
// template that fails, as Helm does, and exceeded limits. Source: helm pkg/engine/engine.go, pkg/action.
std::unique_ptr<RenderedChart> Render(const Chart& chart, const Table& values, const Release& release,
                                      const Recording& recording, HelmContext& context);

}  // namespace kval::helm::render
