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
  std::string directory;  // the argument that led to it; empty if it was named itself
};

// A file that was named itself, or found in a directory that was.
struct GivenFile {
  std::string path;
  std::string directory;  // empty when it was named itself
};

// Expands directories (sorted, recursively) and loads every file of a known type. A regular file given
// several times by one path is read and processed once (TemplateFiles). Reports unreadable files
// (diag/read_fault.h) and directories without usable files (KV002). Returns false on failure.
bool LoadInputs(const Options& options, source::FileReader& reader, source::SourceMap& sources,
                diag::Emitter& emit, std::vector<Input>& inputs);

// Returns the YAML and JSON files of paths: files, those below directories in ytt's order, `-`. Duplicates
// are removed, except streams. Reads nothing. Returns false after reporting missing paths.
bool ExpandPaths(const std::vector<std::string>& paths, source::FileReader& reader, diag::Emitter& emit,
                 std::vector<GivenFile>& files);

Result<const source::SourceFile*> ReadGiven(const GivenFile& file, source::FileReader& reader,
                                            source::SourceMap& sources);

// Reads an input that LoadInputs skipped; earlier reads are kept.
Result<const source::SourceFile*> ReadInput(Input& input, source::FileReader& reader,
                                            source::SourceMap& sources);

}  // namespace kval::driver
