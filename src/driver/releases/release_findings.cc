#include "src/driver/releases/release_findings.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/driver/kubernetes/manifest_sinks.h"

namespace kval::driver {
namespace {

using diag::Diagnostic;
using diag::Severity;

bool HasPlace(const Diagnostic& finding) {
  return !finding.labels.empty() && finding.labels.front().span.has_value();
}

bool IsRendered(const Diagnostic& finding) {
  return std::any_of(finding.labels.begin(), finding.labels.end(),
                     [](const diag::Label& label) { return label.role == diag::LabelRole::kRendered; });
}

void AddPrimary(source::Span span, std::string text, Diagnostic& finding) {
  if (finding.labels.empty()) {
    finding.labels.push_back({span, {}, diag::LabelRole::kPrimary});
    return;
  }
  diag::Label& first = finding.labels.front();
  if (first.span.has_value()) {
    diag::Label related = first;
    related.role = diag::LabelRole::kRelated;
    related.text = related.text.empty() ? std::move(text) : related.text;
    finding.labels.insert(finding.labels.begin() + 1, std::move(related));
  }
  finding.labels.front().span = span;
  finding.labels.front().text.clear();
}

}  // namespace

bool ReleaseFindings::IsOfChart(const Diagnostic& finding, const ChartPlace& chart) const {
  if (!HasPlace(finding) || !session_.sources.Contains(finding.labels.front().span)) {
    return false;
  }
  const std::string_view name = session_.sources.FileOf(finding.labels.front().span).name();
  return name.starts_with(chart.path + "/") || name == chart.path;
}

bool ReleaseFindings::Relocate(Diagnostic& finding) const {
  bool is_primary = false;
  for (diag::Label& label : finding.labels) {
    for (const ReleaseContext::RenderedText& rendered : context_.rendered) {
      if (label.span.has_value() && rendered.text->Contains(label.span.begin)) {
        const uint32_t base = rendered.text->base();
        label.span =
            rendered.pieces.PlaceOf(label.span.begin - base, label.span.end - base, session_.sources);
        finding.fix = {};
        finding.value_span = {};
        is_primary = is_primary || &label == &finding.labels.front();
        break;
      }
    }
  }
  return is_primary;
}

void ReleaseFindings::Adapt(const ChartRelease& release, const ChartPlace& chart, Diagnostic& finding) const {
  const bool is_error = finding.severity == Severity::kError;
  const bool is_of_chart = IsOfChart(finding, chart);
  const bool has_place = HasPlace(finding);
  if (is_error && !release.unknown_values.empty() && (is_of_chart || !has_place)) {
    finding.severity = Severity::kNote;
    finding.kind = diag::Kind::kNotChecked;
    finding.message = release.title + " was not checked completely, because " + release.unknown_values +
                      ": " + finding.message;
    finding.hint.clear();
  } else if (is_error && !release.unapplied.empty() && IsRendered(finding)) {
    finding.severity = Severity::kWarning;
    finding.notes.emplace_back(
        "the manifest is changed after it is rendered, which kval does not do completely");
  }
  if (!has_place || (is_of_chart && chart.is_in_cache)) {
    AddPrimary(release.chart.at, "in the chart", finding);
  }
  if (!has_place && !finding.message.starts_with(release.title)) {
    finding.message = release.title + ": " + finding.message;
  } else if (is_of_chart) {
    finding.notes.push_back("rendered for " + release.title);
  }
}

void ReleaseFindings::Take(const ChartRelease& release, const ChartPlace& chart) {
  for (Diagnostic& finding : session_.findings.Release()) {
    // What users of a downloaded chart cannot change is not reported, unless it is rejected.
    if (chart.is_in_cache && finding.severity != Severity::kError && IsOfChart(finding, chart)) {
      continue;
    }
    Adapt(release, chart, finding);
    const bool is_relocated = Relocate(finding);
    findings_.push_back({std::move(finding), is_relocated});
  }
}

void ReleaseFindings::Emit() {
  PlaceholderSink placeholders(session_.sources, variables_, session_.emit);
  for (Adapted& adapted : findings_) {
    if (adapted.is_relocated || variables_ == nullptr) {
      session_.emit.Emit(std::move(adapted.finding));  // templates were executed
    } else {
      placeholders.Consume(std::move(adapted.finding));
    }
  }
  findings_.clear();
}

}  // namespace kval::driver
