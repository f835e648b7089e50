#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/helm/chart.h"
#include "src/helm/context.h"
#include "src/helm/render/chart_values.h"
#include "src/helm/render/release.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::render {

// A file in `templates/` of a chart.
struct TemplateFile {
  const ChartFile* file;
  gotemplate::Value data;  // the dot of the chart's templates
  std::string base_path;   // `.Template.BasePath`
};

// All templates of a chart and its subcharts, by their name: "web/charts/db/templates/service.yaml".
using TemplateFiles = std::map<std::string, TemplateFile, std::less<>>;

// Source: recAllTpls of helm pkg/engine/engine.go.
TemplateFiles CollectTemplates(const Chart& chart, const Table& values, const Release& release,
                               HelmContext& context, gotemplate::Heap& heap, ChartValues& chart_values);

// The names in the order in which Helm parses and executes them: deep directories first, each in descending
// order.
std::vector<std::string> ExecutionOrder(const TemplateFiles& files);

// Sets `.Template` for the execution of one file.
void SetTemplate(const std::string& name, const TemplateFile& file, Version helm, gotemplate::Heap& heap);

}  // namespace kval::helm::render
