#include "tests/helm/workbench.h"

#include "src/yaml/json_writer.h"

namespace kval::helm {

std::string Sandbox::JsonOf(Table* table) {
  std::string json;
  yaml::JsonStyle style;
  style.sort_keys = true;
  style.go = yaml::GoEscapes::kPlain;
  yaml::WriteJson(*forest_.Freeze(forest_.MakeNode(table)), style, json);
  return json;
}

std::string Sandbox::Set(SetKind kind, const std::string& text) {
  HelmContext context = this->context();
  Table* values = forest_.NewTable();
  return ApplySet({kind, text}, *values, context) ? JsonOf(values) : "refused";
}

Chart* Sandbox::Load(const std::string& path) {
  HelmContext context = this->context();
  return LoadChart(path, store_, context);
}

std::string Sandbox::Compute(const UserInput& input, HelmOperation mode) {
  HelmContext context = this->context();
  const ReadTable values = ReadUserValues(input, context);
  Chart* chart = Load();
  if (!values.is_whole || chart == nullptr || !chart->is_whole) {
    return "refused";
  }
  const FinalValues computed = helm::Compute(*chart, *values.table, mode, store_, context);
  return computed.values == nullptr ? "refused" : JsonOf(computed.values);
}

std::string Sandbox::Findings() const {
  std::string text;
  for (const diag::Diagnostic& finding : findings_.Sorted()) {
    text += finding.message + "\n";
  }
  return text;
}

}  // namespace kval::helm
