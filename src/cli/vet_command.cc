#include <CLI/CLI.hpp>
#include <memory>

#include "src/cli/commands.h"
#include "src/cli/kcl_options.h"
#include "src/cli/report_options.h"
#include "src/lang/kcl/run/vet.h"

namespace kval::cli {
namespace {

struct State {
  kcl::run::VetRequest request;
  ReportOptions report;
  std::vector<std::string> paths;
  std::vector<std::string> externals;
  std::string format;  // empty: YAML, of which JSON is a part
};

int RunVet(State& state, const Environment& environment, Output& output) {
  std::string message;
  if (state.paths.size() < 2) {
    output.err +=
        "kval: name the data and the KCL file\n"
        "example: kval vet values.yml app.k\n";
    return kUnusable;
  }
  if (!state.format.empty() && state.format != "yaml" && state.format != "json") {
    output.err += "kval: --format takes yaml or json, found " + state.format + "\n";
    return kUnusable;
  }
  if (!ReadExternals(state.externals, state.request.externals, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  state.request.schema_file = state.paths.back();
  state.paths.pop_back();
  source::DiskFileReader reader;
  driver::Session session;
  bool ok = true;
  for (const std::string& path : state.paths) {
    ok = kcl::run::VetFile(state.request, path, session.sources, reader, session.emit) && ok;
  }
  if (!WriteFindings(state.report, session, state.paths.size(), environment, output.out,
                     environment.stdout_is_terminal, output, message)) {
    output.err += "kval: " + message + "\n";
    return kUnusable;
  }
  const int status = StatusOf(state.report, session, kFindings);
  if (ok && status == kOk && !state.report.quiet) {
    output.out += "Validate success!\n";
  }
  // A failure that reported nothing is none that --exit-zero speaks of.
  const bool is_reported = session.emit.error_count() > 0;
  return ok || is_reported ? status : static_cast<int>(kFindings);
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareVet(CLI::App& app) {
  auto state = std::make_shared<State>();
  app.add_option("DATA", state->paths, "data files or - (standard input), then the KCL file");
  app.add_option("-s,--schema", state->request.schema, "the schema to check with (default: the first)");
  app.add_option("-a,--attribute-name", state->request.attribute,
                 "the name that the data gets in the program")
      ->capture_default_str();
  app.add_option("--format", state->format, "yaml or json; told by the data when not given");
  app.add_option("-E,--external", state->externals, "name=path of an external package")
      ->allow_extra_args(false);
  AddReportOptions(app, state->report, true);
  return
      [state](const Environment& environment, Output& output) { return RunVet(*state, environment, output); };
}

}  // namespace kval::cli
