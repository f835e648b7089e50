#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "annotations/annotation.h"
#include "annotations/bind.h"
#include "src/cli/commands.h"
#include "src/diag/kind.h"
#include "src/formats/format.h"

namespace kval::cli {
namespace {

void ExplainKind(const diag::KindEntry& entry, Output& output) {
  output.out += diag::CodeOf(entry.kind) + " " + std::string(entry.name) + " (" +
                std::string(diag::SeverityName(entry.severity)) + ")\n\n  " + std::string(entry.summary) +
                "\n";
}

void ExplainAnnotation(const annotations::Spec& spec, Output& output) {
  std::string& out = output.out;
  out += "@" + std::string(spec.name) + "\n\n  " + std::string(spec.summary) + "\n";
  if (!spec.details.empty()) {
    out += "  " + std::string(spec.details) + "\n";
  }
  out += "\n  stands on:";
  out += (spec.targets & annotations::kDocument) != 0 ? " documents" : "";
  out += (spec.targets & annotations::kMapItem) != 0 ? " map-items" : "";
  out += (spec.targets & annotations::kArrayItem) != 0 ? " array-items" : "";
  out += "\n";
  for (const annotations::Param& param : spec.params) {
    const std::string name(param.name.empty() ? param.label : param.name);
    out += "  " + name + std::string(name.size() < 14 ? 14 - name.size() : 1, ' ') + std::string(param.doc) +
           "\n";
  }
  out += "\n  example:\n";
  std::string_view example = spec.example;
  while (!example.empty()) {
    const size_t end = example.find('\n');
    out += "    " + std::string(example.substr(0, end)) + "\n";
    example = end == std::string_view::npos ? std::string_view() : example.substr(end + 1);
  }
  out += "\n  source: " + std::string(spec.source) + "\n";
}

void ListFormats(Output& output) {
  for (const formats::Entry& entry : formats::Builtin()) {
    const std::string name(entry.name);
    output.out +=
        name + std::string(name.size() < 22 ? 22 - name.size() : 1, ' ') + std::string(entry.doc) + "\n";
  }
}

void ListAll(Output& output) {
  output.out += "Rules:\n";
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    const std::string name(entry.name);
    output.out += "  " + diag::CodeOf(entry.kind) + "  " + name +
                  std::string(name.size() < 26 ? 26 - name.size() : 1, ' ') + std::string(entry.summary) +
                  "\n";
  }
  output.out += "\nAnnotations:\n";
  for (const annotations::Spec* spec : annotations::All()) {
    const std::string name = "@" + std::string(spec->name);
    output.out += "  " + name + std::string(name.size() < 33 ? 33 - name.size() : 1, ' ') +
                  std::string(spec->summary) + "\n";
  }
  output.out += "\nFormats: kval explain formats\n";
}

int RunExplain(std::string topic, Output& output) {
  if (topic.empty()) {
    ListAll(output);
    return kOk;
  }
  if (topic == "formats") {
    ListFormats(output);
    return kOk;
  }
  if (const diag::KindEntry* entry = diag::FindKind(topic)) {
    ExplainKind(*entry, output);
    return kOk;
  }
  while (topic.starts_with("#") || topic.starts_with("@")) {
    topic.erase(0, 1);
  }
  if (const annotations::Spec* spec = annotations::Find(topic)) {
    ExplainAnnotation(*spec, output);
    return kOk;
  }
  if (const formats::Entry* entry = formats::Find(topic)) {
    output.out += std::string(entry->name) + "\n\n  " + std::string(entry->doc) +
                  "\n  source: " + std::string(entry->source) + "\n";
    return kOk;
  }
  output.err += "kval: there is no rule, annotation or format " + topic + "\n";
  const std::string_view nearest = annotations::NearestName(topic);
  output.err += nearest.empty() ? "help: `kval explain` lists all of them\n"
                                : "help: did you mean @" + std::string(nearest) + "?\n";
  return kUnusable;
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareExplain(CLI::App& app) {
  auto topic = std::make_shared<std::string>();
  app.add_option("TOPIC", *topic,
                 "a rule (KV301, type-mismatch), an annotation (@schema/nullable), a format, or `formats`");
  return [topic](const Environment&, Output& output) { return RunExplain(*topic, output); };
}

}  // namespace kval::cli
