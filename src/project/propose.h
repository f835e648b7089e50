#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// A first project file for a repository, from the files that are there.
namespace kval::project {

struct ProposedSet {
  std::string name;
  std::vector<std::string> schema;
  std::vector<std::string> values;  // patterns with `{env}` among them
  std::string profile;              // empty: by the schema's language
  // Where there is no schema: what it is to be called, and the files that it is to be inferred from.
  std::string inferred;
  std::vector<std::string> samples;
};

// Finds charts (`Chart.yaml`), ytt schemas and KCL modules with values beside them, and the files of values
// by environment that belong to each. `files` are the project's, sorted; `begin_of` gives the begin of a
// text.
std::vector<ProposedSet> Propose(const std::vector<std::string>& files,
                                 const std::function<std::string(const std::string& path)>& begin_of);

// The project file that declares the sets.
std::string WriteProject(const std::vector<ProposedSet>& sets);

}  // namespace kval::project
