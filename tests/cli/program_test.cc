// Behaviour that a golden case cannot show: written files, and commands that depend on each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kSchema = "#@data/values-schema\n---\nname: app\n";

std::string ManyErrors(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "key" + std::to_string(i) + ": 1\n";
  }
  return text;
}

int CountOf(const std::string& text, const std::string& what) {
  int count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Fixes, OfValuesOfAChartWithoutAProjectFile) {
  Workplace place;
  place.File("web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n")
      .File("web/values.yaml", "port: 80\n")
      .File("web/values-prod.yaml", "port: \"81\"\n")
      .File("web/values.schema.json", R"({"properties": {"port": {"type": "integer"}}})");
  const Ended ended = place.Run("kval check web/values-prod.yaml --fix");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, Not(HasSubstr("KV301")));
  EXPECT_EQ(place.Text("web/values-prod.yaml"), "port: 81\n");
}

TEST(Findings, AreCutOnStandardOutputAndWholeInFiles) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", ManyErrors(250));
  const Ended ended =
      place.Run("kval -f schema.yml -f values.yml -o json:all.json -o sarif:all.sarif -o jsonl");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(CountOf(ended.out, "\n"), 201);
  EXPECT_THAT(ended.out, HasSubstr("\"code\":\"KV007\""));
  EXPECT_EQ(CountOf(place.Text("all.json"), "\"code\": \"KV300\""), 250);
  EXPECT_THAT(place.Text("all.json"), HasSubstr("\"truncated\": false"));
  EXPECT_EQ(CountOf(place.Text("all.sarif"), "\"ruleId\": \"KV300\""), 250);
}

TEST(Findings, TextAndJsonAgreeInTheirCounts) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", ManyErrors(250));
  EXPECT_THAT(place.Run("kval -f schema.yml -f values.yml").out, HasSubstr("Found 250 errors"));
  EXPECT_THAT(place.Run("kval -f schema.yml -f values.yml -o json").out, HasSubstr("\"errors\": 250"));
}

TEST(Findings, AFileThatCannotBeWrittenLosesNoOther) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: 1\n");
  const Ended ended =
      place.Run("kval -f schema.yml -f values.yml -o json:none/a.json -o sarif:b.sarif -o concise");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(place.Text("b.sarif"), HasSubstr("KV301"));
  EXPECT_THAT(ended.out, HasSubstr("error[KV010]"));
  EXPECT_THAT(ended.out, HasSubstr("there is no directory none"));
  EXPECT_THAT(ended.out, HasSubstr("values.yml:1:7: error[KV301]"));
}

TEST(Findings, AreNotWrittenOverAnInputOrThroughALink) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: a\n").File("kept", "kept");
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml -o json:values.yml").status, 2);
  EXPECT_EQ(place.Text("values.yml"), "name: a\n");
  EXPECT_EQ(place.Run("ln -s kept link; kval -f schema.yml -f values.yml -o json:link").status, 2);
  EXPECT_EQ(place.Text("kept"), "kept");
  EXPECT_EQ(place.Run("mkfifo pipe; kval -f schema.yml -f values.yml -o json:pipe").status, 2);
}

// The content of a file determines its role, so that files are read before they are checked.
TEST(Findings, OfAPipeAreThoseOfItsText) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: 1\n").File("in/a.yml", "a: 1\n");
  for (const char* const command : {"kval check schema.yml pipe", "kval check in schema.yml pipe",
                                    "kval check --each -f schema.yml pipe", "kval -f schema.yml -f pipe"}) {
    const Ended ended =
        place.Run("mkfifo pipe; cat values.yml >pipe & timeout 20 " + std::string(command) + "; rm pipe");
    EXPECT_THAT(ended.out, HasSubstr("KV301")) << command << ended.err;
  }
}

TEST(Rendering, AFailedRunLeavesTheOldFiles) {
  Workplace place;
  place.File("in/a.yml", "a: new\n")
      .File("in/b/c.yml", "b: new\n")
      .File("out/a.yml", "a: old\n")
      .File("out/b", "x");
  EXPECT_EQ(place.Run("kval render -f in --output-files out").status, 2);
  EXPECT_EQ(place.Text("out/a.yml"), "a: old\n");
  EXPECT_EQ(place.Run("ls -A out | wc -l").out, "2\n");
}

TEST(Rendering, AnInputIsNoOutput) {
  Workplace place;
  place.File("in/a.yml", "#! kept\na: 1\n");
  EXPECT_EQ(place.Run("kval render -f in --output-files in").status, 2);
  EXPECT_EQ(place.Run("kval render -f in --dangerous-emptied-output-directory in").status, 2);
  EXPECT_EQ(place.Text("in/a.yml"), "#! kept\na: 1\n");
}

TEST(Rendering, AChartIsWrittenToADirectory) {
  Workplace place;
  place.File("chart/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n")
      .File("chart/templates/a.yaml",
            "kind: Service\n---\nkind: Pod\n---\nmetadata: {annotations: {helm.sh/hook: test}}\n")
      .File("chart/crds/c.yaml", "kind: Crd");
  EXPECT_EQ(place.Run("kval helm template shop chart --output-dir out --release-name --include-crds").out,
            "wrote out/web/crds/c.yaml\nwrote out/shop/web/templates/a.yaml\n"
            "wrote out/shop/web/templates/a.yaml\nwrote out/shop/web/templates/a.yaml\n\n");
  EXPECT_EQ(place.Text("out/web/crds/c.yaml"), "---\n# Source: web/crds/c.yaml\nkind: Crd\n");
  EXPECT_EQ(
      place.Text("out/shop/web/templates/a.yaml"),
      "---\n# Source: web/templates/a.yaml\nkind: Service\n---\n# Source: web/templates/a.yaml\nkind: Pod\n"
      "---\n# Source: web/templates/a.yaml\nmetadata: {annotations: {helm.sh/hook: test}}\n");
}

// A run that is killed at any point leaves each output file either unchanged or complete.
TEST(Rendering, AKilledRunTearsNoFile) {
  Workplace place;
  const std::string big(200'000, 'x');
  place.File("in/a.yml", "a: " + big + "\n").File("in/b.yml", "b: " + big + "\n");
  for (int i = 0; i < 20; ++i) {
    place.File("out/a.yml", "old").File("out/b.yml", "old");
    const std::string delay = "0.0" + std::to_string(i % 10) + std::to_string(i / 2);
    place.Run("timeout -s " + std::string(i % 2 == 0 ? "KILL" : "TERM") + " " + delay +
              " kval render -f in --output-files out");
    for (const char* name : {"a", "b"}) {
      const std::string text = place.Text("out/" + std::string(name) + ".yml");
      EXPECT_TRUE(text == "old" || text == std::string(name) + ": " + big + "\n") << text.size();
    }
  }
}

TEST(Rendering, PrintsAndNamesAreHarmless) {
  Workplace place;
  place.File("in/a.yml", "#@ print(\"::error::\\x1b[2J\\nb\")\na: 1\n");
  const Ended ended = place.Run("kval render -f in --output-files out");
  EXPECT_THAT(ended.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(ended.err, Not(testing::StartsWith("::")));
  EXPECT_EQ(place.Run("kval check --color $'a\\n::error::b'").err.find("\n::"), std::string::npos);
}

constexpr std::string_view kRules = "#@data/values-schema\n---\n#@schema/validation min=1\na: 1\nb: \"\"\n";

TEST(Baseline, SurvivesEditsAndHidesNothingNew) {
  Workplace place;
  place.File("schema.yml", kRules).File("values.yml", "a: 0\nb: 1\n");
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml --write-baseline known.json").status, 0);
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml --baseline known.json").status, 0);
  place.File("values.yml", "# moved\n\n\nb: 1\na: 0\n");
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml --baseline known.json").status, 0);
  place.File("values.yml", "b: 1\na: 0\nc: 1\n");
  const Ended ended = place.Run("kval -f schema.yml -f values.yml --baseline known.json -o concise");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("KV300"));
  EXPECT_THAT(ended.out, Not(HasSubstr("KV301")));
  EXPECT_THAT(ended.out, HasSubstr("2 ignored"));
}

TEST(Baseline, KnowsNothingOfWhatWasNotChecked) {
  Workplace place;
  place.File("schema.yml", kRules).File("values.yml", "a: [\n");
  place.Run("kval -f schema.yml -f values.yml --write-baseline known.json");
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml --baseline known.json").status, 1);
}

TEST(Help, FitsAHundredColumns) {
  Workplace place;
  const Ended ended = place.Run(
      "for c in check values render 'schema dump' 'schema export' 'schema convert' vet run rules explain man "
      "completions; do "
      "kval $c --help; kval $c --help-all; done | awk 'length > 100'; kval --help | awk 'length > 100'");
  EXPECT_EQ(ended.out, "");
}

TEST(Help, ShowsAllOptionsOnRequest) {
  Workplace place;
  EXPECT_THAT(place.Run("kval check --help").out, Not(HasSubstr("--yaml-reader")));
  EXPECT_THAT(place.Run("kval check --help-all").out, HasSubstr("--yaml-reader"));
  EXPECT_LE(CountOf(place.Run("kval check --help").out, "\n  -"), 14);
}

TEST(StandardInput, ReplacesAProjectFile) {
  Workplace place;
  place
      .File(".kval.yaml",
            "sets:\n- name: a\n  schema: schema.yml\n  values: [base.yml, \"envs/{env}.yml\"]\n")
      .File("schema.yml", "#@data/values-schema\n---\nname: \"\"\nport: 80\n")
      .File("base.yml", "port: many\n")
      .File("envs/prod.yml", "port: 81\n")
      .File("envs/dev.yml", "name: 5\n");
  for (const char* name : {"envs/prod.yml", "./envs/prod.yml", "$PWD/envs/prod.yml"}) {
    const Ended ended =
        place.Run("printf 'name: 7\\n' | kval check - -o concise --stdin-filename " + std::string(name));
    EXPECT_EQ(ended.status, 1);
    EXPECT_EQ(ended.out,
              "base.yml:1:7: error[KV301] port: expected integer, found string\n"
              "envs/prod.yml:1:7: error[KV301] name: expected string, found integer\nFound 2 errors (3 files "
              "checked)\n")
        << name << ended.err;
  }
  EXPECT_THAT(place
                  .Run("mkdir .git; cd envs; printf 'port: 80\\n' | kval check - -o concise --stdin-filename "
                       "../base.yml")
                  .out,
              Not(HasSubstr("base.yml")));
}

TEST(Options, OfAnotherCommandAreNoSuggestion) {
  Workplace place;
  const Ended ended = place.Run("kval schema export --to ytt");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, Not(HasSubstr("did you mean `--to`")));
  EXPECT_THAT(place.Run("kval schema convert --to ytt --output-fil x").err,
              HasSubstr("did you mean `--output-file`?"));
}

TEST(Completions, KnowWhatIsExplained) {
  Workplace place;
  const Ended ended = place.Run(
      "source <(kval completions bash)\nCOMP_WORDS=(kval explain KV30) COMP_CWORD=2\n_kval\necho "
      "${COMPREPLY[0]}\nCOMP_WORDS=(kval explain @schema/null) COMP_CWORD=2\n_kval\necho ${COMPREPLY[@]}\n"
      "COMP_WORDS=(kval explain date-t) COMP_CWORD=2\n_kval\necho ${COMPREPLY[@]}\n"
      "COMP_WORDS=(kval explain lim) COMP_CWORD=2\n_kval\necho ${COMPREPLY[0]}\n"
      "COMP_WORDS=(kval check --ignore unknown-) COMP_CWORD=3\n_kval\necho ${COMPREPLY[@]} | tr ' ' '\\n' | "
      "grep -x unknown-key");
  EXPECT_EQ(ended.out, "KV300\n@schema/nullable\ndate-time\nlimits\nunknown-key\n") << ended.err;
}

TEST(Numbers, AreNoNegativeOnes) {
  Workplace place;
  for (const char* number : {"-1", "2x", "''", "0x1", "+1"}) {
    const Ended ended = place.Run("kval check -j " + std::string(number) + " a.yml");
    EXPECT_EQ(ended.status, 2) << number;
    EXPECT_THAT(ended.err, HasSubstr("must be a number of 0 or more, found")) << number;
  }
  EXPECT_THAT(place.Run("kval check -j 99999999999999999999 a.yml").err, HasSubstr("must be at most"));
}

TEST(Check, WithoutProjectAndInputsIsNoSuccess) {
  Workplace place;
  for (const char* words : {"kval", "kval check", "kval -q", "kval check -o json"}) {
    const Ended ended = place.Run(words);
    EXPECT_EQ(ended.status, 2) << words;
    EXPECT_THAT(ended.err, HasSubstr("`kval init` writes a project file")) << words;
  }
}

TEST(Completions, AreUnderstoodByTheirShells) {
  Workplace place;
  const Ended ended = place.Run(
      "source <(kval completions bash)\nCOMP_WORDS=(kval check --ou) COMP_CWORD=2\n_kval\necho "
      "${COMPREPLY[@]}\n"
      "COMP_WORDS=(kval check -o sar) COMP_CWORD=3\n_kval\necho ${COMPREPLY[@]}\nCOMP_WORDS=(kval exp) "
      "COMP_CWORD=1\n"
      "_kval\necho ${COMPREPLY[@]}");
  EXPECT_EQ(ended.out, "--output-format\nsarif\nexplain\n") << ended.err;
  for (const char* shell : {"zsh", "fish"}) {
    EXPECT_EQ(place
                  .Run("command -v " + std::string(shell) + " >/dev/null || exit 0; kval completions " +
                       shell + " > script; " + shell + " -n script")
                  .status,
              0)
        << shell;
  }
}

TEST(Version, HasAShortFlag) {
  Workplace place;
  EXPECT_EQ(place.Run("kval -V").out, place.Run("kval --version").out);
}

TEST(Colors, FollowTheVariables) {
  Workplace place;
  place.File("schema.yml", "#@data/values-schema\n---\nport: 8080\n").File("values.yml", "port: x\n");
  const std::string check = "kval -f schema.yml -f values.yml";
  const auto has_escapes = [&](const std::string& command) {
    return place.Run(command).out.find('\x1b') != std::string::npos;
  };
  EXPECT_FALSE(has_escapes(check));
  EXPECT_TRUE(has_escapes("FORCE_COLOR=1 " + check));
  EXPECT_TRUE(has_escapes("CLICOLOR_FORCE=1 TERM=dumb " + check));
  EXPECT_FALSE(has_escapes("CLICOLOR_FORCE=0 " + check));
  EXPECT_FALSE(has_escapes("NO_COLOR=1 CLICOLOR_FORCE=1 " + check));
  if (place.Run("command -v script").status != 0) {
    GTEST_SKIP() << "`script` is not installed";
  }
  const auto in_terminal = [&](const std::string& variables) {
    return has_escapes(variables + " script -qec '" + check + "' /dev/null");
  };
  EXPECT_TRUE(in_terminal("TERM=xterm"));
  EXPECT_FALSE(in_terminal("TERM=dumb"));
  EXPECT_FALSE(in_terminal("TERM=xterm CLICOLOR=0"));
}

TEST(Manual, IsUnderstoodByMan) {
  Workplace place;
  const Ended ended = place.Run(
      "command -v man >/dev/null || exit 0; kval man check > kval.1; man --warnings ./kval.1 > text");
  EXPECT_EQ(ended.err, "");
}

// An empty file name, as from an unset variable in a script: `kval helm -f ''` ignores it, as Helm does;
// `kval -f ''` reports it.
TEST(Files, WithoutAName) {
  Workplace place;
  place.File("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 1.0.0\n").File("c/values.yaml", "a: 1\n");
  place.File("c/templates/a.yaml",
             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: \"{{ .Values.a }}\"}\n");
  EXPECT_EQ(place.Run("kval helm c -f ''").status, 0);
  EXPECT_EQ(place.Run("kval helm c -f ','").status, 2);
  const Ended ended = place.Run("kval -f '' -f c/values.yaml");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.out, HasSubstr("the name of a file to read is empty"));
}

TEST(Pipelines, NamesFilesFromTheWorkspaceOn) {
  Workplace place;
  place.File("charts/schema.yml", kSchema).File("charts/values.yml", "name: 1\n");
  const std::string directory = place.directory().string();
  const std::string github = "GITHUB_ACTIONS=true GITHUB_WORKSPACE='" + directory + "' ";
  EXPECT_THAT(place.Run("cd charts; " + github + "kval -f schema.yml -f values.yml").out,
              HasSubstr("\n::error title=kval (KV301),file=charts/values.yml,line=1"));
  for (const char* format :
       {"full", "concise", "json", "github", "gitlab", "sarif", "junit", "rdjson", "azure"}) {
    const Ended ended =
        place.Run("kval -f $PWD/charts/schema.yml -f $PWD/charts/values.yml -o " + std::string(format));
    EXPECT_THAT(ended.out, Not(HasSubstr(directory))) << format;
    EXPECT_THAT(ended.out, HasSubstr("charts/values.yml")) << format;
  }
  EXPECT_EQ(
      place.Run("GITLAB_CI=true CI_PROJECT_DIR=$PWD kval -f charts/schema.yml -f charts/values.yml").status,
      1);
  EXPECT_THAT(place.Text("gl-code-quality-report.json"), HasSubstr("\"path\": \"charts/values.yml\""));
}

}  // namespace
}  // namespace kval::cli
