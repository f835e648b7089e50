#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// Runs tests of admission policies: `kval k8s test`.
namespace kval::driver {

// The comparison of one expectation with one object.
struct PolicyTestLine {
  enum class Verdict : uint8_t {
    kAsExpected,
    kDifferent,
    kNotApplied,   // the policy does not match the object, which is accepted whatever is expected
    kNotEvaluated  // kval does not evaluate the policy, or not for this object
  };
  Verdict verdict;
  std::string policy;
  std::string resource;  // `Pod default/web`; empty for none
  std::string text;      // what was found
};

struct PolicyTestFile {
  std::string path;
  std::vector<PolicyTestLine> lines;
};

struct PolicyTestResult {
  bool is_usable = true;  // all files can be read, and something was evaluated
  std::vector<PolicyTestFile> tests;
};

// Runs the tests in files and directories. Paths in a test are relative to it; they must lead to files in the
// working directory, or in the directory above the named one. Errors of the files go to `session`.
PolicyTestResult RunPolicyTests(const std::vector<std::string>& paths, const Limits& limits,
                                const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                Session& session);

}  // namespace kval::driver
