#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"

// What main() needs of the system. One source file a system.
namespace kval::cli {

// Call once, before other threads exist. Keeps closed standard streams closed: no other file gets their
// descriptors. Writing to them fails, as does writing to a closed pipe or beyond the limit of file sizes.
void PrepareProcess();

ProcessEnvironment ReadEnvironment();

// The arguments without the name of the program, in UTF-8. On Windows, an argument, or the value behind the
// `=` of an option, is converted to a path with `/` if it starts with a drive, or if it contains `\` and its
// directory exists.
std::vector<std::string> ReadArguments(int count, char** arguments);

}  // namespace kval::cli
