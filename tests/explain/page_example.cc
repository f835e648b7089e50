#include "tests/explain/page_example.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "src/diag/resource_rule.h"
#include "src/explain/markdown.h"

namespace kval::explain {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrompt = "$ ";

// Returns the commands of a console block: the lines after a prompt.
std::string CommandsOf(std::string_view text) {
  std::string commands;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.starts_with(kPrompt)) {
      commands += (commands.empty() ? "" : "\n") + std::string(line.substr(kPrompt.size()));
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return commands;
}

// Returns `kval -f` with the schema first, as in the golden cases; `kval run` for a KCL program; `kval
// --yaml-only` without a schema.
std::string DefaultCommand(const std::map<std::string, std::string>& files) {
  if (files.count("main.k") != 0) {
    return "kval run main.k";
  }
  std::string schemas, values;
  for (const auto& [name, text] : files) {
    (name.starts_with("schema") ? schemas : values) += " -f " + name;
  }
  return (schemas.empty() ? "kval --yaml-only" : "kval" + schemas) + values;
}

void AddBlock(const MarkdownBlock& block, Example& example) {
  if (block.language == "console") {
    example.command = CommandsOf(block.text);
  } else if (!block.file.empty()) {
    example.files[block.file] = block.text;
  }
}

// Returns the codes in brackets, as in `error[KV301]`; for a rule of the API server that of its group.
// Examples of schemas have no values, which a note reports.
std::set<std::string> CodesOf(const std::string& output) {
  std::set<std::string> codes;
  for (size_t at = output.find("[KV"); at != std::string::npos; at = output.find("[KV", at + 1)) {
    const size_t end = output.find(']', at);
    const std::string code = output.substr(at + 1, end - at - 1);
    if (std::string_view(output).substr(end).starts_with("]: no values are given")) {
      continue;
    }
    const diag::KindEntry* const entry = diag::FindKind(code);
    codes.insert(entry == nullptr ? code : diag::CodeOf(diag::GroupOf(entry->kind)));
  }
  return codes;
}

}  // namespace

PageExamples ExamplesOf(std::string_view page) {
  PageExamples examples;
  Example* current = nullptr;
  for (const MarkdownBlock& block : ParseMarkdown(page)) {
    if (block.kind == BlockKind::kCode && current != nullptr) {
      AddBlock(block, *current);
    } else if (block.kind != BlockKind::kHeading) {
      continue;
    } else if (block.text == "Example") {
      current = &examples.error;
    } else if (block.text.starts_with("Instead")) {
      examples.repairs.push_back(examples.error);
      current = &examples.repairs.back();
      current->heading = block.text;
    } else {
      current = nullptr;
    }
  }
  return examples;
}

Outcome RunExample(const Example& example, const std::string& program) {
  std::string pattern = (fs::temp_directory_path() / "kval-explain-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  for (const auto& [name, text] : example.files) {
    fs::create_directories((directory / name).parent_path());
    std::ofstream(directory / name, std::ios::binary) << text;
  }
  const std::string command = example.command.empty() ? DefaultCommand(example.files) : example.command;
  const std::string script = "cd '" + directory.string() + "' || exit 126\nPATH='" +
                             fs::path(program).parent_path().string() + "':$PATH\n(" + command +
                             "\n) </dev/null 2>&1";
  Outcome outcome;
  std::FILE* pipe = ::popen(script.c_str(), "r");
  std::array<char, 4096> buffer{};
  for (size_t size = 0; (size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.output.append(buffer.data(), size);
  }
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.codes = CodesOf(outcome.output);
  fs::remove_all(directory);
  return outcome;
}

}  // namespace kval::explain
