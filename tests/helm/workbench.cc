#include "tests/helm/workbench.h"

#include "src/yaml/json_writer.h"

namespace kval::helm {

std::string Workbench::JsonOf(Table* table) {
  std::string json;
  yaml::JsonStyle style;
  style.sort_keys = true;
  style.go = yaml::GoEscapes::kPlain;
  yaml::WriteJson(*forest_.Freeze(forest_.NodeOf(table)), style, json);
  return json;
}

std::string Workbench::Set(SetKind kind, const std::string& text) {
  Context context = this->context();
  Table* values = forest_.NewTable();
  return ApplySet({kind, text}, *values, context) ? JsonOf(values) : "refused";
}

Chart* Workbench::Load(const std::string& path) {
  Context context = this->context();
  return LoadChart(path, store_, context);
}

std::string Workbench::Compute(const UserInput& input, Mode mode) {
  Context context = this->context();
  const ReadTable values = ReadUserValues(input, context);
  Chart* chart = Load();
  if (!values.is_whole || chart == nullptr || !chart->is_whole) {
    return "refused";
  }
  const Computed computed = helm::Compute(*chart, *values.table, mode, store_, context);
  return computed.values == nullptr ? "refused" : JsonOf(computed.values);
}

std::string Workbench::Findings() const {
  std::string text;
  for (const diag::Diagnostic& finding : findings_.Sorted()) {
    text += finding.message + "\n";
  }
  return text;
}

}  // namespace kval::helm
