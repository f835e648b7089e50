#pragma once

#include <optional>
#include <vector>

#include "src/cli/chart_location.h"
#include "src/cli/lsp/open_document.h"
#include "src/driver/check_plan.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/session.h"
#include "src/project/find_schema.h"

// What validates a document that is open in an editor. Diagnostics, hover, completion and declarations use
// it.
namespace kval::cli {

struct DocumentPlan {
  driver::CheckPlan plan;            // its inputs are schemas, if the document is not one itself
  std::optional<ChartValues> chart;  // of which the document has values; precedes the plan
};

// Plans the check of a document of a project. Enters the project's directory. Nullopt if no check of a
// project includes the document.
std::optional<DocumentPlan> PlanInProject(OpenDocument& text, const driver::DriverOptions& options,
                                          driver::InputFileReader& reader, driver::Session& session);

// Returns the sets of the project that a document is a layer of; empty if there are none. Enters the
// project's directory.
std::vector<project::LayeredCheck> SetsOf(OpenDocument& text, const driver::DriverOptions& options,
                                          driver::InputFileReader& reader, driver::Session& session);

// Plans the check of a document without a project, in its directory (OpenDocument::EnterDocumentDirectory),
// as `kval check --allow-unchecked` does: by the schema that it names, or for a manifest by its kind.
DocumentPlan PlanAlone(const OpenDocument& text, const driver::DriverOptions& options,
                       driver::InputFileReader& reader, driver::Session& session);

// Plans the check of a chart.
driver::PlannedCheck PlanChartOf(const ChartValues& values, driver::DriverOptions options);

}  // namespace kval::cli
