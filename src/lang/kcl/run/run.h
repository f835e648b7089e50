#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/kcl/eval/evaluation.h"
#include "src/lang/kcl/run/result_output.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

// `kcl run`: programs in, YAML or JSON out (kcl.md, 8 and 9).
namespace kval::kcl::run {

struct RunRequest {
  std::vector<std::string> inputs;               // `.k` files, directories, and settings files (`.yaml`)
  std::vector<std::string> settings;             // `-Y`; later files win
  std::vector<std::string> options;              // `-D key=value`; they win over settings
  std::vector<std::string> overrides;            // `-O package:a.b=expression`, `-O a.b-`
  std::map<std::string, std::string> externals;  // `-E name=path`
  std::vector<std::string> package_homes;        // package directories: $KCL_PKG_PATH
  OutputOptions plan;                            // flags that are set here win over settings
  bool strict_range = false;                     // `-r`
  bool allow_effects = false;
  std::string writable_root;  // where effects may write; empty: below the program's root
  // Returns a guard that keeps a deadline from ending the process while a file is written; if empty, there is
  // no deadline.
  std::function<std::shared_ptr<void>()> hold_end;
  Limits limits;
  std::string working_directory;  // empty: the current one
};

struct RunOutcome {
  bool ok = false;
  std::string text;  // output of `print`, then the result; after a failure, the output printed until then
  std::string output_path;  // output file in a settings file; empty for standard output
};

// Runs a program. Reports all errors at their location.
RunOutcome Run(const RunRequest& request, source::SourceMap& sources, source::FileReader& reader,
               diag::Emitter& emitter);

}  // namespace kval::kcl::run
