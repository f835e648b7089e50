#pragma once

#include <string_view>

#include "src/modules/native.h"

// The documentation protocol of ytt's schema proposal ("Validation Documentation"): a validation called
// without an argument, or with "__yttdoc__", returns a description of valid values.
namespace kval::modules {

// Returns whether a call requests the documentation.
bool AsksForDoc(const starlark::Args& args);

// Defines a validation of strings: `module.function(text)` gives True or False.
// Costs steps by the size of the text.
void DefinePredicate(Heap& heap, starlark::Module& module, std::string_view function, std::string_view doc,
                     bool (*holds)(starlark::Interpreter& interpreter, std::string_view text));

}  // namespace kval::modules
