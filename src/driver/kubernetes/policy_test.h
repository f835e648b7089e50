#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/source/span.h"
#include "src/value/value.h"

// Tests of admission policies: what they evaluate, and the results that they expect. Two formats: the one of
// Kyverno's command line (`kyverno-test.yaml`), and kval's own (`kval-test.yaml`).
namespace kval::driver {

// One expectation. Refers to the test's document.
struct ExpectedResult {
  source::Span span;
  std::string_view policy;                  // its name
  std::vector<std::string_view> resources;  // kval: one `Kind NAME` or `Kind NAMESPACE/NAME`. Kyverno: `NAME`
                                            // or `NAMESPACE/NAME`; empty for all
  std::string_view result;                  // of Kyverno: `pass`, `fail`, `skip`, `warn` or `error`
  std::string_view message;                 // of kval: a part of the message; empty for any
  const value::Value* mutated = nullptr;  // of Kyverno: the path of the objects after mutations; may be null
  std::optional<kubernetes::Operation> operation;
};

// A test. Refers to its document.
struct PolicyTest {
  // Kyverno's: every listed result is compared, and objects are evaluated as they are written. kval's own:
  // all findings are listed, and objects are evaluated with the defaults of the API server.
  enum class Format : uint8_t { kKyverno, kKval };
  Format format = Format::kKval;
  std::vector<const value::Value*> policies, resources, params, old, exceptions;  // paths
  std::vector<const value::Value*> mutated;   // of kval: paths of objects after mutations
  std::vector<const value::Value*> cluster;   // of Kyverno: paths of files with `spec.resources`
  const value::Value* values_path = nullptr;  // of Kyverno; may be null
  const value::Value* values = nullptr;       // the same, in the test; may be null
  const value::Value* user_path = nullptr;    // of Kyverno; may be null
  const value::Value* user_info = nullptr;    // of kval
  kubernetes::Operation operation = kubernetes::Operation::kCreate;
  bool has_payloads = false;  // Kyverno: documents or requests that are not Kubernetes objects
  std::vector<const value::Value*> json_payloads;  // the paths of such documents
  std::vector<ExpectedResult> expected;
};

// Whether a file in a directory is a test, by its name.
bool IsPolicyTestName(std::string_view file_name);

// Reads a test from its document. Returns nullopt after reporting an error.
std::optional<PolicyTest> ReadPolicyTest(const value::Value& document, diag::Emitter& emit);

}  // namespace kval::driver
