#include "src/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "src/cli/command_app.h"
#include "src/explain/terminal.h"
#include "src/support/word_list.h"

namespace kval::cli {
namespace {

constexpr size_t kHelpWidth = 100;
constexpr size_t kNarrowest = 60;
constexpr size_t kNameWidth = 30;

// Shown by `--help`; all other options are for those who look for them.
constexpr std::string_view kCommon =
    "help help-all version file set data-value profile output-format output output-file output-files "
    "ignore error-on-warnings yaml-only schema to argument setting path_selector overrides format quiet "
    "fix list watch each data-values-inspect values";

// The options that a command has for itself, not in a group with those of others.
bool IsOwn(const CLI::Option& option) {
  return option.get_group() == "Options";
}

// Whether the options that a command has for itself are few enough to be shown all.
bool ShowsAllOwn(const CLI::App& app) {
  constexpr int kFew = 12;
  const std::vector<const CLI::Option*> options = app.get_options();
  return std::count_if(options.begin(), options.end(),
                       [](const CLI::Option* option) { return IsOwn(*option); }) <= kFew;
}

bool IsCommon(const CLI::Option& option, bool shows_all_own) {
  if (option.get_positional() || (shows_all_own && IsOwn(option))) {
    return true;
  }
  const std::vector<std::string>& names = option.get_lnames();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return HasWord(kCommon, name); });
}

// `text` in lines of `width` columns, without the last line break.
std::string Wrapped(const std::string& text, size_t width) {
  std::string out = explain::WrapText(text, static_cast<uint32_t>(width), 0, 0);
  while (out.ends_with('\n')) {
    out.pop_back();
  }
  return out;
}

// The name of an option's value at the start of a description, `RULES: report these only`; else empty.
std::string_view ValueName(std::string_view description) {
  const std::string_view name = description.substr(0, description.find(": "));
  const bool is_name = name.size() < description.size() &&
                       name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_=[],:.") == std::string_view::npos;
  return is_name ? name : std::string_view();
}

class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(size_t width) : text_width_(width - kNameWidth) { column_width(kNameWidth); }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_items_expected_max() == 0) {
      return {};
    }
    const std::string type = option->get_type_name();
    const std::string description = option->get_description();
    const std::string_view name = ValueName(description);
    std::string text;
    if (!option->get_positional()) {
      text = " " + (!name.empty()                         ? std::string(name)
                    : type.find('{') != std::string::npos ? type.substr(type.find('{'))
                    : type == "UINT" || type == "INT"     ? "N"
                                                          : type);
    }
    const std::string standard = option->get_default_str();
    text += standard.empty() ? "" : "=" + standard;
    const bool takes_several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    text += takes_several && option->get_allow_extra_args() ? " ..." : "";
    return text + (option->get_required() ? " (required)" : "");
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_description();
    const size_t name = ValueName(text).size();
    return Wrapped(name == 0 || option->get_positional() ? text : text.substr(name + 2), text_width_);
  }
  std::string make_subcommand(const CLI::App* app) const override {
    std::stringstream out;
    CLI::detail::format_help(out, app->get_name(), Wrapped(app->get_description(), text_width_), kNameWidth);
    return out.str();
  }
  // One blank line between groups.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) {
      text.erase(at, 1);
    }
    return text;
  }

 private:
  size_t text_width_;
};

OptionDoc DocOf(const CLI::Option& option, bool shows_all_own) {
  OptionDoc doc;
  if (!option.get_snames().empty()) {
    doc.short_name = "-" + option.get_snames().front();
  }
  for (const std::string& name : option.get_lnames()) {
    doc.long_names.push_back("--" + name);
  }
  doc.positional = option.get_positional() ? option.get_name() : std::string();
  doc.help = option.get_description();
  doc.group = option.get_group();
  doc.takes_value = option.get_items_expected_max() > 0;
  if (const std::string_view name = ValueName(doc.help); doc.takes_value && doc.positional.empty()) {
    const bool is_number = option.get_type_name() == "UINT" || option.get_type_name() == "INT";
    doc.value = !name.empty() ? name : is_number ? "N" : "TEXT";
    doc.help.erase(0, name.empty() ? 0 : name.size() + 2);
  }
  doc.is_common = IsCommon(option, shows_all_own);
  return doc;
}

void Describe(const CLI::App& app, const std::string& name, std::vector<CommandDoc>& docs) {
  CommandDoc doc{name, app.get_description(), {}};
  const bool shows_all_own = ShowsAllOwn(app);
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) {
      doc.options.push_back(DocOf(*option, shows_all_own));
    }
  }
  docs.push_back(std::move(doc));
  for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
    Describe(*below, name + " " + below->get_name(), docs);
  }
}

}  // namespace

std::vector<CommandDoc> DescribeCommands(std::span<const Command> commands) {
  std::vector<CommandDoc> docs;
  for (const Command& command : commands) {
    CommandApp app(std::string(command.summary), {}, CommandApp::AllOptions());
    const auto run = command.declare(app);
    Describe(app.cli11(), std::string(command.name), docs);
  }
  return docs;
}

void ShapeHelp(CLI::App& app, bool all, uint32_t terminal_width) {
  const size_t width =
      terminal_width == 0 ? kHelpWidth : std::clamp<size_t>(terminal_width, kNarrowest, kHelpWidth);
  app.formatter(std::make_shared<HelpFormatter>(width));
  bool hides = false;
  const bool shows_all_own = ShowsAllOwn(app);
  for (CLI::Option* option : app.get_options()) {
    if (!all && !IsCommon(*option, shows_all_own) && !option->get_group().empty()) {
      option->group("");
      hides = true;
    }
  }
  // The program's footer does not belong to a command.
  if (app.get_parent() != nullptr) {
    app.footer(hides ? "`--help-all` shows all options." : "");
  }
  for (CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
    ShapeHelp(*below, all, terminal_width);
  }
}

}  // namespace kval::cli
