#include "src/cli/lsp/rename_obstacles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "annotations/annotation.h"
#include "annotations/schema/specs.h"
#include "src/cli/lsp/name_search.h"
#include "src/support/path_text.h"
#include "src/yaml/quoting.h"

namespace kval::cli {
namespace {

// Whether a comment is a title or a description.
bool IsProse(std::string_view comment) {
  constexpr std::array<const annotations::Spec*, 2> kProse = {&annotations::kSchemaDesc,
                                                              &annotations::kSchemaTitle};
  return std::any_of(kProse.begin(), kProse.end(), [comment](const annotations::Spec* spec) {
    return comment.starts_with("#" + At(*spec));
  });
}

// Code and annotations that use a name. Descriptions do not count.
bool UsesInCode(const std::string& text, const std::string& name) {
  if (text.find("#@") == std::string::npos) {
    return false;
  }
  const lsp::TextTree tree(text);
  return std::any_of(tree.comments().begin(), tree.comments().end(), [&](lsp::ByteRange range) {
    const std::string_view comment = std::string_view(text).substr(range.begin, range.end - range.begin);
    return comment.starts_with("#@") && ContainsName(comment, name, "-") && !IsProse(comment);
  });
}

// The key of a place that is one, and not an item of `required`.
std::optional<size_t> KeyAt(const lsp::TextTree& tree, const KeyPlace& place) {
  const std::optional<size_t> node = tree.NodeAt(place.range.begin);
  return node && tree.nodes()[*node].role == lsp::NodeRole::kKey ? node : std::nullopt;
}

// Whether a key is in an anchored mapping, which aliases may use where another schema applies.
bool IsInAnchor(const lsp::TextTree& tree, size_t node) {
  for (; tree.nodes()[node].role != lsp::NodeRole::kDocument; node = tree.nodes()[node].parent) {
    if (tree.nodes()[node].anchor.end > 0) {
      return true;
    }
  }
  return false;
}

// Keywords of JSON Schema with names of properties, except `required`.
std::string UsedByKeyword(const lsp::TextTree& tree, size_t key, const std::string& name) {
  constexpr std::array<std::string_view, 3> kKeywords = {"dependentRequired", "dependentSchemas",
                                                         "dependencies"};
  const lsp::TextNode& properties = tree.nodes()[tree.nodes()[key].parent];
  for (const std::string_view keyword : kKeywords) {
    const std::optional<size_t> value = tree.Find(properties.parent, keyword);
    if (properties.role == lsp::NodeRole::kValue && value) {
      const lsp::ByteRange range = tree.nodes()[*value].range;
      if (ContainsName(tree.text().substr(range.begin, range.end - range.begin), name, "-")) {
        return std::string(keyword);
      }
    }
  }
  return {};
}

std::string ObstacleAt(const KeyPlaces& places, const KeyPlace& place) {
  const std::string file(GetFileName(place.path));
  if (place.path.ends_with(".k")) {
    return "`" + file + "` is KCL code, which may use the name `" + places.name + "` in other places";
  }
  const lsp::TextTree tree(places.texts.at(place.path));
  const std::optional<size_t> key = KeyAt(tree, place);
  if (!key) {
    return {};
  }
  if (IsInAnchor(tree, *key)) {
    return "`" + places.name + "` is in an anchored part of `" + file + "`";
  }
  const std::string keyword = place.is_declaration ? UsedByKeyword(tree, *key, places.name) : std::string();
  return keyword.empty() ? std::string()
                         : "`" + keyword + "` in `" + file + "` uses the name `" + places.name + "`";
}

}  // namespace

std::string FindRenameObstacle(const KeyPlaces& places, const project::RelatedFiles& files) {
  if (files.has_several_schemas) {
    return "files with `" + places.name + "` are validated by several schemas";
  }
  if (std::any_of(files.flags.begin(), files.flags.end(),
                  [&](const std::string& flag) { return ContainsName(flag, places.name, "-"); })) {
    return "flags in the project file set `" + places.name + "`";
  }
  for (const auto& [path, text] : places.texts) {
    if (UsesInCode(text, places.name)) {
      return "code in `" + std::string(GetFileName(path)) + "` uses the name `" + places.name + "`";
    }
  }
  for (const KeyPlace& place : places.places) {
    if (std::string obstacle = ObstacleAt(places, place); !obstacle.empty()) {
      return obstacle;
    }
  }
  return {};
}

std::string FindNameObstacle(const KeyPlaces& places, const std::string& new_name) {
  const auto is_separator = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (new_name.empty()) {
    return "the new name is empty";
  }
  if (places.kind == PlaceKind::kTemplate) {
    const bool is_invalid = new_name.find_first_of("\"\\`\r\n") != std::string::npos;
    return is_invalid ? "`" + new_name + "` is not the name of a template" : "";
  }
  if (places.kind == PlaceKind::kCode) {
    return {};
  }
  if (places.kind == PlaceKind::kAnchor) {
    const bool is_invalid = std::any_of(new_name.begin(), new_name.end(), is_separator) ||
                            new_name.find_first_of("[]{},") != std::string::npos;
    return is_invalid ? "`" + new_name + "` is not the name of an anchor" : "";
  }
  for (const KeyPlace& place : places.places) {
    if (place.is_code) {
      continue;
    }
    const lsp::TextTree tree(places.texts.at(place.path));
    const std::optional<size_t> key = KeyAt(tree, place);
    if (key && new_name != places.name && tree.Find(tree.nodes()[*key].parent, new_name)) {
      return "the key `" + new_name + "` exists already in `" + std::string(GetFileName(place.path)) + "`";
    }
  }
  return {};
}

std::string SpellName(std::string_view written, const std::string& new_name, PlaceKind kind) {
  if (kind != PlaceKind::kKey) {
    return new_name;
  }
  if (written.starts_with('\'')) {
    return yaml::SingleQuoted(new_name);
  }
  const bool is_plain =
      !written.starts_with('"') && yaml::ChooseForm(new_name, {}) == yaml::ScalarForm::kPlain;
  return is_plain ? new_name : yaml::DoubleQuoted(new_name, {});
}

}  // namespace kval::cli
