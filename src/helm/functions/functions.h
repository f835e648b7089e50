#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/version.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/lang/gotemplate/function_table.h"

// The functions that Helm's templates may call: those of Sprig 3.3 and Helm's own. functions.def is their
// table.
namespace kval::helm::functions {

class GoRegex;

// The settings and caches of the functions of one execution. Threads: one.
struct FunctionState {
  Version version = Version::kHelm3;
  // What `now` returns, in seconds since 1970. The default marks the time as a placeholder: 2000-01-01.
  int64_t now = 946684800;
  uint64_t regex_memory = uint64_t{8} << 20;
  // Returns the offset in the virtual buffer of a text that `tpl` executes, computed from the values of
  // `origins`; 0 if the function is empty.
  std::function<uint32_t(std::string_view text, gotemplate::OriginSet origins)> place_text = {};
  // The message of the last `fail` or `required` that failed: Helm shows it alone.
  std::string failure = {};
  // The errors in templates that `include` and `tpl` executed, the innermost first. The first error ends an
  // execution, so they are the chain that leads to it.
  std::vector<gotemplate::ExecutionError> inner_errors = {};
  // How many calls of `include` are in progress for each template.
  std::map<std::string, int, std::less<>> include_depths = {};
  // Compiled regular expressions by pattern.
  std::map<std::string, std::shared_ptr<const GoRegex>, std::less<>> patterns = {};
};

// Where a function comes from, and the table of tests that calls it (tests/helm/functions/TEST.txt).
struct FunctionInfo {
  std::string_view name;
  std::string_view source;
  std::string_view test;
};

// One entry for each function, in the order of functions.def.
std::span<const FunctionInfo> Infos();

// Adds the functions of `state->version` to `table`. `state` must outlive it.
//
// Results are deterministic. Where Sprig's are random, depend on a clock or create keys, the result is a
// placeholder of the same form: `randAlphaNum 3` is three letters, `now` is FunctionState::now, certificates
// are always the same ones. The local time zone is UTC, and no other zone is known. `keys` and `values`
// follow the order of keys, which is random in Go. Functions have no access to a network, a cluster, files or
// the environment: `lookup` returns an empty map, `getHostByName` an empty string.
void AddFunctions(gotemplate::FunctionTable* table, FunctionState* state);

}  // namespace kval::helm::functions
