#pragma once

#include <string_view>

#include "src/modules/native.h"

// The documentation protocol of ytt's schema proposal ("Validation Documentation"): a validation that is
// called without an argument, or with "__yttdoc__", gives a text that says what a valid value is.
namespace kval::modules {

// Whether a call asks for the documentation.
bool AsksForDoc(const starlark::Args& args);

// Defines a validation of strings: `module.function(text)` gives True or False.
// Costs steps by the size of the text.
void DefinePredicate(Heap& heap, starlark::Module& module, std::string_view function, std::string_view doc,
                     bool (*holds)(starlark::Interpreter& interpreter, std::string_view text));

}  // namespace kval::modules
