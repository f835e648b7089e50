#include "src/cli/lsp/default_hints.h"

#include <algorithm>
#include <set>

#include "src/api/schema_info.h"
#include "src/cli/lsp/document_schema.h"
#include "src/diag/path.h"
#include "src/lsp/structure/values_insertion.h"
#include "src/redaction/redaction.h"

namespace kval::cli {
namespace {

constexpr size_t kMostKeys = 5;  // of a hint
constexpr size_t kMostMaps = 200;
constexpr std::string_view kPlus = "+ ";

// `key: value` of the keys with a default that a map does not have.
std::vector<std::string> MissingDefaults(const std::vector<api::KeyInfo>& keys) {
  std::vector<std::string> defaults;
  for (const api::KeyInfo& key : keys) {
    if (!key.is_present && !key.is_required && !key.default_value.empty()) {
      const bool is_secret = redaction::IsSecretPath({diag::PathStep::Key(key.key)});
      defaults.push_back(key.key + ": " + (is_secret ? "…" : key.default_value));
    }
  }
  return defaults;
}

// The places of hints about defaults.
std::set<size_t> PlacesOf(const Hints& hints) {
  std::set<size_t> places;
  for (const auto& [place, shown] : hints) {
    if (std::any_of(shown.begin(), shown.end(),
                    [](const lsp::InlayHint& hint) { return hint.label.starts_with(kPlus); })) {
      places.insert(place);
    }
  }
  return places;
}

}  // namespace

lsp::InlayHint DefaultsHint(size_t end, std::span<const std::string> defaults, const std::string& from) {
  std::string label(kPlus);
  for (size_t i = 0; i < std::min(defaults.size(), kMostKeys); ++i) {
    label += (i == 0 ? "" : ", ") + defaults[i];
  }
  label += defaults.size() > kMostKeys ? ", …" : "";
  return {end, label, "Defaults of missing keys" + (from.empty() ? "" : ", declared in " + from)};
}

void AddSchemaDefaults(const std::string& path, const OpenDocuments& opened,
                       const ProcessEnvironment& environment, lsp::ByteRange range, Hints& hints) {
  const std::string& text = opened.strings.at(path);
  const lsp::TextTree tree(text);
  DocumentSchema schema(opened, path, environment);
  schema.Compile();
  const std::set<size_t> known = PlacesOf(hints);
  size_t left = kMostMaps;
  for (size_t i = 0; i < tree.nodes().size() && left > 0; ++i) {
    const lsp::TextNode& node = tree.nodes()[i];
    if (!lsp::IsBlockMapping(tree, i) || node.role == lsp::NodeRole::kKey || node.next == i + 1 ||
        !range.Contains(node.range.end)) {
      continue;
    }
    --left;
    const api::SchemaInfo info =
        schema.MeaningAt(text, tree.nodes()[i + 1].range.begin, api::SchemaInfoUse::kFill);
    const std::vector<std::string> defaults = MissingDefaults(info.sibling_keys);
    if (!defaults.empty() && !known.contains(node.range.end)) {
      std::vector<lsp::InlayHint>& shown = hints[node.range.end];  // the innermost map's first
      shown.insert(shown.begin(), DefaultsHint(node.range.end, defaults, ""));
    }
  }
}

}  // namespace kval::cli
