#include "src/cli/lsp/chart_values_text.h"

#include <algorithm>
#include <set>
#include <utility>

#include "src/cli/lsp/hover_text.h"
#include "src/lsp/structure/commented_values.h"
#include "src/lsp/text_position.h"
#include "src/value/scalar_resolve.h"

namespace kval::cli {
namespace {

// A document with nothing but a path.
struct PathDocument {
  std::string text;
  size_t at = 0;  // where the last key begins
};

PathDocument DocumentOf(ValuesPath path) {
  PathDocument document;
  std::string indentation;
  for (const std::string_view name : path) {
    document.text += indentation;
    document.at = document.text.size();
    document.text += name == "[]" ? "-\n" : std::string(name) + ":\n";
    indentation += "  ";
  }
  return document;
}

}  // namespace

std::string DottedPath(ValuesPath path) {
  std::string dotted;
  for (const std::string_view name : path) {
    dotted += (dotted.empty() || name == "[]" ? "" : ".") + std::string(name);
  }
  return dotted;
}

ChartValuesText::ChartValuesText(ChartTexts& chart, const OpenDocuments& opened,
                                 const ProcessEnvironment& environment)
    : path_(chart.values_path()), text_(chart.Read(path_)), schema_(opened, path_, environment) {
  if (text_ != nullptr) {
    tree_.emplace(*text_);
  }
}

std::string ChartValuesText::Hover(ValuesPath path) {
  const std::optional<size_t> value = Find(path);
  const api::SchemaInfo info = InfoOf(path);
  const bool is_declared = info && !info.schema.empty();
  if (!value && !is_declared) {
    return {};
  }
  std::string text = is_declared ? HoverText(info) : "**" + DottedPath(path) + "**: " + TypeOf(*value);
  if (value) {
    const std::optional<size_t> key = KeyOf(*value);
    const std::string description = key ? lsp::DescriptionInComments(*tree_, *key) : "";
    text += (description.empty() ? "" : "\n\n") + description + "\n\n" + DefaultText(*value);
  }
  return text;
}

std::vector<api::KeyInfo> ChartValuesText::KeysBelow(ValuesPath path) {
  std::vector<api::KeyInfo> keys;
  std::set<std::string> known;
  const std::optional<size_t> map = Find(path);
  if (map && tree_->nodes()[*map].kind == lsp::NodeKind::kMapping) {
    tree_->ForEachChild(*map, [&](size_t node) {
      api::KeyInfo key;
      key.key = tree_->ContentOf(node);
      const size_t value = tree_->ValueOf(node);
      key.type = TypeOf(value);
      key.text = lsp::DescriptionInComments(*tree_, node);
      key.default_value = ScalarText(value);
      key.skeleton = key.default_value.empty() ? "" : " " + key.default_value;
      if (known.insert(key.key).second) {
        keys.push_back(std::move(key));
      }
    });
  }
  std::vector<std::string_view> word(path.begin(), path.end());
  word.emplace_back("_");
  for (api::KeyInfo& key : InfoOf(word).sibling_keys) {
    if (!key.is_present && known.insert(key.key).second) {
      keys.push_back(std::move(key));
    }
  }
  return keys;
}

api::SchemaInfo ChartValuesText::ValuesAt(ValuesPath path) {
  api::SchemaInfo info = InfoOf(path, api::SchemaInfoUse::kValueCompletion);
  const std::optional<size_t> value = Find(path);
  if (value && info.default_value.empty()) {
    info.default_value = ScalarText(*value);
  }
  if (value && info.allowed_values.empty() && TypeOf(*value) == "boolean") {
    info.allowed_values = {"true", "false"};
  }
  return info;
}

std::vector<std::string> ChartValuesText::ScalarPaths(bool booleans) const {
  constexpr size_t kMost = 2000;
  std::vector<std::string> paths;
  for (size_t i = 0; tree_ && i < tree_->nodes().size() && paths.size() < kMost; ++i) {
    const lsp::TextNode& node = tree_->nodes()[i];
    const bool is_shown = node.kind == lsp::NodeKind::kScalar && node.role == lsp::NodeRole::kValue &&
                          (!booleans || TypeOf(i) == "boolean");
    if (!is_shown) {
      continue;
    }
    const std::vector<std::string> names = tree_->PathOf(i);
    const bool has_path = std::none_of(names.begin(), names.end(), [](const std::string& name) {
      return name == "[]" || name.find('.') != std::string::npos;
    });
    if (has_path) {
      std::vector<std::string_view> outermost(names.rbegin(), names.rend());
      paths.push_back(DottedPath(outermost));
    }
  }
  return paths;
}

std::optional<lsp::TextRange> ChartValuesText::KeyRange(ValuesPath path) const {
  const std::optional<size_t> value = Find(path);
  const std::optional<size_t> key = value ? KeyOf(*value) : std::nullopt;
  if (!key) {
    return std::nullopt;
  }
  const lsp::TextPositions positions(*text_);
  const lsp::ByteRange range = tree_->nodes()[*key].range;
  return lsp::TextRange{positions.At(range.begin), positions.At(range.end)};
}

std::optional<size_t> ChartValuesText::Find(ValuesPath path) const {
  return tree_ ? lsp::FindValue(*tree_, path) : std::nullopt;
}

std::optional<size_t> ChartValuesText::KeyOf(size_t value) const {
  const lsp::TextNode& node = tree_->nodes()[value];
  return node.role == lsp::NodeRole::kValue ? std::optional<size_t>(node.key) : std::nullopt;
}

std::string ChartValuesText::TypeOf(size_t value) const {
  const lsp::TextNode& node = tree_->nodes()[value];
  if (node.kind == lsp::NodeKind::kMapping) {
    return "map";
  }
  if (node.kind == lsp::NodeKind::kSequence) {
    return "list";
  }
  if (node.kind != lsp::NodeKind::kScalar || node.style != value::Style::kPlain) {
    return "string";
  }
  const std::string_view written =
      std::string_view(*text_).substr(node.range.begin, node.range.end - node.range.begin);
  return std::string(value::KindName(value::Resolve(value::Dialect::kYtt, written).kind));
}

// A scalar in one line, as it is written; empty for other values.
std::string ChartValuesText::ScalarText(size_t value) const {
  constexpr size_t kMax = 60;
  const lsp::TextNode& node = tree_->nodes()[value];
  std::string text = text_->substr(node.range.begin, node.range.end - node.range.begin);
  const bool is_shown =
      node.kind == lsp::NodeKind::kScalar && text.size() <= kMax && text.find('\n') == std::string::npos;
  return is_shown ? text : std::string();
}

std::string ChartValuesText::DefaultText(size_t value) const {
  const std::string shown = ScalarText(value);
  const lsp::TextPosition at = lsp::TextPositions(*text_).At(tree_->nodes()[value].range.begin);
  return "Default" + (shown.empty() ? "" : ": `" + shown + "`") +
         " (values.yaml:" + std::to_string(at.line + 1) + ")";
}

// What the chart's schema declares at a path.
api::SchemaInfo ChartValuesText::InfoOf(ValuesPath path, api::SchemaInfoUse use) {
  if (!is_compiled_) {
    is_compiled_ = true;
    schema_.Compile();
  }
  if (!schema_.is_compiled() || path.empty()) {
    return {};
  }
  PathDocument document = DocumentOf(path);
  if (use == api::SchemaInfoUse::kValueCompletion) {
    document.text.back() = ' ';
    document.at = document.text.size();
    document.text += "_\n";
  }
  return schema_.MeaningAt(document.text, document.at, use);
}

}  // namespace kval::cli
