#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/driver_options.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/source/source_map.h"

namespace kval::driver {

// One file of the run.
struct RunInput {
  const source::SourceFile* source;  // null for a file of a directory that only programs may ask for
  InputRole role;                    // as asked for
  bool from_directory;
  bool is_yaml;           // .yml, .yaml, .json, standard input, or asked for as values
  std::string path;       // what programs call it: from its directory on, as ytt has it
  std::string disk_path;  // path to read
  std::string directory;  // the directory argument it was found in; empty if the file was named
};

// A file that was named, or found in a named directory.
struct InputFile {
  std::string path;
  std::string directory;  // empty if the file was named
};

// Expands directories (sorted, recursively) and loads every file of a known type. A regular file given
// several times by one path is read and processed once (TemplateFiles). Reports unreadable files
// (diag/read_failure.h) and directories without usable files (KV002). Returns false on failure.
bool LoadInputs(const DriverOptions& options, source::FileReader& reader, source::SourceMap& sources,
                diag::Emitter& emit, std::vector<RunInput>& inputs);

// Returns the YAML and JSON files of paths: files, those below directories in ytt's order, `-`. Duplicates
// are removed, except streams. Reads nothing. Returns false after reporting missing paths.
bool ExpandPaths(const std::vector<std::string>& paths, source::FileReader& reader, diag::Emitter& emit,
                 std::vector<InputFile>& files);

// Reads a file into `sources`. Errors: it cannot be read.
Result<const source::SourceFile*> ReadInputFile(const InputFile& file, source::FileReader& reader,
                                                source::SourceMap& sources);

// Reads an input that LoadInputs skipped; earlier reads are kept.
Result<const source::SourceFile*> ReadInput(RunInput& input, source::FileReader& reader,
                                            source::SourceMap& sources);

}  // namespace kval::driver
