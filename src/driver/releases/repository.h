#pragma once

#include <string>

#include "src/source/file_reader.h"

// The repository that contains a file.
namespace kval::driver {

// Returns its directory, with a slash at the end: the next one above the file with `.git`; empty, which is
// the working directory, if there is none.
std::string RepositoryOf(const std::string& file, source::FileReader& reader);

// Whether a URL may be the one of the repository in `directory`: one of its remotes has the same last
// component, or it has none that can be read. Forks and mirrors have other hosts and owners; a remote that is
// a path is a copy on the same machine, whose name means nothing.
bool MayBeUrlOf(const std::string& directory, const std::string& url, source::FileReader& reader);

}  // namespace kval::driver
