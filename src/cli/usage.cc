#include "src/cli/usage.h"

#include <algorithm>
#include <span>

#include "src/report/text.h"
#include "src/support/edit_distance.h"

namespace kval::cli {

int Refuse(Output& output, std::string_view message, std::string_view help) {
  output.err += "kval: " + report::Escape(message) + "\n";
  if (!help.empty()) {
    output.err += "help: " + report::Escape(help) + "\n";
  }
  return kUnusable;
}

std::string UnknownChoice(std::string_view name, std::string_view found,
                          std::initializer_list<std::string_view> valid) {
  std::string message = std::string(name) + " takes ";
  for (const std::string_view* choice = valid.begin(); choice != valid.end(); ++choice) {
    const bool is_last = choice + 1 == valid.end();
    message += choice == valid.begin() ? "" : is_last ? " or " : ", ";
    message += *choice;
  }
  message += ", found " + std::string(found);
  const std::string_view nearest = Nearest(found, {valid.begin(), valid.size()});
  return nearest.empty() ? message : message + "; did you mean " + std::string(nearest) + "?";
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
