#include "src/cli/command_app.h"

#include <algorithm>
#include <utility>

namespace kval::cli {
namespace {

// Calls `use` with each name of `-f,--file{default}`, until it says true.
template <typename Use>
bool AnyName(std::string_view names, const Use& use) {
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    if (use(name.substr(0, name.find('{')))) {
      return true;
    }
    names.remove_prefix(std::min(comma + 1, names.size()));
  }
  return false;
}

// More words than mean the option are no harm: it is built then, and CLI11 decides.
bool CanMean(std::string_view word, std::string_view name) {
  if (name.starts_with("--")) {
    return word.starts_with(name);
  }
  // Among other flags (`-sq`) or with its value (`-fvalues.yml`).
  const bool is_short = word.size() > 1 && word[0] == '-' && word[1] != '-';
  return name.size() > 1 && is_short && word.find(name[1]) != std::string_view::npos;
}

}  // namespace

CommandApp::CommandApp(std::string description, std::string name, All /*all*/)
    : CommandApp(std::move(description), std::move(name), nullptr) {}

CommandApp::CommandApp(std::string description, std::string name, const std::vector<std::string>& words)
    : CommandApp(std::move(description), std::move(name), &words) {}

CommandApp::CommandApp(std::string description, std::string name, const std::vector<std::string>* words)
    : CLI::App(std::move(description), std::move(name)), words_(words) {
  allow_extras();
}

CommandApp* CommandApp::add_subcommand(std::string_view name, std::string_view help) {
  // The constructor that CLI11 uses for commands below a command is private; what it takes over of the upper
  // one:
  std::shared_ptr<CommandApp> below(new CommandApp(std::string(help), std::string(name), words_));
  below->footer(get_footer());
  below->formatter(get_formatter());
  below->require_subcommand(0, static_cast<int>(get_require_subcommand_max()));
  below_.push_back(below.get());
  CLI::App::add_subcommand(below);
  return below.get();
}

std::string CommandApp::Unexpected() const {
  const std::vector<std::string> left = remaining();
  if (!left.empty()) {
    return CLI::ExtrasError(get_name(), left).what();
  }
  for (const CommandApp* below : below_) {
    if (std::string message = below->parsed() ? below->Unexpected() : std::string(); !message.empty()) {
      return message;
    }
  }
  return {};
}

std::vector<std::string_view> CommandApp::LongNames() const {
  std::vector<std::string_view> names;
  if (get_help_ptr() != nullptr) {
    names.emplace_back("help");
  }
  AnyName(names_, [&](std::string_view name) {
    if (name.starts_with("--")) {
      names.push_back(name.substr(2));
    }
    return false;
  });
  for (const CommandApp* below : below_) {
    const std::vector<std::string_view> more = below->LongNames();
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

bool CommandApp::Builds(std::string_view names) {
  names_.append(names).append(",");
  return words_ == nullptr || !names.starts_with("-") || AnyName(names, [&](std::string_view name) {
           return std::any_of(words_->begin(), words_->end(),
                              [&](const std::string& word) { return CanMean(word, name); });
         });
}

CLI::Option* CommandApp::Unbuilt() {
  if (unbuilt_ == nullptr) {
    unbuilt_ = std::make_unique<CLI::App>();
  }
  return unbuilt_->get_help_ptr();
}

}  // namespace kval::cli
