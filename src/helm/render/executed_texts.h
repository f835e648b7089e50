#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "src/helm/render/chart_values.h"
#include "src/lang/gotemplate/origins.h"
#include "src/source/source_map.h"
#include "src/source/span.h"

namespace kval::helm::render {

// The strings that `tpl` executes while a chart is rendered, and where the values have them. Threads: one.
class ExecutedTexts {
 public:
  // All must outlive this.
  ExecutedTexts(const ChartValues* values, gotemplate::Origins* origins, source::SourceMap* sources)
      : values_(*values), origins_(*origins), sources_(*sources) {}

  // Returns the offset of the text in the virtual buffer. Equal strings are placed once. `origins`: of the
  // values that the text was computed from.
  uint32_t Place(std::string_view text, gotemplate::OriginSet origins);

  // Returns the place in a file of values that a part of an executed text comes from: the same line, or else
  // the same action (`{{ … }}`), if those values have it once; else the only value that the text was computed
  // from. Returns `part` itself if it is in no such string, or if several places fit.
  source::Span PlaceInValues(source::Span part) const;

 private:
  struct Text {
    uint32_t base;
    gotemplate::OriginSet origins;
  };

  const ChartValues& values_;
  gotemplate::Origins& origins_;
  source::SourceMap& sources_;
  std::map<std::string, Text, std::less<>> texts_;
};

}  // namespace kval::helm::render
