#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/support/result.h"

namespace kval::cli {

// Writes a usage error to standard error, in one line whatever the arguments contain, and a hint if there is
// one. Returns the exit code.
int ReportUsageError(CommandOutput& output, std::string_view message, std::string_view help = {});

// The same for a failure, with its hint.
int ReportUsageError(CommandOutput& output, const Failure& failure);

// `takes a, b or c, found x; did you mean b?`
std::string ExpectedOneOf(std::span<const std::string_view> valid, std::string_view found);
// `a, b or c`
std::string ListOf(std::span<const std::string_view> words);

// `NAME takes a, b or c, found x; did you mean b?`
std::string UnknownChoice(std::string_view name, std::string_view found,
                          std::initializer_list<std::string_view> valid);

// Returns whether `found` is one of the choices; otherwise sets the message.
bool IsChoice(std::string_view name, std::string_view found, std::initializer_list<std::string_view> valid,
              std::string& message);

}  // namespace kval::cli
