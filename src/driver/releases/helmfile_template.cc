#include "src/driver/releases/helmfile_template.h"

#include <utility>

#include "src/helm/render/text_template.h"
#include "src/lang/gotemplate/containers.h"
#include "src/support/lexical_path.h"
#include "src/support/take_part.h"

namespace kval::driver {
namespace {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

// Programs, secrets and the environment of the user are not known.
Value Unknown(Call& call) {
  return call.Fail("its result is known only where helmfile runs");
}

Value Env(Call& call) {
  return call.Text("");
}

Value ReadFile(Call& call) {
  auto& context = call.state<ReleaseContext>();
  const source::SourceFile* file = context.Load(context.directory + std::string(call[0].text()));
  return file == nullptr ? call.Fail("open " + std::string(call[0].text()) + ": no such file or directory")
                         : call.Text(file->text());
}

Value IsKind(Call& call, source::PathKind kind) {
  auto& context = call.state<ReleaseContext>();
  const std::string path = LexicallyNormal(context.directory + std::string(call[0].text()));
  return Value::Bool(context.helm.reader.KindOf(path) == kind);
}

Value IsFile(Call& call) {
  return IsKind(call, source::PathKind::kFile);
}

Value IsDir(Call& call) {
  return IsKind(call, source::PathKind::kDirectory);
}

// Null if there is no such value.
const Value* FindAt(const Value& object, std::string_view path, Value& storage) {
  storage = object;
  while (!path.empty()) {
    const std::string_view key = TakePart(path, '.');
    const bool is_map = storage.is(Kind::kMap) && storage.map() != nullptr;
    const Value* found = is_map ? storage.map()->Find(key) : nullptr;
    if (found == nullptr) {
      return nullptr;
    }
    storage = Value(*found);
  }
  return &storage;
}

// `get "a.b" [DEFAULT] MAP`.
Value Get(Call& call) {
  Value found;
  const Value& object = call[call.size() - 1];
  if (call.size() > 1 && FindAt(object, call[0].text(), found) != nullptr) {
    return found;
  }
  return call.size() > 2 ? call[1]
                         : call.Fail("no value exists for key \"" + std::string(call[0].text()) + "\"");
}

Value GetOrNil(Call& call) {
  Value found;
  return call.size() > 1 && FindAt(call[call.size() - 1], call[0].text(), found) != nullptr ? found : Value();
}

constexpr gotemplate::Function kFunctions[] = {
    {"env", "s:s", Env},
    {"requiredEnv", "s:s", Unknown},
    {"exec", "sa*:s", Unknown},
    {"envExec", "aa*:s", Unknown},
    {"fetchSecretValue", "s:s", Unknown},
    {"expandSecretRefs", "a:a", Unknown},
    {"readFile", "s:s", ReadFile},
    {"isFile", "s:b", IsFile},
    {"isDir", "s:b", IsDir},
    {"readDir", "s:l", Unknown},
    {"readDirEntries", "s:l", Unknown},
    {"get", "sa*:a", Get},
    {"getOrNil", "sa*:a", GetOrNil},
    {"setValueAtPath", "sam:a", Unknown},
};

}  // namespace

HelmfileTemplate::HelmfileTemplate(std::string environment, ReleaseContext& context)
    : environment_(std::move(environment)),
      context_(context),
      values_(context.helm.forest.NewTable()),
      work_left_(context.helm.limits.helm_steps) {}

void HelmfileTemplate::SetRelease(std::string_view name, std::string_view name_space,
                                  std::string_view chart) {
  release_ = name;
  name_space_ = name_space;
  chart_ = chart;
}

helm::Table& HelmfileTemplate::Data() {
  helm::TableArena& forest = context_.helm.forest;
  const auto set = [&](helm::Table& table, std::string_view key, const helm::TableValue& value) {
    table.Set(*forest.build().String(key), value);
  };
  const auto string = [&](std::string_view text) { return forest.MakeNode(forest.build().String(text)); };
  helm::Table& data = *forest.NewTable();
  helm::Table& environment = *forest.NewTable();
  set(environment, "Name", string(environment_));
  set(environment, "KubeContext", string(""));
  set(environment, "Values", forest.MakeNode(values_));
  set(data, "Environment", forest.MakeNode(&environment));
  set(data, "Values", forest.MakeNode(values_));
  set(data, "StateValues", forest.MakeNode(values_));
  set(data, "Namespace", string(""));
  set(data, "KubeContext", string(""));
  set(data, "HelmfileCommand", string("template"));
  if (!release_.empty()) {
    helm::Table& release = *forest.NewTable();
    set(release, "Name", string(release_));
    set(release, "Namespace", string(name_space_));
    set(release, "Chart", string(chart_));
    set(release, "KubeContext", string(""));
    set(release, "Labels", forest.MakeNode(forest.NewTable()));
    set(data, "Release", forest.MakeNode(&release));
  }
  return data;
}

const source::SourceFile* HelmfileTemplate::Render(const source::SourceFile& file, std::string& error) {
  helm::render::TextTemplateOptions options;
  options.integers = helm::render::Integers::kInts;
  options.functions = kFunctions;
  options.state = &context_;
  options.work_left = &work_left_;
  auto rendered = helm::render::RenderText(file, Data(), options, context_.helm, error);
  if (!rendered) {
    return nullptr;
  }
  const source::SourceFile& text =
      context_.helm.sources.AddText(std::string(file.name()) + " (rendered)", rendered->text);
  context_.rendered.push_back({&text, *std::move(rendered)});
  return &text;
}

std::optional<std::string> HelmfileTemplate::RenderString(std::string_view text) {
  if (text.find("{{") == std::string_view::npos) {
    return std::nullopt;
  }
  helm::render::TextTemplateOptions options;
  options.integers = helm::render::Integers::kInts;
  options.functions = kFunctions;
  options.state = &context_;
  options.work_left = &work_left_;
  std::string error;
  const source::SourceFile& source = context_.helm.sources.AddText("(template)", std::string(text));
  auto rendered = helm::render::RenderText(source, Data(), options, context_.helm, error);
  return rendered ? std::optional(std::move(rendered->text)) : std::nullopt;
}

}  // namespace kval::driver
