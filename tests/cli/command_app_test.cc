#include "src/cli/command_app.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <CLI/CLI.hpp>

#include "src/cli/commands.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Options {
  std::vector<std::string> files;
  bool quiet = false;
  bool strict = false;
};

void Declare(CommandApp& app, Options& options) {
  app.add_option("-f,--file", options.files, "a file")->allow_extra_args(false);
  app.add_flag("-q,--quiet", options.quiet, "say less")->group("Other");
  app.add_flag("-s,--strict", options.strict, "say more");
}

Options Parsed(const std::vector<std::string>& words) {
  CommandApp app("", "kval", words);
  Options options;
  Declare(app, options);
  EXPECT_THAT(app.Parse(words).message, IsEmpty());
  return options;
}

TEST(CommandApp, BuildsWhatIsNamedInAnyWay) {
  EXPECT_THAT(Parsed({"-f", "a", "--file", "b", "--file=c", "-fd"}).files,
              ::testing::ElementsAre("a", "b", "c", "d"));
  const Options both = Parsed({"-sq"});
  EXPECT_TRUE(both.strict && both.quiet);
  EXPECT_FALSE(Parsed({"--quiet"}).strict);
}

TEST(CommandApp, ReadsShortOptionsAsPflag) {
  EXPECT_THAT(Parsed({"-f=a", "-f==b", "-f=", "-f", "=c", "-sf=d"}).files,
              ::testing::ElementsAre("a", "=b", "=", "=c", "d"));
  EXPECT_FALSE(Parsed({"-s=false"}).strict);
  const Options both = Parsed({"-qs=true"});
  EXPECT_TRUE(both.strict && both.quiet);
}

TEST(CommandApp, BuildsNothingElse) {
  const std::vector<std::string> words = {"--quiet"};
  CommandApp app("", "kval", words);
  Options options;
  Declare(app, options);
  EXPECT_EQ(app.cli11().get_option_no_throw("--strict"), nullptr);
  EXPECT_NE(app.cli11().get_option_no_throw("--quiet"), nullptr);
  EXPECT_THAT(app.LongNames(), ::testing::ElementsAre("help", "file", "quiet", "strict"));
}

TEST(CommandApp, WordsThatNothingTakesAreSaid) {
  const std::vector<std::string> words = {"below", "--stric"};
  CommandApp app("", "kval", words);
  Options options;
  Declare(*app.add_subcommand("below", "a command"), options);
  const ParsedWords parsed = app.Parse(words);
  EXPECT_FALSE(parsed.is_good);
  EXPECT_THAT(parsed.message, HasSubstr("--stric"));
  EXPECT_THAT(app.LongNames(), ::testing::Contains("strict"));
}

// Expects `few`, which builds only requested options, to have every option with a constraint (required,
// needs, excludes). CLI11 does not check constraints of options that were not built.
void ExpectBuilt(const CLI::App& all, const CLI::App& few) {
  for (const CLI::Option* option : all.get_options()) {
    if (option->get_required() || !option->get_needs().empty() || !option->get_excludes().empty()) {
      EXPECT_NE(few.get_option_no_throw(option->get_name()), nullptr)
          << all.get_name() << " " << option->get_name();
    }
  }
  const auto any = [](const CLI::App*) { return true; };
  const std::vector<const CLI::App*> below = all.get_subcommands(any);
  const std::vector<const CLI::App*> below_few = few.get_subcommands(any);
  ASSERT_EQ(below.size(), below_few.size());
  for (size_t i = 0; i < below.size(); ++i) {
    ExpectBuilt(*below[i], *below_few[i]);
  }
}

TEST(CommandApp, WhatIsRequiredIsAlwaysBuilt) {
  const std::vector<std::string> none;
  for (const Command& command : Commands()) {
    CommandApp all("", std::string(command.name), CommandApp::AllOptions());
    CommandApp few("", std::string(command.name), none);
    const auto run = command.declare(all);
    const auto run_few = command.declare(few);
    ExpectBuilt(all.cli11(), few.cli11());
  }
}

}  // namespace
}  // namespace kval::cli
