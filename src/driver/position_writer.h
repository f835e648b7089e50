#pragma once

#include <string>
#include <vector>

#include "src/driver/libraries/library_execution.h"

namespace kval::driver {

// Appends documents with the place of every node, one node on each line (`-o pos`):
//   `config.yml:5 |   clients:`. Source: ytt pkg/yamlmeta/file_position_printer.go.
void WritePositions(const std::vector<Rendered>& documents, const Session& session, std::string& out);

}  // namespace kval::driver
