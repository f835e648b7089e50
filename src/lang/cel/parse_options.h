#pragma once

namespace kval::cel {

// What may be written: CEL grew from one version of Kubernetes to the next.
struct ParseOptions {
  bool has_macros = true;
  bool has_bindings = false;  // the macro cel.bind
};

}  // namespace kval::cel
