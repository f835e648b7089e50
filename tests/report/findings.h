#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/report/report.h"
#include "src/source/source_map.h"
#include "src/support/check.h"

namespace kval::report {

// Builds input files and findings about them.
class Scene {
 public:
  // Adds a file. At() finds it by its name.
  Scene& File(std::string name, std::string text) {
    sources_.AddText(std::move(name), std::move(text));
    return *this;
  }
  // Adds a file whose whole content is a secret.
  Scene& Secret(std::string name, std::string text) {
    sources_.AddSecret(std::move(name), std::move(text));
    return *this;
  }

  // Returns the first occurrence of `text` in the file after the first occurrence of `after`.
  source::Span At(std::string_view file, std::string_view text, std::string_view after = {}) const {
    for (size_t i = 0; i < sources_.file_count(); ++i) {
      if (sources_.file(i).name() == file) {
        const size_t from = sources_.file(i).text().find(after);
        KVAL_CHECK(from != std::string_view::npos);
        const size_t found = sources_.file(i).text().find(text, from);
        KVAL_CHECK(found != std::string_view::npos);
        const uint32_t begin = sources_.file(i).base() + static_cast<uint32_t>(found);
        return {begin, begin + static_cast<uint32_t>(text.size())};
      }
    }
    KVAL_CHECK(false);
    return {};
  }
  source::Span EndOf(size_t file) const {
    return {sources_.file(file).span().end, sources_.file(file).span().end};
  }

  diag::DiagnosticBuilder Report(source::Span at, diag::Kind kind, std::string message) {
    return emitter_.ReportText(at, kind, std::move(message));
  }

  std::string Print(std::string_view format, const RenderOptions& options = {}) const {
    const Reporter* reporter = FindReporter(format);
    KVAL_CHECK(reporter != nullptr);
    return Render(*reporter, {sources_, collector_.diagnostics()}, options);
  }

  const source::SourceMap& sources() const { return sources_; }
  const std::vector<diag::Diagnostic>& diagnostics() const { return collector_.diagnostics(); }

 private:
  source::SourceMap sources_;
  diag::Collector collector_;
  diag::Emitter emitter_{&collector_};
};

// Returns a path of keys.
inline diag::Path Keys(std::initializer_list<std::string_view> keys) {
  diag::Path path;
  for (const std::string_view key : keys) {
    path.push_back(diag::PathStep::Key(key));
  }
  return path;
}

}  // namespace kval::report
