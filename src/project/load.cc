#include "src/project/load.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/project/builtin.h"

namespace kval::project {
namespace {

constexpr std::string_view kSchemaName = "kval:project.yml";

// The disk with the built-in schema as an additional file. A project file that was not named is untrusted and
// read as a found file.
class WithSchema final : public source::FileReader {
 public:
  WithSchema(source::FileReader& disk, const ProjectLocation& location) : disk_(disk), location_(location) {}

  source::PathKind KindOf(const std::string& path) override {
    return path == kSchemaName ? source::PathKind::kFile : disk_.KindOf(path);
  }
  Result<std::string> Read(const std::string& path) override {
    if (path == kSchemaName) {
      return std::string(SchemaText());
    }
    const bool is_found = location_.is_found && path == location_.file;
    return is_found ? disk_.ReadBelow(location_.root(), path) : disk_.Read(path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    return disk_.ReadBelow(directory, path);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return disk_.List(directory);
  }
  source::Tree Walk(const std::string& directory) override { return disk_.Walk(directory); }
  Result<std::string> RealPath(const std::string& path) override { return disk_.RealPath(path); }

 private:
  source::FileReader& disk_;
  const ProjectLocation& location_;
};

// Findings point into the project file only, because the built-in schema is not a file.
void DropSchemaLabels(driver::Session& session) {
  source::Span schema;
  for (size_t i = 0; i < session.sources.file_count(); ++i) {
    if (session.sources.file(i).name() == kSchemaName) {
      schema = session.sources.file(i).span();
    }
  }
  for (diag::Diagnostic& finding : session.findings.Release()) {
    std::vector<diag::Label>& labels = finding.labels;
    labels.erase(std::remove_if(labels.begin(), labels.end(),
                                [schema](const diag::Label& label) {
                                  return label.role != diag::LabelRole::kPrimary && label.span.has_value() &&
                                         label.span.begin >= schema.begin && label.span.begin <= schema.end;
                                }),
                 labels.end());
    session.findings.Consume(std::move(finding));
  }
}

}  // namespace

std::string_view SchemaText() {
  for (const EmbeddedText& text : BuiltinYaml()) {
    if (text.name == "project") {
      return text.text;
    }
  }
  return {};
}

std::string_view SchemaName() {
  return kSchemaName;
}

std::optional<Loaded> Load(const ProjectLocation& location, source::FileReader& reader,
                           driver::Session& session) {
  driver::DriverOptions options;
  options.inputs = {{std::string(kSchemaName), {}, driver::InputRole::kSchema},
                    {location.file, {}, driver::InputRole::kValues}};
  options.limits = session.limits;
  options.has_dialect = true;
  options.dialect = value::Dialect::kYaml12;
  WithSchema with_schema(reader, location);
  const driver::PipelineResult result = driver::Run(options, with_schema, session);
  DropSchemaLabels(session);
  if (result.values == nullptr || session.emit.error_count() > 0) {
    return std::nullopt;
  }
  return Loaded{ReadDeclaration(*result.values), result.values};
}

}  // namespace kval::project
