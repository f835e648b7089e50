#pragma once

#include <string>
#include <vector>

#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

class CommandApp;

// Options for reading input, shared by all commands that read: which files may be read, and the limits.
struct ReadingOptions {
  std::vector<std::string> limits;  // name=value
  std::vector<std::string> link_destinations;
  bool any_link = false;
};

void AddReadingOptions(CommandApp& app, ReadingOptions& options);

// Reads the limits and the permitted link destinations. Returns false and sets a message for an invalid
// limit.
bool ReadLimits(const ReadingOptions& options, Limits& limits, std::string& message);
std::vector<std::string> LinkDestinations(const ReadingOptions& options);

}  // namespace kval::cli
