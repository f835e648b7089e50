#pragma once

namespace kval::cel {

// The allowed syntax, which depends on the Kubernetes version.
struct ParseOptions {
  bool has_macros = true;
  bool has_bindings = false;  // the macro cel.bind
};

}  // namespace kval::cel
