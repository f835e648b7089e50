#pragma once

#include <string>
#include <string_view>
#include <vector>

// What is known of a helmfile without executing its templates.
namespace kval::driver {

// Whether a file has a name that helmfile reads: helmfile.yaml, helmfile.yaml.gotmpl, and those in
// helmfile.d.
bool IsHelmfileName(std::string_view path);
// Whether a file is a helmfile by its name, or lists releases of charts.
bool IsHelmfile(std::string_view path, std::string_view text);

// The normalized paths that a helmfile includes with `helmfiles` and `bases`, without templates.
std::vector<std::string> IncludedHelmfiles(std::string_view path, std::string_view text);

// The environments that the text declares.
std::vector<std::string> DeclaredEnvironments(std::string_view text);

// The parts of a text between lines with `---`: each the whole text, with spaces in the place of the others.
std::vector<std::string> PartsOf(std::string_view text);

}  // namespace kval::driver
