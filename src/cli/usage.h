#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/support/result.h"

namespace kval::cli {

// Says on standard error why the invocation cannot be used, in one line whatever the arguments hold, and
// what to do, if that is known. The status to exit with.
int Refuse(Output& output, std::string_view message, std::string_view help = {});

// The same for a failure, with its hint.
int Refuse(Output& output, const Failure& failure);

// `takes a, b or c, found x; did you mean b?`
std::string TakesOnly(std::span<const std::string_view> valid, std::string_view found);
// `a, b or c`
std::string ListOf(std::span<const std::string_view> words);

// `NAME takes a, b or c, found x; did you mean b?`
std::string UnknownChoice(std::string_view name, std::string_view found,
                          std::initializer_list<std::string_view> valid);

// Whether it is one of these; otherwise sets the message.
bool IsChoice(std::string_view name, std::string_view found, std::initializer_list<std::string_view> valid,
              std::string& message);

}  // namespace kval::cli
