#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <string_view>

#include "src/cli/command_app.h"
#include "src/cli/command_line.h"
#include "src/cli/commands.h"
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
  return heading + (option.takes_value ? " \\fIVALUE\\fR" : "");
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

void WriteCommand(const CommandDoc& command, std::string& out) {
  WriteTitle("kval " + command.name, command.summary, out);
  out += ".SH SYNOPSIS\n\\fBkval " + Roff(command.name) + "\\fR [\\fIOPTIONS\\fR]";
  for (const OptionDoc& option : command.options) {
    out += option.positional.empty() ? "" : " [\\fI" + Roff(option.positional) + "\\fR]";
  }
  out += "\n.SH OPTIONS\n";
  for (const OptionDoc& option : command.options) {
    out += ".TP\n" + Heading(option) + "\n" + Roff(option.help) + "\n";
  }
  out +=
      ".SH \"EXIT STATUS\"\n0 no errors; 1 findings; 2 the invocation, an input or a schema cannot be used; "
      "3 a limit was hit; 4 a bug in kval.\n.SH \"SEE ALSO\"\n\\fBkval\\fR(1)\n";
}

void WriteProgram(const std::vector<CommandDoc>& commands, std::string& out) {
  WriteTitle("kval", "checks YAML configuration against a schema", out);
  out +=
      ".SH SYNOPSIS\n\\fBkval\\fR [\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n"
      "Says exactly what is wrong and where: line and column in the values and in the schema. Without a "
      "command it is \\fBkval check\\fR.\n.SH COMMANDS\n";
  for (const CommandDoc& command : commands) {
    out += ".TP\n\\fBkval " + Roff(command.name) + "\\fR\n" + Roff(command.summary) + "\n";
  }
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareMan(CommandApp& app) {
  auto words = std::make_shared<std::vector<std::string>>();
  app.add_option("COMMAND", *words,
                 "whose manual page is printed (default: the program's), `schema dump` say");
  return [words](const Environment&, Output& output) -> int {
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
    return Refuse(
        output, "there is no command " + name,
        nearest.empty() ? "`kval help` lists the commands" : "did you mean `kval man " + nearest + "`?");
  };
}

}  // namespace kval::cli
