#include "src/driver/inputs/inputs.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "schemas/catalog/catalog.h"
#include "src/diag/read_failure.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using diag::Def;

constexpr Def<std::string_view> kEmptyDirectory{diag::Kind::kNoInput,
                                                "directory {} contains no YAML, JSON, Starlark or KCL file"};

bool EndsWithAny(std::string_view name, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
}

bool IsYamlName(std::string_view name) {
  return EndsWithAny(name, {".yml", ".yaml", ".json"});
}
std::string WithoutDot(const std::string& path) {
  return path.starts_with("./") ? path.substr(2) : path;
}

bool IsKnownName(std::string_view name) {
  return IsYamlName(name) || EndsWithAny(name, {".star", ".k", ".txt"});
}

class Loader {
 public:
  Loader(const DriverOptions& options, source::FileReader& reader, source::SourceMap& sources,
         diag::Emitter& emit, std::vector<RunInput>& inputs)
      : options_(options), reader_(reader), sources_(sources), emit_(emit), inputs_(inputs) {}

  bool Run(const InputPath& input) {
    const source::PathKind kind = input.path == "-" ? source::PathKind::kOther : reader_.KindOf(input.path);
    if (kind != source::PathKind::kDirectory) {
      const std::string base(GetFileName(input.path));
      const std::string& name = input.name.empty() ? base : input.name;
      return LoadFile({input.path, {}}, name, input.role, kind == source::PathKind::kFile);
    }
    const size_t before = known_;
    const auto first = static_cast<std::ptrdiff_t>(inputs_.size());
    const bool ok = LoadDirectory(input.path, input.name, input.role);
    // The order of ytt (pkg/files/file.go): `a-b.yml` is before `a/x.yml`, whatever holds them.
    std::stable_sort(inputs_.begin() + first, inputs_.end(),
                     [](const RunInput& a, const RunInput& b) { return a.path < b.path; });
    if (ok && known_ == before) {
      // ytt goes on without it, and so do the commands that make what ytt makes.
      const auto severity = options_.ytt_names ? diag::Severity::kWarning : diag::Severity::kError;
      emit_.Report({}, kEmptyDirectory, input.path).As(severity).Emit();
      return options_.ytt_names;
    }
    return ok;
  }

 private:
  bool LoadDirectory(const std::string& path, const std::string& name, InputRole role) {
    const source::Tree tree = reader_.Walk(path);
    for (const Failure& failure : tree.failures) {
      diag::ReportReadFailure({}, failure, emit_);
    }
    bool ok = tree.failures.empty();
    for (const std::string& child : tree.files) {
      const std::string child_path = path.ends_with("/") ? path + child : path + "/" + child;
      const std::string child_name = name.empty() || name.ends_with("/") ? name + child : name + "/" + child;
      if (IsKnownName(child)) {
        ok = LoadFile({child_path, path}, child_name, role, true) && ok;
      } else {
        inputs_.push_back({nullptr, role, true, false, WithoutDot(child_name), child_path, path});
      }
    }
    return ok;
  }

  // `name` is ytt's name of the file: relative to the directory that was given, its base name when it was
  // given itself. `is_regular`: it is the same each time that it is read; streams are not.
  bool LoadFile(const InputFile& file, const std::string& name, InputRole role, bool is_regular) {
    const auto* const builtin = schemas::catalog::FindByPath(file.path);
    const bool is_by_name = options_.ytt_names && !options_.locations_by_path;
    const std::string shown = file.path == "-"     ? StdinName()
                              : builtin != nullptr ? schemas::catalog::DisplayName(*builtin)
                                                   : Shown(is_by_name ? name : file.path);
    const Result<const source::SourceFile*> text =
        is_regular ? sources_.LoadOnce(reader_, file.directory, file.path, shown) : Stream(file.path, shown);
    if (!text) {
      diag::ReportReadFailure({}, text.failure(), emit_);
      return false;
    }
    const bool is_yaml = file.path == "-" || IsYamlName(file.path) || !IsKnownName(file.path);
    inputs_.push_back({*text, role, !file.directory.empty(), is_yaml,
                       name == "-" ? "stdin.yml" : WithoutDot(name), file.path, file.directory});
    ++known_;
    return true;
  }

  Result<const source::SourceFile*> Stream(const std::string& path, const std::string& shown) {
    Result<std::string> text = reader_.Read(path);
    return text ? Result<const source::SourceFile*>(&sources_.AddText(shown, *std::move(text)))
                : text.failure();
  }

  std::string StdinName() const { return options_.stdin_name.empty() ? "<stdin>" : options_.stdin_name; }

  // The displayed path: relative to the working directory.
  std::string Shown(const std::string& path) const {
    const std::string dir = options_.directory + "/";
    const bool is_below = !options_.directory.empty() && path.starts_with(dir);
    return is_below ? path.substr(dir.size()) : WithoutDot(path);
  }

  const DriverOptions& options_;
  source::FileReader& reader_;
  source::SourceMap& sources_;
  diag::Emitter& emit_;
  std::vector<RunInput>& inputs_;
  size_t known_ = 0;
};

}  // namespace

bool LoadInputs(const DriverOptions& options, source::FileReader& reader, source::SourceMap& sources,
                diag::Emitter& emit, std::vector<RunInput>& inputs) {
  Loader loader(options, reader, sources, emit, inputs);
  bool ok = true;
  for (const InputPath& input : options.inputs) {
    ok = loader.Run(input) && ok;
  }
  return ok;
}

bool ExpandPaths(const std::vector<std::string>& paths, source::FileReader& reader, diag::Emitter& emit,
                 std::vector<InputFile>& files) {
  bool ok = true;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    const source::PathKind kind = path == "-" ? source::PathKind::kOther : reader.KindOf(path);
    if (kind != source::PathKind::kOther && !known.insert(path).second) {
      continue;
    }
    if (kind != source::PathKind::kDirectory) {
      files.push_back({path, {}});
      continue;
    }
    const size_t before = files.size();
    const source::Tree tree = reader.Walk(path);
    for (const Failure& failure : tree.failures) {
      diag::ReportReadFailure({}, failure, emit);
    }
    ok = tree.failures.empty() && ok;
    for (const std::string& name : tree.files) {
      if (IsYamlName(name) || name.ends_with(".jsonc")) {
        files.push_back({path.ends_with("/") ? path + name : path + "/" + name, path});
      }
    }
    if (ok && files.size() == before) {
      emit.Report({}, kEmptyDirectory, path).Emit();
      ok = false;
    }
  }
  return ok;
}

Result<const source::SourceFile*> ReadInputFile(const InputFile& file, source::FileReader& reader,
                                                source::SourceMap& sources) {
  if (file.directory.empty()) {
    return sources.Load(reader, file.path);
  }
  Result<std::string> text = reader.ReadBelow(file.directory, file.path);
  return text ? Result<const source::SourceFile*>(&sources.AddText(WithoutDot(file.path), *std::move(text)))
              : text.failure();
}

Result<const source::SourceFile*> ReadInput(RunInput& input, source::FileReader& reader,
                                            source::SourceMap& sources) {
  if (input.source == nullptr) {
    Result<const source::SourceFile*> file =
        ReadInputFile({input.disk_path, input.directory}, reader, sources);
    if (!file) {
      return file;
    }
    input.source = *file;
  }
  return input.source;
}

}  // namespace kval::driver
