#pragma once

#include <span>
#include <string_view>

#include "src/lang/gotemplate/functions.h"
#include "src/support/keyed_hash.h"

namespace kval::gotemplate {

// The functions that templates may call. Functions added later replace earlier ones of the same name, the
// language's own included (`and` and `or` then lose their short circuit, as in Go).
class FunctionTable {
 public:
  struct Entry {
    const Function* function;
    void* state;
  };

  FunctionTable();  // with the language's own functions
  // `functions` and `state` must outlive the table.
  void Add(std::span<const Function> functions, void* state = nullptr);
  // Null if there is none.
  const Entry* Find(std::string_view name) const;

 private:
  TextMap<std::string_view, Entry> by_name_;
};

}  // namespace kval::gotemplate
