#include "src/driver/inputs/file_marks.h"

#include <functional>
#include <unordered_set>
#include <utility>

#include "src/support/keyed_hash.h"
#include "src/support/path_text.h"
#include "src/support/substring_index.h"

namespace kval::driver {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<Text> kNoForm{diag::Kind::kBadFlagValue, "expected `--file-mark path:key=value`, found `{}`"};
constexpr Def<Text, Text> kBadValue{diag::Kind::kBadFlagValue,
                                    "unknown value in file mark `{}`; expected {}"};
constexpr Def<Text> kBadKey{diag::Kind::kBadFlagValue,
                            "unknown key in file mark `{}`; expected path, exclude, type, for-output or "
                            "exclusive-for-output"};
constexpr Def<Text> kNoMatch{diag::Kind::kBadFlagValue, "file mark `{}` matches no file"};

constexpr Text kMultiLevel = "**/*";

// One part of a pattern: literal text, then any text, with or without slashes, when it is not the last.
bool MatchesRest(Text pattern, Text path, bool wild_used) {
  const size_t star = wild_used ? Text::npos : pattern.find('*');
  if (star == Text::npos) {
    return pattern == path;
  }
  if (!path.starts_with(pattern.substr(0, star))) {
    return false;
  }
  const Text rest = pattern.substr(star + 1);
  for (size_t end = star + 1; end <= path.size() && path[end - 1] != '/'; ++end) {
    if (MatchesRest(rest, path.substr(end), true)) {
      return true;
    }
  }
  return false;
}

struct Type {
  Text name;
  FileType type;
  bool is_template;
};

constexpr Type kTypes[] = {
    {"yaml-template", FileType::kYaml, true}, {"yaml-plain", FileType::kYaml, false},
    {"text-template", FileType::kText, true}, {"text-plain", FileType::kText, false},
    {"starlark", FileType::kStarlark, false}, {"data", FileType::kData, false},
};

// The path that a file came with, before `-f name=path` and marks gave it another.
std::string OriginalPath(const LibraryFile& file) {
  const std::string& disk_path = file.input.disk_path;
  if (file.input.from_directory || disk_path == "-") {
    return file.input.path;
  }
  return std::string(GetFileName(disk_path));
}

Text PatternOf(Text mark) {
  return mark.substr(0, mark.find(':'));
}

// Literal strings that every matching path contains.
std::vector<Text> PiecesOfMark(Text pattern) {
  const size_t multi = pattern.find(kMultiLevel);
  std::vector<Text> pieces = SplitAtWildcards(pattern.substr(0, multi), "*");
  if (multi != Text::npos) {
    const std::vector<Text> following = SplitAtWildcards(pattern.substr(multi + kMultiLevel.size()), "*");
    pieces.insert(pieces.end(), following.begin(), following.end());
  }
  return pieces;
}

// The files that the patterns match: of each mark, in the order of the files.
std::vector<std::vector<LibraryFile*>> FilesOf(const std::vector<std::string>& marks,
                                               const std::vector<std::unique_ptr<LibraryFile>>& files) {
  std::vector<std::vector<LibraryFile*>> matching(marks.size());
  TextMap<std::string, std::vector<size_t>> plain;
  SubstringIndex wild;
  for (size_t i = 0; i < marks.size(); ++i) {
    const Text pattern = PatternOf(marks[i]);
    if (pattern.find('*') == Text::npos) {
      plain[std::string(pattern)].push_back(i);
    } else {
      wild.Add(PiecesOfMark(pattern), i);
    }
  }
  for (const std::unique_ptr<LibraryFile>& file : files) {
    const std::string path = OriginalPath(*file);
    if (const auto found = plain.find(path); found != plain.end()) {
      for (const size_t i : found->second) {
        matching[i].push_back(file.get());
      }
    }
    for (const size_t i : wild.In(path)) {
      if (MarkMatches(PatternOf(marks[i]), path)) {
        matching[i].push_back(file.get());
      }
    }
  }
  return matching;
}

class Marker {
 public:
  Marker(std::vector<std::unique_ptr<LibraryFile>>& files, diag::Emitter& emit)
      : files_(files), emit_(emit) {}

  // `matching`: the files that the mark's pattern matches.
  bool Apply(const std::string& mark, std::vector<LibraryFile*> matching) {
    const size_t colon = mark.find(':');
    const size_t equals = colon == std::string::npos ? colon : mark.find('=', colon);
    if (equals == std::string::npos) {
      emit_.Report({}, kNoForm, mark).Emit();
      return false;
    }
    const Text key = Text(mark).substr(colon + 1, equals - colon - 1);
    const Text value = Text(mark).substr(equals + 1);
    std::function<void(LibraryFile&)> change;
    if (!Understand(mark, key, value, change)) {
      return false;
    }
    std::erase_if(matching, [this](const LibraryFile* file) { return excluded_.contains(file); });
    for (LibraryFile* file : matching) {
      change(*file);
      file->Settle();
    }
    if (matching.empty()) {
      emit_.Report({}, kNoMatch, mark).Emit();
    }
    return !matching.empty();
  }

  void Finish() {
    std::erase_if(files_, [&](const auto& file) { return excluded_.contains(file.get()); });
    if (exclusive_.empty()) {
      return;
    }
    for (const std::unique_ptr<LibraryFile>& file : files_) {
      file->marks.is_for_output = exclusive_.contains(file.get());
      file->Settle();
    }
  }

 private:
  bool Understand(Text mark, Text key, Text value, std::function<void(LibraryFile&)>& change) {
    if (key == "path") {
      change = [value](LibraryFile& file) { file.path = value; };
      return true;
    }
    if (key == "type") {
      return UnderstandType(mark, value, change);
    }
    if (key != "exclude" && key != "for-output" && key != "exclusive-for-output") {
      emit_.Report({}, kBadKey, mark).Emit();
      return false;
    }
    if (value != "true") {
      emit_.Report({}, kBadValue, mark, "true").Emit();
      return false;
    }
    if (key == "exclude") {
      change = [this](LibraryFile& file) { excluded_.insert(&file); };
    } else if (key == "for-output") {
      change = [](LibraryFile& file) { file.marks.is_for_output = true; };
    } else {
      change = [this](LibraryFile& file) { exclusive_.insert(&file); };
    }
    return true;
  }

  bool UnderstandType(Text mark, Text value, std::function<void(LibraryFile&)>& change) {
    for (const Type& type : kTypes) {
      if (type.name == value) {
        change = [&type](LibraryFile& file) {
          file.marks.type = type.type;
          file.marks.is_template = type.is_template;
        };
        return true;
      }
    }
    emit_
        .Report({}, kBadValue, mark, "yaml-template, yaml-plain, text-template, text-plain, starlark or data")
        .Emit();
    return false;
  }

  std::vector<std::unique_ptr<LibraryFile>>& files_;
  diag::Emitter& emit_;
  std::unordered_set<const LibraryFile*> excluded_;  // no mark finds them any more
  std::unordered_set<const LibraryFile*> exclusive_;
};

}  // namespace

bool MarkMatches(Text pattern, Text path) {
  const size_t multi = pattern.find(kMultiLevel);
  if (multi == Text::npos) {
    return MatchesRest(pattern, path, false);
  }
  // A `*` before or behind the `**/*` still counts.
  const Text before = pattern.substr(0, multi);
  const Text after = pattern.substr(multi + kMultiLevel.size());
  const bool star_is_before = before.find('*') != Text::npos;
  for (size_t split = 0; split <= path.size(); ++split) {
    if (!MatchesRest(before, path.substr(0, split), false)) {
      continue;
    }
    for (size_t end = split + 1; end <= path.size(); ++end) {
      if (MatchesRest(after, path.substr(end), star_is_before)) {
        return true;
      }
    }
  }
  return false;
}

bool ApplyFileMarks(const std::vector<std::string>& marks, std::vector<std::unique_ptr<LibraryFile>>& files,
                    diag::Emitter& emit) {
  Marker marker(files, emit);
  std::vector<std::vector<LibraryFile*>> matching = FilesOf(marks, files);
  bool ok = true;
  for (size_t i = 0; i < marks.size(); ++i) {
    ok = marker.Apply(marks[i], std::move(matching[i])) && ok;
  }
  marker.Finish();
  return ok;
}

}  // namespace kval::driver
