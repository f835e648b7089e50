#pragma once

#include <set>
#include <string>
#include <string_view>

#include "src/driver/kubernetes/manifest_files.h"

namespace kval::driver {

// The files of a run that belong to tests of policies: of Kyverno's command line and kval's own
// (IsPolicyTestName), of Chainsaw and kuttl, and Gatekeeper's suites. Each test has a separate cluster, so
// that its policies do not apply to other objects, and its objects violate policies on purpose.
class TestFiles {
 public:
  // Finds the tests in the directories of the files and above, also those that are no files of the run. Finds
  // none if no file may have policies.
  void Take(const ManifestFiles& files, const Limits& limits, source::FileReader& reader);

  // Whether the objects of a file are part of a test.
  bool HasObjects(std::string_view name) const;
  // Whether the policies of a file are part of a test. Policies next to a test of Kyverno or a suite are
  // those of the repository, unless a directory above is named `test` or similarly.
  bool HasPolicies(std::string_view name) const;

 private:
  void AddTestsIn(const std::string& directory, const Limits& limits, source::FileReader& reader);
  void AddSuite(const value::Value& suite, const std::string& directory);
  static bool IsBelow(std::string_view name, const std::set<std::string, std::less<>>& directories);

  // With a slash at the end; empty: the working directory.
  std::set<std::string, std::less<>> clusters_;   // of tests that have their own policies
  std::set<std::string, std::less<>> objects_;    // of tests whose policies may be those of the repository
  std::set<std::string, std::less<>> of_suites_;  // normalized paths of files
};

}  // namespace kval::driver
