#pragma once

#include <string>
#include <vector>

#include "src/source/file_reader.h"

namespace kval::driver {

struct GeneratedApplications {
  std::vector<std::string> applications;  // as JSON; incomplete ones begin with `?`
  std::vector<std::string> messages;
};

// The Applications of the ApplicationSet in a file.
GeneratedApplications GenerateFrom(const std::string& path, source::FileReader& reader);

}  // namespace kval::driver
