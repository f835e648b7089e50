#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/releases/argo_applications.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/replace_strings.h"
#include "src/helm/render/text_template.h"
#include "src/helm/values_text.h"
#include "src/support/glob.h"
#include "src/support/lexical_path.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Kind;
using value::Value;

constexpr size_t kMostApplications = 100;  // of one ApplicationSet

// The parameters of one Application, and whether all of its generators are static.
struct Parameters {
  std::vector<value::Entry> entries;
  bool is_complete = true;
};

class ApplicationSetReader {
 public:
  ApplicationSetReader(const Value& set, ReleaseContext& context, std::vector<ChartRelease>& out)
      : set_(set), context_(context), build_(context.helm.forest.build()), out_(out) {
    is_go_ = IsTrueAt(&set_, {"spec", "goTemplate"});
  }

  void Read() {
    std::vector<Parameters> all;
    for (const Value* generator : ItemsAt(&set_, {"spec", "generators"})) {
      const std::vector<Parameters> found = Generate(*generator, 0);
      all.insert(all.end(), found.begin(), found.end());
    }
    const Value* application = MapAt(&set_, {"spec", "template"});
    if (application == nullptr) {
      return;
    }
    all.resize(std::min(all.size(), kMostApplications));
    for (const Parameters& parameters : all) {
      texts_.clear();
      Flatten(*build_.Mapping(parameters.entries), {});
      data_ = helm::ValuesOf(*build_.Mapping(parameters.entries), "parameters", helm::Author::kChart,
                             context_.helm)
                  .table;
      ReadApplication(*Filled(*application), !parameters.is_complete, context_, out_);
    }
  }

 private:
  value::Entry EntryOf(std::string_view key, const Value* value) { return {build_.String(key), value}; }

  // Depth: of nested matrices, of which Argo CD permits one.
  std::vector<Parameters> Generate(const Value& generator, int depth) {
    NeedStack();
    if (const Value* list = FieldAt(&generator, {"list"})) {
      return ListOf(*list);
    }
    if (const Value* git = FieldAt(&generator, {"git"});
        git != nullptr && FieldAt(git, {"directories"}) != nullptr) {
      return DirectoriesOf(*git);
    }
    if (const Value* git = FieldAt(&generator, {"git"})) {
      return FilesOf(*git);
    }
    const auto inner = ItemsAt(&generator, {"matrix", "generators"});
    if (inner.size() == 2 && depth < 2) {
      return Product(Generate(*inner[0], depth + 1), Generate(*inner[1], depth + 1));
    }
    return {{{}, false}};
  }

  static std::vector<Parameters> Product(const std::vector<Parameters>& a, const std::vector<Parameters>& b) {
    std::vector<Parameters> product;
    for (const Parameters& first : a) {
      for (const Parameters& second : b) {
        if (product.size() < kMostApplications) {
          Parameters both = first;
          both.entries.insert(both.entries.end(), second.entries.begin(), second.entries.end());
          both.is_complete = first.is_complete && second.is_complete;
          product.push_back(std::move(both));
        }
      }
    }
    return product;
  }

  static std::vector<Parameters> ListOf(const Value& list) {
    std::vector<Parameters> all;
    for (const Value* element : ItemsAt(&list, {"elements"})) {
      const auto entries = element->entries();
      all.push_back({{entries.begin(), entries.end()}, true});
    }
    return all.empty() ? std::vector<Parameters>{{{}, false}} : all;
  }

  void AddPath(const std::string& path, Parameters& parameters) {
    const std::string name(GetFileName(path));
    std::vector<const Value*> segments;
    for (size_t at = 0; at <= path.size();) {
      const size_t slash = std::min(path.find('/', at), path.size());
      segments.push_back(build_.String(std::string_view(path).substr(at, slash - at)));
      at = slash + 1;
    }
    if (is_go_) {
      const value::Entry fields[] = {
          EntryOf("path", build_.String(path)), EntryOf("basename", build_.String(name)),
          EntryOf("basenameNormalized", build_.String(name)), EntryOf("segments", build_.Sequence(segments))};
      parameters.entries.push_back(EntryOf("path", build_.Mapping(fields)));
      return;
    }
    parameters.entries.push_back(EntryOf("path", build_.String(path)));
    parameters.entries.push_back(EntryOf("path.basename", build_.String(name)));
    parameters.entries.push_back(EntryOf("path.basenameNormalized", build_.String(name)));
    for (size_t i = 0; i < segments.size(); ++i) {
      parameters.entries.push_back(EntryOf("path[" + std::to_string(i) + "]", segments[i]));
    }
  }

  bool IsNamed(const std::string& path, const Value& git, std::string_view field) const {
    bool is_named = false;
    for (const Value* item : ItemsAt(&git, {field})) {
      const Result<std::vector<Glob>> globs = Glob::Parse(TextAt(item, {"path"}));
      const bool matches = globs && std::any_of(globs->begin(), globs->end(),
                                                [&](const Glob& glob) { return glob.Matches(path); });
      if (matches && IsTrueAt(item, {"exclude"})) {
        return false;
      }
      is_named = is_named || matches;
    }
    return is_named;
  }

  // The files of the repository, read once.
  const std::vector<std::string>& Tree() {
    if (!tree_) {
      tree_ = context_.helm.reader.Walk(context_.repository.empty() ? "." : context_.repository).files;
    }
    return *tree_;
  }

  std::vector<Parameters> DirectoriesOf(const Value& git) {
    std::set<std::string> directories;
    for (const std::string& file : Tree()) {
      for (size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
        directories.insert(file.substr(0, slash));
      }
    }
    std::vector<Parameters> all;
    for (const std::string& directory : directories) {
      if (all.size() < kMostApplications && IsNamed(directory, git, "directories")) {
        AddPath(directory, all.emplace_back());
      }
    }
    return all.empty() ? std::vector<Parameters>{{{}, false}} : all;
  }

  std::vector<Parameters> FilesOf(const Value& git) {
    std::vector<Parameters> all;
    for (const std::string& file : Tree()) {
      const source::SourceFile* text = all.size() < kMostApplications && IsNamed(file, git, "files")
                                           ? context_.Load(context_.repository + file)
                                           : nullptr;
      if (text == nullptr) {
        continue;
      }
      Parameters& parameters = all.emplace_back();
      AddPath(std::string(GetDirectory(file)), parameters);
      const Value* root = helm::ReadFirstDocument(*text, helm::Author::kChart, context_.helm);
      if (root != nullptr) {
        const auto entries = root->entries();
        parameters.entries.insert(parameters.entries.end(), entries.begin(), entries.end());
      }
    }
    return all.empty() ? std::vector<Parameters>{{{}, false}} : all;
  }

  // The scalars below a value by their paths with dots.
  void Flatten(const Value& value, const std::string& prefix) {
    NeedStack();
    for (const value::Entry& entry : value.entries()) {
      const std::string path = prefix + std::string(entry.key->raw);
      if (entry.value->kind == Kind::kMapping) {
        Flatten(*entry.value, path + ".");
      } else if (!entry.value->is_collection()) {
        texts_[path] = TextAt(entry.value, {});
      }
    }
  }

  const Value* Filled(const Value& application) {
    return ReplaceStrings(application, build_, [this](std::string_view text) {
      return text.find("{{") == std::string_view::npos ? std::nullopt
             : is_go_                                  ? Executed(text)
                                                       : std::optional(Replaced(text));
    });
  }

  // `{{ name }}`: unknown parameters stay. Source: valyala/fasttemplate.
  std::string Replaced(std::string_view text) const {
    std::string result;
    while (!text.empty()) {
      const size_t begin = std::min(text.find("{{"), text.size());
      const size_t end = text.find("}}", begin);
      result += text.substr(0, begin);
      if (end == std::string_view::npos) {
        return result.append(text.substr(begin));
      }
      std::string_view name = text.substr(begin + 2, end - begin - 2);
      name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
      name = name.substr(0, name.find_last_not_of(' ') + 1);
      const auto known = texts_.find(name);
      result += known == texts_.end() ? text.substr(begin, end + 2 - begin) : std::string_view(known->second);
      text.remove_prefix(end + 2);
    }
    return result;
  }

  std::optional<std::string> Executed(std::string_view text) {
    std::string error;
    helm::render::TextTemplateOptions options;
    const source::SourceFile& source = context_.helm.sources.AddText("(template)", std::string(text));
    auto rendered = data_ == nullptr
                        ? std::nullopt
                        : helm::render::RenderText(source, *data_, options, context_.helm, error);
    return rendered ? std::optional(std::move(rendered->text)) : std::nullopt;
  }

  const Value& set_;
  ReleaseContext& context_;
  value::Builder& build_;
  std::vector<ChartRelease>& out_;
  bool is_go_ = false;
  std::map<std::string, std::string, std::less<>> texts_;
  const helm::Table* data_ = nullptr;
  std::optional<std::vector<std::string>> tree_;
};

}  // namespace

void ReadApplicationSet(const Value& set, ReleaseContext& context, std::vector<ChartRelease>& out) {
  ApplicationSetReader(set, context, out).Read();
}

}  // namespace kval::driver
