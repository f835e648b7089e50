#include "tests/seeded_errors/checked.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"
#include "src/policy/attach_superseded.h"

namespace kval::seeded_errors {
namespace {

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

std::vector<Found> Check(const std::string& schema, const std::string& values) {
  source::MemoryFileReader reader;
  reader.Add("schema.yml", schema);
  reader.Add("values.yml", values);
  driver::DriverOptions options;
  options.inputs = {{"schema.yml", {}, driver::InputRole::kAuto},
                    {"values.yml", {}, driver::InputRole::kAuto}};
  driver::Session session;
  driver::Run(options, reader, session);
  std::vector<Found> found;
  for (const diag::Diagnostic& finding : policy::AttachSuperseded(session.findings.Sorted())) {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    const bool is_in_values = at.has_value() && session.sources.FileOf(at).name() == "values.yml";
    const size_t line = is_in_values ? session.sources.Locate(at.begin).line - 1 : std::string::npos;
    found.push_back(
        {line, diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + ": " + finding.message});
  }
  return found;
}

std::vector<Pair> Charts() {
  std::vector<Pair> pairs;
  // KVAL_FAULT_CHARTS: another directory with pairs of NAME.yml and NAME.schema.yml.
  const char* other = std::getenv("KVAL_FAULT_CHARTS");
  for (const auto& entry : std::filesystem::directory_iterator(other == nullptr ? KVAL_CHARTS : other)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".schema.yml")) {
      const std::string stem = name.substr(0, name.find('.'));
      pairs.push_back({stem, ReadText(entry.path()), ReadText(entry.path().parent_path() / (stem + ".yml"))});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.name < b.name; });
  return pairs;
}

}  // namespace kval::seeded_errors
