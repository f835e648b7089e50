#pragma once

#include <string_view>

#include "src/modules/native.h"

// The documentation protocol of ytt's schema proposal ("Validation Documentation"): a validation called
// without an argument, or with "__yttdoc__", returns a description of valid values.
namespace kval::modules {

// Returns whether a call requests the documentation.
bool IsDocRequest(const starlark::Args& args);

// Defines a string predicate: `module.function(text)` returns True or False. Cost: steps linear in the size
// of the string.
void DefinePredicate(Heap& heap, starlark::Module& module, std::string_view function, std::string_view doc,
                     bool (*holds)(starlark::Interpreter& interpreter, std::string_view text));

}  // namespace kval::modules
