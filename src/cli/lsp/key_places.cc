#include "src/cli/lsp/key_places.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/cli/lsp/document_schema.h"
#include "src/cli/lsp/rename_obstacles.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/text_position.h"
#include "src/project/related_files.h"
#include "src/report/file_name.h"
#include "src/support/lexical_path.h"

namespace kval::cli {
namespace {

// Without quotes. Empty if the text ends before the range: a file may have changed since it was compiled.
std::string_view NameIn(std::string_view text, lsp::ByteRange range) {
  if (range.end > text.size()) {
    return {};
  }
  std::string_view name = text.substr(range.begin, range.end - range.begin);
  if (name.size() > 1 && (name.front() == '"' || name.front() == '\'') && name.back() == name.front()) {
    name = name.substr(1, name.size() - 2);
  }
  return name;
}

class PlaceFinder {
 public:
  PlaceFinder(const lsp::SchemaQuery& query, const OpenDocuments& opened,
              const ProcessEnvironment& environment)
      : path_(query.path), opened_(opened), environment_(environment) {
    at_ = lsp::ByteAt(TextOf(path_), query.position);
  }

  Result<KeyPlaces> Find() {
    const bool is_kcl = path_.ends_with(".k");
    if (!is_kcl && FindAnchor()) {
      return std::move(found_);
    }
    if (!(is_kcl ? FindAttribute() : FindKey())) {
      return Failure{"only keys and anchors have references"};
    }
    FindRelated();
    const bool is_schema = std::count(files_.schemas.begin(), files_.schemas.end(), path_) > 0;
    if ((is_schema && files_.values.empty()) || (is_kcl && !is_schema)) {
      return Failure{"no values file of this schema is known: name them in .kval.yaml"};
    }
    const std::string document = is_schema ? files_.values.front() : path_;
    DocumentSchema schema(opened_, document, environment_);
    schema.Compile();
    directory_ = schema.document().environment().directory;
    if (is_schema) {
      declarations_ = {{path_, found_.here, true}};
    } else {
      AddDeclarations(schema);
    }
    if (declarations_.empty()) {
      return Failure{"no schema file declares `" + found_.name + "`, so its other places are unknown"};
    }
    for (const std::string& values : files_.values) {
      AddValues(values, schema);
    }
    AddSchemas();
    SortPlaces(found_.places);
    found_.is_in_chart = files_.has_chart || schema.check().method == driver::CheckMethod::kChart;
    found_.obstacle = FindRenameObstacle(found_, files_);
    return std::move(found_);
  }

 private:
  bool FindAnchor() {
    const lsp::TextTree tree(found_.texts[path_]);
    for (const lsp::Occurrence& occurrence : lsp::FindAnchorOccurrences(tree, at_)) {
      found_.kind = PlaceKind::kAnchor;
      found_.places.push_back({path_, occurrence.range, occurrence.kind == lsp::OccurrenceKind::kWrite});
      // The position may be before the `&` or `*`.
      if (occurrence.range.begin <= at_ + 1 && at_ <= occurrence.range.end) {
        found_.here = occurrence.range;
      }
    }
    found_.name = NameIn(found_.texts[path_], found_.here);
    return found_.kind == PlaceKind::kAnchor;
  }

  bool FindKey() {
    const lsp::TextTree tree(found_.texts[path_]);
    const std::optional<size_t> node = tree.NodeAt(at_);
    if (!node || tree.nodes()[*node].role != lsp::NodeRole::kKey ||
        tree.nodes()[*node].kind != lsp::NodeKind::kScalar || !tree.IsWritten(*node)) {
      return false;
    }
    found_.name = tree.ContentOf(*node);
    found_.here = tree.nodes()[*node].range;
    return true;
  }

  // An attribute of a KCL schema.
  bool FindAttribute() {
    for (const lsp::Symbol& symbol : lsp::FindKclSymbols(found_.texts[path_])) {
      if (symbol.kind == lsp::SymbolKind::kProperty && symbol.name_range.Contains(at_)) {
        found_.name = symbol.name;
        found_.here = symbol.name_range;
        return true;
      }
    }
    return false;
  }

  std::string Absolute(std::string_view name) const {
    return name.starts_with('/') ? std::string(name) : LexicallyNormal(directory_ + "/" + std::string(name));
  }

  void FindRelated() {
    OpenDocument text(opened_, path_, environment_);
    const Result<std::optional<project::ProjectLocation>> location = text.EnterProject();
    const std::optional<std::string> inside =
        location && *location ? (*location)->Inside(text.name()) : std::nullopt;
    if (inside) {
      OverrideReader reader(disk_, text.strings(), text.environment().directory);
      driver::Session session((Limits()));
      if (auto related = project::FindRelatedFiles(*inside, **location, reader, session)) {
        files_ = *std::move(related);
        const auto is_own = [&](const std::string& name) { return name == text.name(); };
        if (std::none_of(files_.schemas.begin(), files_.schemas.end(), is_own) &&
            std::none_of(files_.values.begin(), files_.values.end(), is_own)) {
          files_.values.push_back(text.name());  // of a chart
        }
        directory_ = text.environment().directory;
        for (std::vector<std::string>* names : {&files_.schemas, &files_.values}) {
          std::transform(names->begin(), names->end(), names->begin(),
                         [this](const std::string& name) { return Absolute(name); });
        }
        return;
      }
    }
    files_.values = {path_};
  }

  const std::string& TextOf(const std::string& path) {
    const auto [known, is_new] = found_.texts.try_emplace(path);
    if (is_new) {
      const auto open = opened_.strings.find(path);
      const Result<std::string> read =
          open != opened_.strings.end() ? Result<std::string>(open->second) : disk_.Read(path);
      known->second = read ? *read : std::string();
    }
    return known->second;
  }

  // The declarations of a value that are keys with its name, in files.
  std::vector<KeyPlace> DeclarationsOf(const api::SchemaInfo& meaning, const DocumentSchema& schema) {
    std::vector<KeyPlace> places;
    for (const api::SourceLocation& place : meaning.schema) {
      if (schema.FileOf(place.file) == nullptr || !report::IsFileName(place.file)) {
        continue;
      }
      const std::string path = Absolute(place.file);
      if (NameIn(TextOf(path), {place.begin, place.end}) == found_.name) {
        places.push_back({path, {place.begin, place.end}, true});
      }
    }
    return places;
  }

  void AddDeclarations(DocumentSchema& schema) {
    const api::SchemaInfo meaning = schema.MeaningAt(found_.texts[path_], at_);
    if (meaning.key.begin == found_.here.begin && meaning.key.end == found_.here.end) {
      declarations_ = DeclarationsOf(meaning, schema);
    }
  }

  bool IsDeclared(const api::SchemaInfo& meaning, const DocumentSchema& schema) {
    const std::vector<KeyPlace> places = DeclarationsOf(meaning, schema);
    return std::any_of(places.begin(), places.end(), [this](const KeyPlace& place) {
      return std::any_of(declarations_.begin(), declarations_.end(), [&](const KeyPlace& one) {
        return one.path == place.path && one.range.begin == place.range.begin;
      });
    });
  }

  void AddValues(const std::string& path, DocumentSchema& schema) {
    const std::string text = TextOf(path);
    if (text.find(found_.name) == std::string::npos) {
      return;
    }
    const lsp::TextTree tree(text);
    for (size_t i = 0; i < tree.nodes().size(); ++i) {
      const lsp::TextNode& node = tree.nodes()[i];
      if (node.role != lsp::NodeRole::kKey || node.is_unreadable || tree.ContentOf(i) != found_.name) {
        continue;
      }
      const api::SchemaInfo meaning = schema.MeaningAt(text, node.range.begin);
      if (meaning.key.begin == node.range.begin && meaning.key.end == node.range.end &&
          IsDeclared(meaning, schema)) {
        found_.places.push_back({path, node.range, false});
      }
    }
  }

  // The declarations, and the same name in `required` of a JSON Schema.
  void AddSchemas() {
    for (const KeyPlace& declaration : declarations_) {
      found_.places.push_back(declaration);
      if (!declaration.path.ends_with(".k")) {
        AddRequired(declaration);
      }
    }
  }

  void AddRequired(const KeyPlace& declaration) {
    const lsp::TextTree tree(TextOf(declaration.path));
    const std::optional<size_t> key = tree.NodeAt(declaration.range.begin);
    if (!key || tree.nodes()[*key].role != lsp::NodeRole::kKey) {
      return;
    }
    const lsp::TextNode& properties = tree.nodes()[tree.nodes()[*key].parent];
    if (properties.role != lsp::NodeRole::kValue || tree.ContentOf(properties.key) != "properties") {
      return;
    }
    const std::optional<size_t> required = tree.Find(properties.parent, "required");
    if (required && tree.nodes()[*required].kind == lsp::NodeKind::kSequence) {
      tree.ForEachChild(*required, [&](size_t item) {
        if (tree.ContentOf(item) == found_.name) {
          found_.places.push_back({declaration.path, tree.nodes()[item].range, false});
        }
      });
    }
  }

  const std::string& path_;
  const OpenDocuments& opened_;
  const ProcessEnvironment& environment_;
  size_t at_ = 0;
  std::string directory_;  // that names are relative to
  source::DiskFileReader disk_;
  project::RelatedFiles files_;  // by absolute paths
  std::vector<KeyPlace> declarations_;
  KeyPlaces found_;
};

}  // namespace

void SortPlaces(std::vector<KeyPlace>& places) {
  const auto order = [](const KeyPlace& place) {
    return std::tuple(std::string_view(place.path), place.range.begin, !place.is_declaration);
  };
  std::sort(places.begin(), places.end(),
            [&](const KeyPlace& a, const KeyPlace& b) { return order(a) < order(b); });
  const auto last = std::unique(places.begin(), places.end(), [](const KeyPlace& a, const KeyPlace& b) {
    return a.path == b.path && a.range == b.range;
  });
  places.erase(last, places.end());
}

Result<KeyPlaces> FindKeyPlaces(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                const ProcessEnvironment& environment) {
  return PlaceFinder(query, opened, environment).Find();
}

}  // namespace kval::cli
