#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>

#include "src/cli/command_app.h"
#include "src/cli/command_line.h"
#include "src/cli/commands.h"
#include "src/cli/exit_codes.h"
#include "src/cli/man_text.h"
#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

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

std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareMan(CommandApp& app) {
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
