// kcl_run run [--allow-effects] [-D k=v].. [-Y file].. [-S path].. [-O path=value].. [-E name=path].. [-n]
//             [-k] [-H] [-r] [-d] [-o file] [--format yaml|json] FILES..
//   runs a KCL program, for comparison with other implementations.
// kcl_run vet DATA SCHEMA_FILE [-s SCHEMA] [-a ATTRIBUTE] [-E name=path]..
//   validates data against a schema.

#include <cstdio>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/kcl/run/run.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "tests/kcl/vet_file.h"

namespace {

using kval::kcl::run::OutputFormat;
using kval::kcl::run::RunRequest;

// Returns true if the argument consumes `next`.
bool ReadArgument(const std::string& arg, const std::string& next, RunRequest& request, std::string& output) {
  if (arg == "-O") {
    request.overrides.push_back(next);
  } else if (arg == "-D" || arg == "-Y" || arg == "-S") {
    (arg == "-D" ? request.options : arg == "-Y" ? request.settings : request.plan.selectors).push_back(next);
  } else if (arg == "-E") {
    const size_t equals = next.find('=');
    request.externals[next.substr(0, equals)] = equals == std::string::npos ? "" : next.substr(equals + 1);
  } else if (arg == "-o") {
    output = next;
  } else if (arg == "--format") {
    request.plan.format = next == "json" ? OutputFormat::kJson : OutputFormat::kYaml;
  } else {
    request.plan.disable_none = request.plan.disable_none || arg == "-n";
    request.plan.sort_keys = request.plan.sort_keys || arg == "-k" || arg == "--sort_keys";
    request.plan.show_hidden = request.plan.show_hidden || arg == "-H" || arg == "--show_hidden";
    request.strict_range = request.strict_range || arg == "-r";
    request.allow_effects = request.allow_effects || arg == "--allow-effects";
    if (arg[0] != '-') {
      request.inputs.push_back(arg);
    }
    return false;
  }
  return true;
}

void PrintDiagnostics(const kval::diag::Collector& collector, const kval::source::SourceMap& sources) {
  for (const kval::diag::Diagnostic& diagnostic : collector.Sorted()) {
    std::fprintf(stderr, "%s[%s]: %s\n", std::string(kval::diag::SeverityName(diagnostic.severity)).c_str(),
                 kval::diag::CodeOf(diagnostic.kind).c_str(), diagnostic.message.c_str());
    for (const kval::diag::Label& label : diagnostic.labels) {
      if (label.span.has_value() && sources.Contains(label.span)) {
        const kval::source::LineColumn at = sources.Locate(label.span.begin);
        std::fprintf(stderr, "  --> %s:%u:%u %s\n", sources.FileOf(label.span).name().c_str(), at.line,
                     at.column, label.text.c_str());
      }
    }
    for (const std::string& note : diagnostic.notes) {
      std::fprintf(stderr, "  note: %s\n", note.c_str());
    }
    if (!diagnostic.hint.empty()) {
      std::fprintf(stderr, "  hint: %s\n", diagnostic.hint.c_str());
    }
  }
}

int VetMain(int argc, char** argv) {
  kval::kcl::run::VetRequest request;
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) {
    const std::string arg = argv[i];
    const std::string next = i + 1 < argc ? argv[i + 1] : "";
    if (arg[0] != '-') {
      files.push_back(arg);
      continue;
    }
    ++i;
    if (arg == "-s") {
      request.schema = next;
    } else if (arg == "-a") {
      request.attribute = next;
    } else if (arg == "-E") {
      const size_t equals = next.find('=');
      request.externals[next.substr(0, equals)] = equals == std::string::npos ? "" : next.substr(equals + 1);
    }
  }
  if (files.size() < 2) {
    return 2;
  }
  request.schema_file = files[1];
  kval::source::SourceMap sources;
  kval::source::DiskFileReader reader;
  kval::diag::Collector collector;
  kval::diag::Emitter emitter(&collector);
  const bool ok = kval::kcl::run::VetFile(request, files[0], sources, reader, emitter);
  PrintDiagnostics(collector, sources);
  std::puts(ok ? "Validate success!" : "");
  return ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "vet") {
    return VetMain(argc, argv);
  }
  RunRequest request;
  std::string output;
  for (int i = 2; i < argc; ++i) {
    if (ReadArgument(argv[i], i + 1 < argc ? argv[i + 1] : "", request, output)) {
      ++i;
    }
  }
  kval::source::SourceMap sources;
  kval::source::DiskFileReader reader;
  kval::diag::Collector collector;
  kval::diag::Emitter emitter(&collector);
  const kval::kcl::run::RunOutcome outcome = kval::kcl::run::Run(request, sources, reader, emitter);
  PrintDiagnostics(collector, sources);
  std::FILE* target = output.empty() ? stdout : std::fopen(output.c_str(), "w");
  if (target == nullptr) {
    return 1;
  }
  std::fputs(outcome.text.c_str(), target);
  if (target != stdout) {
    std::fclose(target);
  }
  return outcome.ok ? 0 : 1;
}
