#include "src/cli/command_app.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <utility>

#include "src/cli/usage.h"
#include "src/driver/session.h"

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

// As CLI11 shows such words in help.
std::string Joined(const std::vector<std::string_view>& words) {
  std::string joined = "{";
  for (const std::string_view word : words) {
    joined.append(joined.size() == 1 ? "" : ",").append(word);
  }
  return joined + "}";
}

// What CLI11 says, as kval says such things: `--jobs: …` becomes a sentence about `--jobs`.
std::string WordsFor(const CLI::ParseError& error) {
  const std::string text = error.what();
  const size_t colon = text.find(": ");
  const bool has_name = colon != std::string::npos;
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && has_name) {
    // CLI11 says "At Most" of an option that was given twice.
    const bool is_repeated = text.find(": At Most 1 ") != std::string::npos;
    return text.substr(0, colon) + (is_repeated ? " is repeated" : " requires a value");
  }
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr && has_name) {
    return text.substr(0, colon) + text.substr(colon + 1);
  }
  // "Could not convert: --jobs = x"
  const size_t equals = text.find(" = ");
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr && has_name &&
      equals != std::string::npos) {
    return text.substr(colon + 2, equals - colon - 2) + " must be a number, found " + text.substr(equals + 3);
  }
  return text;
}

// The option that the letter names: of `app`, or of the command above it.
const CLI::Option* FindLetter(const CLI::App* app, char letter) {
  const CLI::Option* option = nullptr;
  for (; app != nullptr && option == nullptr; app = app->get_parent()) {
    option = app->get_option_no_throw(std::string("-") + letter);
  }
  return option;
}

// ytt, Helm and KCL parse their flags with Go's pflag, which takes `-f=VALUE` for `-f VALUE` and `-s=false`
// for
// `--strict=false`, also behind other letters (`-qf=VALUE`). CLI11 makes the `=` a part of the value. Appends
// `word` to `words` in the form that CLI11 reads that way. As in pflag, a `=` with nothing behind it is the
// value.
void AppendShortOption(const CLI::App& app, const std::string& word, std::vector<std::string>& words) {
  const size_t equals = word.find('=');
  if (equals == std::string::npos || equals < 2 || equals + 1 == word.size() || word[1] == '-') {
    words.push_back(word);
    return;
  }
  for (size_t i = 1; i < equals; ++i) {
    const CLI::Option* option = FindLetter(&app, word[i]);
    const bool takes_value = option != nullptr && option->get_items_expected_max() > 0;
    if (i + 1 == equals && option != nullptr && !takes_value && !option->get_lnames().empty()) {
      if (i > 1) {
        words.push_back(word.substr(0, i));
      }
      words.push_back("--" + option->get_lnames().front() + word.substr(equals));
      return;
    }
    if (option == nullptr || takes_value) {
      const bool is_separator = takes_value && i + 1 == equals;
      words.push_back(is_separator ? word.substr(0, equals) + word.substr(equals + 1) : word);
      return;
    }
  }
  words.push_back(word);
}

// `words`, with their short options in the form that CLI11 reads as pflag would.
std::vector<std::string> WithGoShortOptions(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> read;
  read.reserve(words.size());
  const CLI::App* command = &app;
  bool has_options = true;
  for (const std::string& word : words) {
    if (has_options && word.starts_with('-')) {
      has_options = word != "--";
      AppendShortOption(*command, word, read);
      continue;
    }
    const auto below = command->get_subcommands([&](const CLI::App* one) { return one->get_name() == word; });
    command = below.empty() ? command : below.front();
    read.push_back(word);
  }
  return read;
}

}  // namespace

DeclaredOption& DeclaredOption::group(std::string_view name) {
  if (option_ != nullptr) {
    option_->group(std::string(name));
  }
  return *this;
}

DeclaredOption& DeclaredOption::required() {
  if (option_ != nullptr) {
    option_->required();
  }
  return *this;
}

DeclaredOption& DeclaredOption::allow_extra_args(bool allow) {
  if (option_ != nullptr) {
    option_->allow_extra_args(allow);
  }
  return *this;
}

DeclaredOption& DeclaredOption::capture_default_str() {
  if (option_ != nullptr) {
    option_->capture_default_str();
  }
  return *this;
}

DeclaredOption& DeclaredOption::delimiter(char between) {
  if (option_ != nullptr) {
    option_->delimiter(between);
  }
  return *this;
}

DeclaredOption& DeclaredOption::one_of(std::initializer_list<const char*> words) {
  if (option_ == nullptr) {
    return *this;
  }
  const std::vector<std::string_view> valid(words.begin(), words.end());
  option_->check(CLI::Validator(
      [valid](std::string& word) {
        const bool is_valid = std::find(valid.begin(), valid.end(), word) != valid.end();
        return is_valid ? std::string() : ExpectedOneOf(valid, word);
      },
      Joined(valid)));
  return *this;
}

CommandApp::CommandApp(std::string description, std::string name, AllOptions /*all*/)
    : CommandApp(std::move(description), std::move(name), nullptr) {}

CommandApp::CommandApp(std::string description, std::string name, const std::vector<std::string>& words)
    : CommandApp(std::move(description), std::move(name), &words) {}

CommandApp::CommandApp(std::string description, std::string name, const std::vector<std::string>* words)
    : owned_(std::make_unique<CLI::App>(std::move(description), std::move(name))),
      app_(owned_.get()),
      words_(words) {
  app_->allow_extras();
  if (words == nullptr) {
    app_->get_help_ptr()->description("shows this help");  // and of the commands below
  }
  IndexWords();
  if (words != nullptr && !MayMatch("-h") && !MayMatch("--help")) {
    app_->set_help_flag();  // nor have the commands below
  }
}

CommandApp::CommandApp(CLI::App* app, const std::vector<std::string>* words) : app_(app), words_(words) {
  IndexWords();
}

CommandApp::~CommandApp() = default;

CommandApp* CommandApp::add_subcommand(std::string_view name, std::string_view help, std::string_view group) {
  CLI::App* below = app_->add_subcommand(std::string(name), std::string(help));
  if (!group.empty()) {
    below->group(std::string(group));
  }
  below_.push_back(std::unique_ptr<CommandApp>(new CommandApp(below, words_)));
  return below_.back().get();
}

// CLI11 takes `-1` for a large number, as strtoull does.
template <typename T>
void RequireNumber(CLI::Option* option) {
  if constexpr (std::is_unsigned_v<T>) {
    option->check(CLI::Validator(
        [](std::string& word) {
          T number = 0;
          const char* const end = word.data() + word.size();
          const auto [stop, error] = std::from_chars(word.data(), end, number);
          if (error == std::errc::result_out_of_range && stop == end) {
            return "must be at most " + std::to_string(std::numeric_limits<T>::max()) + ", found " + word;
          }
          const bool is_good = error == std::errc() && stop == end;
          return is_good ? std::string() : "must be a number of 0 or more, found " + word;
        },
        ""));
  }
}

template <typename T>
DeclaredOption CommandApp::add_option(std::string_view names, T& target, std::string_view help) {
  if (!ShouldBuild(names)) {
    return DeclaredOption(nullptr);
  }
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(help));
  RequireNumber<T>(option);
  return DeclaredOption(option);
}

template <typename T>
DeclaredOption CommandApp::add_required_option(std::string_view names, T& target, std::string_view help) {
  ShouldBuild(names);  // notes its names
  CLI::Option* option = app_->add_option(std::string(names), target, std::string(help))->required();
  RequireNumber<T>(option);
  return DeclaredOption(option);
}

template <typename T>
DeclaredOption CommandApp::add_flag(std::string_view names, T& target, std::string_view help) {
  return ShouldBuild(names) ? DeclaredOption(app_->add_flag(std::string(names), target, std::string(help)))
                            : DeclaredOption(nullptr);
}

void CommandApp::footer(std::string_view text) {
  app_->footer(std::string(text));
}

void CommandApp::fallthrough() {
  app_->fallthrough();
}

void CommandApp::require_subcommand(int count) {
  app_->require_subcommand(count);
  requires_subcommand_ = count > 0;
}

void CommandApp::set_version_flag(std::string_view name, std::string_view text) {
  if (words_ == nullptr || MayMatch(name)) {
    app_->set_version_flag(std::string(name), std::string(text), "shows the version");
  }
}

void CommandApp::set_help_flag() {
  app_->set_help_flag();
  has_help_ = false;
}

bool CommandApp::parsed() const {
  return app_->parsed();
}

ParsedWords CommandApp::Parse(const std::vector<std::string>& words) {
  try {
    std::vector<std::string> read = WithGoShortOptions(*app_, words);
    std::ranges::reverse(read);
    app_->parse(std::move(read));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      // An unknown option explains best why a required argument is missing.
      if (ParsedWords unknown = Unexpected(); !unknown.is_good && !unknown.unknown.empty()) {
        return unknown;
      }
      return {false, WordsFor(error), {}, {}};
    }
    std::ostringstream help, unused;
    app_->exit(error, help, unused);
    return {false, {}, {}, help.str()};
  }
  return Unexpected();
}

std::vector<std::string_view> CommandApp::Subcommands() const {
  std::vector<std::string_view> names;
  for (const std::unique_ptr<CommandApp>& below : below_) {
    names.emplace_back(below->app_->get_name());
  }
  return names;
}

std::optional<std::string> CommandApp::PlainHelp(const std::vector<std::string>& words) const {
  const CLI::App* app = app_;
  std::string above;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const std::vector<const CLI::App*> below =
        app->get_subcommands([&](const CLI::App* one) { return one->get_name() == words[i]; });
    if (below.size() != 1) {
      return std::nullopt;
    }
    above += (above.empty() ? "" : " ") + app->get_name();
    app = below[0];
  }
  const bool scope = words.back() == "-h" || words.back() == "--help";
  return scope ? std::optional<std::string>(app->help(above)) : std::nullopt;
}

std::string CommandApp::FullName() const {
  std::string name;
  for (const CLI::App* app = app_; app != nullptr && app->get_parent() != nullptr; app = app->get_parent()) {
    name.insert(0, app->get_name() + (name.empty() ? "" : " "));
  }
  return name;
}

ParsedWords CommandApp::Unexpected() const {
  std::vector<std::string> left = app_->remaining();
  std::erase(left, "--");  // the end of the options
  if (!left.empty()) {
    // A word behind an option that is none is its value most likely.
    const auto option = std::find_if(
        left.begin(), left.end(), [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
    const std::string& word = option != left.end() ? *option : left.front();
    const bool is_option = option != left.end();
    const std::string name = FullName();
    return {false,
            (name.empty() ? "unknown " : name + " has no ") + (is_option ? "option " : "argument ") +
                word.substr(0, is_option ? word.find('=') : std::string::npos),
            word,
            {}};
  }
  for (const std::unique_ptr<CommandApp>& below : below_) {
    if (below->parsed()) {
      if (ParsedWords words = below->Unexpected(); !words.is_good) {
        return words;
      }
    }
  }
  return {};
}

std::vector<std::string_view> CommandApp::LongNames() const {
  // Those of a command that was named are all that counts.
  for (const std::unique_ptr<CommandApp>& below : below_) {
    if (below->parsed()) {
      return below->LongNames();
    }
  }
  std::vector<std::string_view> names;
  if (has_help_) {
    names.emplace_back("help");
  }
  AnyName(names_, [&](std::string_view name) {
    if (name.starts_with("--")) {
      names.push_back(name.substr(2));
    }
    return false;
  });
  for (const std::unique_ptr<CommandApp>& below : below_) {
    const std::vector<std::string_view> more = below->LongNames();
    names.insert(names.end(), more.begin(), more.end());
  }
  return names;
}

void CommandApp::IndexWords() {
  if (words_ == nullptr) {
    return;
  }
  constexpr size_t kNames = 2048;
  names_.reserve(kNames);
  for (const std::string& word : *words_) {
    if (word.starts_with("--")) {
      long_.push_back(word);
    } else if (word.starts_with('-')) {
      letters_.append(word, 1);  // among other flags (`-sq`) or with a value (`-fvalues.yml`)
    }
  }
}

bool CommandApp::MayMatch(std::string_view name) const {
  if (name.starts_with("--")) {
    return std::ranges::any_of(long_, [&](std::string_view word) { return word.starts_with(name); });
  }
  return name.size() > 1 && letters_.find(name[1]) != std::string::npos;
}

bool CommandApp::ShouldBuild(std::string_view names) {
  names_.append(names).append(",");
  return words_ == nullptr || !names.starts_with("-") ||
         AnyName(names, [&](std::string_view name) { return MayMatch(name); });
}

// The types that variables of options have.
#define KVAL_OPTION_OF(...)                                                                         \
  template DeclaredOption CommandApp::add_option(std::string_view, __VA_ARGS__&, std::string_view); \
  template DeclaredOption CommandApp::add_required_option(std::string_view, __VA_ARGS__&, std::string_view)
KVAL_OPTION_OF(std::string);
KVAL_OPTION_OF(std::vector<std::string>);
KVAL_OPTION_OF(size_t);
KVAL_OPTION_OF(uint32_t);
#undef KVAL_OPTION_OF
template DeclaredOption CommandApp::add_flag(std::string_view, bool&, std::string_view);
template DeclaredOption CommandApp::add_flag(std::string_view, std::string&, std::string_view);

}  // namespace kval::cli
