#include "src/helm/render/chart_files.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/helm/load_chart.h"
#include "src/helm/render/glob.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/functions.h"
#include "src/support/base64.h"

namespace kval::helm::render {

using gotemplate::Call;
using gotemplate::Function;
using gotemplate::Kind;
using gotemplate::Type;
using gotemplate::Value;

namespace {

// An object, so that the heap owns it; templates never see it.
class FileBytes final : public gotemplate::Object, public gotemplate::LazyBytes {
 public:
  FileBytes(const ChartFile* file, HelmContext* context) : file_(*file), context_(*context) {}
  std::string_view bytes() const override {
    if (!bytes_) {
      const source::SourceFile* text = TextOf(file_, context_);
      bytes_ = text == nullptr ? std::string_view() : text->text();
    }
    return *bytes_;
  }

 private:
  const ChartFile& file_;
  HelmContext& context_;
  mutable std::optional<std::string_view> bytes_;
};

extern const Type kFilesType;

const Value* Find(const Value& files, std::string_view name) {
  return files.map() == nullptr ? nullptr : files.map()->Find(name);
}

Value GetBytes(Call& call) {
  const Value* found = Find(call.receiver(), call[0].text());
  return found == nullptr ? call.heap().NewList(gotemplate::kByteListType, std::span<const Value>()) : *found;
}

Value Get(Call& call) {
  const Value* found = Find(call.receiver(), call[0].text());
  return found == nullptr ? Value::Text("") : call.Text(functions::BytesOf(*found));
}

Value GlobFiles(Call& call) {
  const Glob glob(call[0].text());
  const Value found = call.heap().NewMap(kFilesType);
  if (!call.Step(64)) {
    return {};
  }
  for (const auto& [name, bytes] : EntriesOf(call.receiver())) {
    if (!call.Step(1 + name.size() / 8)) {
      return {};
    }
    if (glob.Matches(name)) {
      found.map()->Set(name, bytes);
    }
  }
  return found;
}

std::string_view BaseName(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) {
    path.remove_suffix(1);
  }
  return path.substr(path.rfind('/') + 1);
}

// The text of toYaml, which is a function of templates.
Value YamlOf(Call& call, const Value& map) {
  Call inner(call.evaluator(), call.evaluator().budget(), std::span(&map, 1), nullptr, nullptr);
  return functions::ToYaml(inner);
}

enum class Encoding : bool { kText, kBase64 };

template <Encoding kEncoding>
Value AsMap(Call& call) {
  const Value map = call.heap().NewMap(gotemplate::kStringMapType);
  for (const auto& [name, bytes] : EntriesOf(call.receiver())) {
    const std::string text = functions::BytesOf(bytes);
    if (!call.Step(1 + text.size() / 16) || !call.Reserve(text.size() * 2)) {
      return {};
    }
    map.map()->Set(BaseName(name),
                   kEncoding == Encoding::kBase64 ? call.Text(EncodeBase64(text)) : call.Text(text));
  }
  return YamlOf(call, map);
}

Value Lines(Call& call) {
  const Value* found = Find(call.receiver(), call[0].text());
  std::string text = found == nullptr ? std::string() : functions::BytesOf(*found);
  std::vector<std::string> lines;
  if (text.empty() || !call.Step(1 + text.size() / 16) || !call.Reserve(text.size() * 2)) {
    return functions::StringList(call, lines);
  }
  text.resize(text.size() - (text.ends_with('\n') ? 1 : 0));
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return functions::StringList(call, lines);
}

constexpr gotemplate::Signature kGlob = {{&gotemplate::kStringType}, false, &kFilesType};

constexpr std::array kMethods = {
    Function{"AsConfig", ":s", AsMap<Encoding::kText>},
    Function{"AsSecrets", ":s", AsMap<Encoding::kBase64>},
    Function{"Get", "s:s", Get},
    Function{"GetBytes", "s:B", GetBytes},
    Function{"Glob", kGlob, GlobFiles},
    Function{"Lines", "s:L", Lines},
};

const Type kFilesType = {
    .kind = Kind::kMap, .name = "engine.files", .element = &gotemplate::kByteListType, .methods = kMethods};

}  // namespace

Value FilesOf(const Chart& chart, HelmContext& context, gotemplate::Heap& heap) {
  const Value files = heap.NewMap(kFilesType);
  for (const ChartFile* file : chart.files) {
    files.map()->Set(file->name, heap.NewBytes(heap.NewObject<FileBytes>(file, &context)));
  }
  return files;
}

}  // namespace kval::helm::render
