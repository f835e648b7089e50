#include "src/cli/usage.h"

#include <algorithm>

#include "src/report/text.h"
#include "src/support/edit_distance.h"

namespace kval::cli {

int ReportUsageError(CommandOutput& output, std::string_view message, std::string_view help) {
  output.err += "kval: " + report::Escape(message) + "\n";
  if (!help.empty()) {
    output.err += "help: " + report::Escape(help) + "\n";
  }
  return kUnusable;
}

int ReportUsageError(CommandOutput& output, const Failure& failure) {
  return ReportUsageError(output, failure.message, failure.hint);
}

std::string ListOf(std::span<const std::string_view> words) {
  std::string list;
  for (size_t i = 0; i < words.size(); ++i) {
    list += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    list += words[i];
  }
  return list;
}

std::string ExpectedOneOf(std::span<const std::string_view> valid, std::string_view found) {
  const std::string message = "accepts " + ListOf(valid) + ", found " + std::string(found);
  const std::string_view nearest = Nearest(found, valid);
  return nearest.empty() ? message : message + "; did you mean " + std::string(nearest) + "?";
}

std::string UnknownChoice(std::string_view name, std::string_view found,
                          std::initializer_list<std::string_view> valid) {
  return std::string(name) + " " + ExpectedOneOf({valid.begin(), valid.size()}, found);
}

bool IsChoice(std::string_view name, std::string_view found, std::initializer_list<std::string_view> valid,
              std::string& message) {
  if (std::find(valid.begin(), valid.end(), found) != valid.end()) {
    return true;
  }
  message = UnknownChoice(name, found, valid);
  return false;
}

}  // namespace kval::cli
