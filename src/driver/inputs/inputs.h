#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/options.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/source/source_map.h"

namespace kval::driver {

// One file of the run.
struct Input {
  const source::SourceFile* source;  // null for a file of a directory that only programs may ask for
  Role role;                         // as asked for
  bool from_directory;
  bool is_yaml;           // .yml, .yaml, .json, standard input, or asked for as values
  std::string path;       // what programs call it: from its directory on, as ytt has it
  std::string disk_path;  // where it is read
  std::string directory;  // what was given and brought it; empty when it was named itself
};

// A file that was named itself, or found in a directory that was.
struct GivenFile {
  std::string path;
  std::string directory;  // empty when it was named itself
};

// Expands directories (sorted, recursively) and loads every file of a known kind. A regular file that is
// given several times by one path is read once, and all its inputs have that text; what is done with texts is
// done once then, too (TemplateFiles). What cannot be read is reported (diag/read_fault.h); a directory that
// holds nothing of use too (KV002). False when something failed.
bool LoadInputs(const Options& options, source::FileReader& reader, source::SourceMap& sources,
                diag::Emitter& emit, std::vector<Input>& inputs);

// The YAML and JSON files that paths name: files themselves, those below directories in the order of ytt,
// `-`. What is named again is there once, streams excepted. Nothing is read. What is not there is reported;
// false when something was.
bool ExpandPaths(const std::vector<std::string>& paths, source::FileReader& reader, diag::Emitter& emit,
                 std::vector<GivenFile>& files);

Result<const source::SourceFile*> ReadGiven(const GivenFile& file, source::FileReader& reader,
                                            source::SourceMap& sources);

// Reads an input that LoadInputs left alone; what was read stays.
Result<const source::SourceFile*> ReadInput(Input& input, source::FileReader& reader,
                                            source::SourceMap& sources);

}  // namespace kval::driver
