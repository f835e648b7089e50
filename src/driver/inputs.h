#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

namespace kval::driver {

// One file of the run, read.
struct Input {
  const source::SourceFile* source;
  Role role;  // as asked for
  bool from_directory;
  bool is_yaml;  // .yml, .yaml, .json, standard input, or asked for as values
};

// Expands directories (sorted, recursively) and loads every file. What cannot be read is reported (KV001);
// a directory that holds nothing of use too (KV002). False when something failed.
bool LoadInputs(const Options& options, source::FileReader& reader, Session& session,
                std::vector<Input>& inputs);

}  // namespace kval::driver
