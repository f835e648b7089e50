#include "src/project/load.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/project/builtin.h"
#include "src/source/forwarding_file_reader.h"

namespace kval::project {
namespace {

constexpr std::string_view kSchemaName = "kval:project.yml";

// The disk with the built-in schema as an additional file. A project file that was not named is untrusted and
// read as a found file.
class WithSchema final : public source::ForwardingFileReader {
 public:
  WithSchema(source::FileReader& disk, const ProjectLocation& location)
      : ForwardingFileReader(disk), location_(location) {}

  source::PathKind KindOf(const std::string& path) override {
    return path == kSchemaName ? source::PathKind::kFile : reader_.KindOf(path);
  }
  Result<std::string> Read(const std::string& path) override {
    if (path == kSchemaName) {
      return std::string(SchemaText());
    }
    const bool is_found = location_.is_found && path == location_.file;
    return is_found ? reader_.ReadBelow(location_.root(), path) : reader_.Read(path);
  }

 private:
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
