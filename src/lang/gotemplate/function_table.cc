#include "src/lang/gotemplate/function_table.h"

#include "src/lang/gotemplate/builtins.h"

namespace kval::gotemplate {

FunctionTable::FunctionTable() {
  Add(Builtins());
}

void FunctionTable::Add(std::span<const Function> functions, void* state) {
  for (const Function& function : functions) {
    by_name_.insert_or_assign(function.name, Entry{&function, state});
  }
}

const FunctionTable::Entry* FunctionTable::Find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

}  // namespace kval::gotemplate
