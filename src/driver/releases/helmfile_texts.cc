#include "src/driver/releases/helmfile_texts.h"

#include <algorithm>
#include <utility>

#include "src/support/lexical_path.h"
#include "src/support/path_text.h"
#include "src/support/take_part.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

bool EndsWithYaml(Text path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".yaml.gotmpl") ||
         path.ends_with(".yml.gotmpl");
}

// Removes and returns the first line.
Text TakeLine(Text& text) {
  const Text line = TakePart(text, '\n');
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

size_t IndentationOf(Text line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool IsBlank(Text line) {
  return IndentationOf(line) == line.size() || line[IndentationOf(line)] == '#';
}

// The lines below a key in the first column.
std::vector<Text> LinesBelow(Text text, Text key) {
  std::vector<Text> lines;
  bool is_inside = false;
  while (!text.empty()) {
    const Text line = TakeLine(text);
    if (IsBlank(line)) {
      continue;
    }
    if (is_inside && (line.starts_with(' ') || line.starts_with('-')) && !line.starts_with("---")) {
      lines.push_back(line);
    } else {
      is_inside = line.starts_with(key) && line.substr(key.size()).find_first_not_of(" \t") == Text::npos;
    }
  }
  return lines;
}

}  // namespace

bool IsHelmfileName(Text path) {
  const Text name = GetFileName(path);
  const bool is_named = name == "helmfile.yaml" || name == "helmfile.yml" || name == "helmfile.yaml.gotmpl" ||
                        name == "helmfile.yml.gotmpl";
  return is_named || (GetFileName(GetDirectory(path)) == "helmfile.d" && EndsWithYaml(name));
}

bool IsHelmfile(Text path, Text text) {
  if (IsHelmfileName(path)) {
    return true;
  }
  const std::vector<Text> releases =
      ContainsWord(text, "releases:") ? LinesBelow(text, "releases:") : std::vector<Text>();
  const auto has = [&](Text key) {
    return std::any_of(releases.begin(), releases.end(), [&](Text line) {
      line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
      return line.starts_with(key);
    });
  };
  return has("chart:") && has("name:") && !ContainsWord(text, "\nkind:");
}

std::vector<std::string> IncludedHelmfiles(Text path, Text text) {
  std::vector<std::string> included;
  for (const Text key : {Text("helmfiles:"), Text("bases:")}) {
    for (Text line : LinesBelow(text, key)) {
      line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
      line.remove_prefix(line.starts_with("path:") ? 5 : 0);
      line.remove_prefix(std::min(line.find_first_not_of(" \"'"), line.size()));
      line = line.substr(0, line.find_first_of(" \"'#"));
      if (!line.empty() && !line.ends_with(':') && line.find("{{") == Text::npos &&
          line.find("::") == Text::npos) {
        included.push_back(LexicallyNormal(std::string(GetDirectoryPrefix(path)) + std::string(line)));
      }
    }
  }
  return included;
}

std::vector<std::string> DeclaredEnvironments(Text text) {
  std::vector<std::string> names;
  size_t indentation = 0;
  for (const Text line : LinesBelow(text, "environments:")) {
    const size_t own = IndentationOf(line);
    indentation = indentation == 0 ? own : indentation;
    const size_t colon = line.find(':');
    const Text name = line.substr(own, std::min(colon, line.size()) - own);
    constexpr Text kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (own == indentation && colon != Text::npos && !name.empty() &&
        name.find_first_not_of(kLetters) == Text::npos) {
      names.emplace_back(name);
    }
  }
  return names;
}

std::vector<std::string> PartsOf(Text text) {
  std::vector<std::pair<size_t, size_t>> ranges;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const Text line = text.substr(at, end - at);
    if (line.starts_with("---") && line.find_first_not_of(" \t\r", 3) == Text::npos) {
      ranges.emplace_back(begin, at);
      begin = end;
    }
    at = end + 1;
  }
  ranges.emplace_back(begin, text.size());
  std::vector<std::string> parts;
  for (const auto& [first, last] : ranges) {
    std::string part(text.substr(0, last));
    for (size_t i = 0; i < first; ++i) {
      part[i] = part[i] == '\n' || part[i] == '\r' ? part[i] : ' ';
    }
    if (part.find_first_not_of(" \t\r\n", first) != std::string::npos) {
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

}  // namespace kval::driver
