#include <algorithm>
#include <cctype>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/cli/command_app.h"
#include "src/cli/command_line.h"
#include "src/cli/commands.h"
#include "src/cli/exit_codes.h"
#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

struct ManExample {
  std::string_view command;
  std::string_view what;
};

// The text of a command's manual page apart from its options.
struct ManText {
  std::string_view command;  // "schema infer"; empty: the program's own page
  std::string_view description;
  std::span<const ManExample> examples;
};

constexpr ManExample kProgram[] = {
    {"kval init",
     "writes a project file for the charts, environments, schemas and manifests of the repository"},
    {"kval", "checks the project"},
    {"kval -f schema.yml -f values.yml", "checks values against a schema"},
    {"kval explain KV301", "explains a finding and how to fix it"},
};

constexpr ManExample kCheck[] = {
    {"kval check -f schema.yml -f values.yml -f prod.yml --set replicas=3",
     "merges values in order and checks them"},
    {"kval check --each -f schema.yml apps/*.yml", "validates every document separately"},
    {"kval check envs/prod.yml", "runs the checks of the project that this file belongs to"},
    {"kval check --fix", "applies safe fixes"},
    {"kval check -o sarif:out.sarif", "writes findings in a machine format too"},
};

constexpr ManExample kValues[] = {
    {"kval values -f schema.yml -f values.yml -o json", "prints the final values as JSON"},
};

constexpr ManExample kHelm[] = {
    {"kval helm ./chart -f prod.yaml --set image.tag=1.2.3", "validates the values of one release"},
    {"kval helm ./chart --infer", "warns about keys that the chart does not use"},
};

constexpr ManExample kK8s[] = {
    {"helm template ./chart | kval k8s -", "validates the output of a chart"},
    {"kval k8s manifests --k8s-version 1.31 --crds crds",
     "validates a directory, with definitions of custom resources"},
};

constexpr ManExample kK8sTest[] = {
    {"kval k8s test policies", "runs the tests in a directory"},
};

constexpr ManExample kVet[] = {
    {"kval vet data.yaml schema.k -s Server", "validates data against a KCL schema"},
};

constexpr ManExample kInfer[] = {
    {"kval schema infer values.yaml prod.yaml -o schema.yml", "writes a schema that matches both files"},
    {"kval schema infer --to json-schema chart/values.yaml -o chart/values.schema.json",
     "writes the schema that Helm uses"},
};

constexpr ManExample kConvert[] = {
    {"kval schema convert -f schema.yml --to json-schema", "converts annotated YAML to a JSON Schema"},
};

constexpr ManExample kInit[] = {
    {"kval init", "writes a project file; then `kval` checks the project"},
};

constexpr ManText kStrings[] = {
    {"",
     "Reports each error with its line and column in the values and in the schema. Without a command it runs "
     "kval check; without arguments it checks the project.",
     kProgram},
    {"check",
     "Merges the defaults of schemas, files and flags in order, and validates the result: keys, types and "
     "rules. The role of each file is detected by its content. Without files it checks all sets of the "
     "project file; with paths only the sets that the paths belong to. It never reports success if nothing "
     "was checked.",
     kCheck},
    {"values", "Prints the merged values that check validates.", kValues},
    {"helm",
     "Merges the values of a release like Helm, including subcharts and their conditions, and validates them "
     "against every schema of the chart and its subcharts.",
     kHelm},
    {"k8s",
     "Validates manifests against the types of the given Kubernetes versions, against "
     "CustomResourceDefinitions, and against the validation rules of both. Nothing is downloaded.",
     kK8s},
    {"k8s test",
     "A test names policies, resources and the findings or results that are expected. Each line is the "
     "comparison of one expectation with one resource. The exit code is 1 if a result is different, and 2 if "
     "a test cannot be read or nothing was evaluated. Policies that kval does not evaluate never count as "
     "passed.",
     kK8sTest},
    {"vet", "Validates data like `kcl vet`, with the location of each error.", kVet},
    {"schema infer",
     "Combines samples: a key missing from a sample is optional, and different types become a union. Files "
     "after a chart's own values.yaml override it, so only additional keys are optional. A map that is empty "
     "in the first sample accepts any key. Comments become descriptions; secrets are not copied.",
     kInfer},
    {"schema convert", "Parts of the schema that the other language cannot express are reported.", kConvert},
    {"init",
     "Finds charts, values files by environment, schemas, KCL modules and definitions of custom resources, "
     "and writes a project file for them. Existing files are not changed.",
     kInit},
};

// Returns null for commands that need no description beyond their summary.
const ManText* FindManText(std::string_view command) {
  for (const ManText& text : kStrings) {
    if (text.command == command) {
      return &text;
    }
  }
  return nullptr;
}

// Text for troff: no line is a request, no dash a hyphen (man(7)).
std::string Roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '-') {
      out += '\\';
    }
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
      out += "\\&";
    }
    out += c == '\\' ? 'e' : c;
  }
  return out;
}

std::string Heading(const OptionDoc& option) {
  if (!option.positional.empty()) {
    return "\\fI" + Roff(option.positional) + "\\fR";
  }
  std::string heading = option.short_name.empty() ? "" : "\\fB" + Roff(option.short_name) + "\\fR";
  for (const std::string& name : option.long_names) {
    heading += (heading.empty() ? "\\fB" : ", \\fB") + Roff(name) + "\\fR";
  }
  return heading + (option.value.empty() ? "" : " \\fI" + Roff(option.value) + "\\fR");
}

void WriteTitle(const std::string& name, std::string_view summary, std::string& out) {
  std::string upper = name;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return c == ' ' ? '-' : static_cast<char>(std::toupper(c)); });
  // The name of a page is one word, the one it is found by.
  std::string page = name;
  std::replace(page.begin(), page.end(), ' ', '-');
  out += ".TH " + upper + " 1 \"\" \"kval " + std::string(kVersion) + "\"\n.SH NAME\n" + Roff(page) +
         " \\- " + Roff(summary) + "\n";
}

std::string ExitStatusText() {
  std::string out = ".SH \"EXIT STATUS\"\n";
  for (const ExitCode& code : kExitCodes) {
    out += ".TP\n" + std::to_string(code.code) + "\n" + Roff(code.meaning) + "\n";
  }
  return out;
}

constexpr char kSurroundings[] =
    ".SH FILES\n.TP\n\\fI.kval.yaml\\fR, \\fIkval.yaml\\fR\nthe project file, in the working directory or "
    "its parents, up to the root of the repository\n.SH ENVIRONMENT\n.TP\n\\fBKVAL_CONFIG\\fR\nthe project "
    "file, as \\-\\-config\n.TP\n\\fBNO_COLOR\\fR, \\fBFORCE_COLOR\\fR, \\fBCLICOLOR\\fR, "
    "\\fBCLICOLOR_FORCE\\fR, \\fBTERM\\fR\nno colours for NO_COLOR=1, CLICOLOR=0 or TERM=dumb; colours also "
    "without a terminal for FORCE_COLOR=1 or CLICOLOR_FORCE=1\n.TP\n\\fBGITHUB_ACTIONS\\fR, "
    "\\fBGITLAB_CI\\fR\nfindings are also written as annotations for these pipelines\n.SH \"SEE ALSO\"\n";

void WriteDescription(const ManText* text, std::string& out) {
  if (text != nullptr) {
    out += ".SH DESCRIPTION\n" + Roff(text->description) + "\n";
  }
}

void WriteExamples(const ManText* text, std::string& out) {
  if (text == nullptr) {
    return;
  }
  out += ".SH EXAMPLES\n";
  for (const ManExample& example : text->examples) {
    out += ".TP\n\\fB" + Roff(example.command) + "\\fR\n" + Roff(example.what) + "\n";
  }
}

// Group by group, as help shows them.
void WriteOptions(const std::vector<OptionDoc>& options, std::string& out) {
  std::vector<std::string> groups;
  for (const OptionDoc& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  out += ".SH OPTIONS\n";
  for (const std::string& group : groups) {
    out += group == groups.front() ? "" : ".SS \"" + Roff(group) + "\"\n";
    for (const OptionDoc& option : options) {
      if (option.group == group) {
        out += ".TP\n" + Heading(option) + "\n" + Roff(option.help) + "\n";
      }
    }
  }
}

void WriteCommand(const CommandDoc& command, std::string& out) {
  WriteTitle("kval " + command.name, command.summary, out);
  out += ".SH SYNOPSIS\n\\fBkval " + Roff(command.name) + "\\fR [\\fIOPTIONS\\fR]";
  for (const OptionDoc& option : command.options) {
    out += option.positional.empty() ? "" : " [\\fI" + Roff(option.positional) + "\\fR]";
  }
  out += "\n";
  const ManText* text = FindManText(command.name);
  WriteDescription(text, out);
  WriteOptions(command.options, out);
  WriteExamples(text, out);
  out += ExitStatusText();
  out += ".SH \"SEE ALSO\"\n\\fBkval\\fR(1)\n";
}

void WriteProgram(const std::vector<CommandDoc>& commands, std::string& out) {
  WriteTitle("kval", "checks YAML configuration against a schema", out);
  out += ".SH SYNOPSIS\n\\fBkval\\fR [\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n";
  const ManText* text = FindManText({});
  WriteDescription(text, out);
  out += ".SH COMMANDS\n";
  for (const CommandDoc& command : commands) {
    out += ".TP\n\\fBkval " + Roff(command.name) + "\\fR\n" + Roff(command.summary) + "\n";
  }
  WriteExamples(text, out);
  out += ExitStatusText();
  out += kSurroundings;
  for (const CommandDoc& command : commands) {
    const bool is_last = &command == &commands.back();
    std::string page = command.name;
    std::replace(page.begin(), page.end(), ' ', '-');
    out += "\\fBkval\\-" + Roff(page) + "\\fR(1)" + (is_last ? "\n" : ",\n");
  }
}

}  // namespace

RunCommand DeclareMan(CommandApp& app) {
  auto words = std::make_shared<std::vector<std::string>>();
  app.add_option("COMMAND", *words,
                 "the command, for example `schema dump` (default: the manual page of kval)");
  return [words](const ProcessEnvironment&, CommandOutput& output) -> int {
    const std::vector<CommandDoc> commands = DescribeCommands(Commands());
    std::string name;
    for (const std::string& word : *words) {
      name += (name.empty() ? "" : " ") + word;
    }
    if (name.empty()) {
      WriteProgram(commands, output.out);
      return kOk;
    }
    std::vector<std::string_view> names;
    for (const CommandDoc& command : commands) {
      names.push_back(command.name);
      if (command.name == name) {
        WriteCommand(command, output.out);
        return kOk;
      }
    }
    const std::string nearest(Nearest(name, names));
    return ReportUsageError(
        output, "unknown command " + name,
        nearest.empty() ? "`kval help` lists the commands" : "did you mean `kval man " + nearest + "`?");
  };
}

}  // namespace kval::cli
