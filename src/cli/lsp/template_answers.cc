#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/chart_values_text.h"
#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/hover_text.h"
#include "src/helm/builtin_objects.h"
#include "src/helm/functions/descriptions.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/helm_template_names.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/support/ascii.h"

namespace kval::cli {
namespace {

using lsp::CompletionItem;
using lsp::CompletionItemKind;
using lsp::HelmTemplateName;
using NameKind = HelmTemplateName::NameKind;
using QueryKind = lsp::SchemaQuery::QueryKind;

constexpr std::string_view kValues = "Values";

// Whether a key can be read as `.key`.
bool IsFieldName(std::string_view key) {
  return !key.empty() && !IsDigit(key.front()) &&
         std::all_of(key.begin(), key.end(), [](char c) { return IsAlnum(c) || c == '_'; });
}

const helm::BuiltinField* FindBuiltinField(std::string_view path) {
  const std::span<const helm::BuiltinField> fields = helm::BuiltinFields();
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [path](const helm::BuiltinField& field) { return field.path == path; });
  return found == fields.end() ? nullptr : &*found;
}

std::string Signature(const helm::functions::FunctionDescription& function) {
  return std::string(function.name) + (function.parameters.empty() ? "" : " ") +
         std::string(function.parameters);
}

// The comment `{{/* … */}}` right above a position; empty if there is none.
std::string CommentBefore(std::string_view text, size_t at) {
  constexpr std::string_view kSpaces = " \t\r\n";
  text = text.substr(0, text.substr(0, at).find_last_not_of(kSpaces) + 1);
  const size_t close = text.rfind("*/");
  const size_t open = close == std::string_view::npos ? close : text.rfind("/*", close);
  if (open == std::string_view::npos || !text.ends_with("}}") ||
      text.substr(close + 2).find_first_not_of(" -}") != std::string_view::npos) {
    return {};
  }
  const std::string_view inside = text.substr(open + 2, close - open - 2);
  const size_t begin = std::min(inside.find_first_not_of(kSpaces), inside.size());
  return std::string(inside.substr(begin, inside.find_last_not_of(kSpaces) + 1 - begin));
}

class TemplateQuery {
 public:
  TemplateQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                const ProcessEnvironment& environment, ChartTexts& chart)
      : query_(query),
        opened_(opened),
        text_(opened.strings.at(query.path)),
        at_(lsp::ByteAt(text_, query.position)),
        outline_(lsp::FindHelmTemplateNames(text_)),
        name_(outline_.NameAt(at_)),
        chart_(chart),
        values_(chart, opened, environment) {}

  std::optional<std::string> Answer() {
    if (name_ == nullptr && !outline_.IsInCode(at_)) {
      return std::nullopt;
    }
    switch (query_.kind) {
      case QueryKind::kHover:
        return lsp::HoverResult(name_ == nullptr ? "" : WithPages(Hover()));
      case QueryKind::kCompletion:
        return Complete();
      case QueryKind::kDeclaration:
        return name_ == nullptr ? "null" : Declaration();
      default:
        return std::nullopt;
    }
  }

 private:
  // The names from Helm's data to that at the position.
  ValuesPath path() const { return name_->path; }
  bool IsValue() const { return path().size() > 1 && path().front() == kValues; }

  std::string WithPages(const std::string& text) const {
    return text + (text.empty() || query_.below.empty() ? "" : "\n\n---\n\n") + query_.below;
  }

  std::string Hover() {
    switch (name_->kind) {
      case NameKind::kField: {
        if (path().empty()) {
          return {};
        }
        if (IsValue()) {
          return values_.Hover(path().subspan(1));
        }
        const helm::BuiltinField* field = FindBuiltinField(DottedPath(path()));
        return field == nullptr ? ""
                                : "**." + std::string(field->path) + "**: " + std::string(field->type) +
                                      "\n\n" + std::string(field->text);
      }
      case NameKind::kFunction: {
        const auto* function = helm::functions::FindDescription(path().front());
        return function == nullptr
                   ? ""
                   : "```\n" + Signature(*function) + "\n```\n\n" + std::string(function->text);
      }
      case NameKind::kReference:
      case NameKind::kDefinition:
        return DefinitionHover();
      case NameKind::kVariable:
        break;
    }
    return {};
  }

  // Calls `use` with each definition in the chart's templates until it returns true.
  template <typename Use>
  void ForEachDefinition(const Use& use) {
    for (const std::string& path : chart_.Templates()) {
      const std::string* text = chart_.Read(path);
      if (text == nullptr || text->find("{{") == std::string::npos) {
        continue;
      }
      for (const lsp::HelmDefinition& definition : lsp::FindHelmTemplateNames(*text).definitions) {
        if (use(path, *text, definition)) {
          return;
        }
      }
    }
  }

  std::string DefinitionHover() {
    std::string shown;
    ForEachDefinition(
        [&](const std::string& path, const std::string& text, const lsp::HelmDefinition& definition) {
          if (definition.name != path_name()) {
            return false;
          }
          constexpr size_t kMaxLines = 20;
          std::string_view code = std::string_view(text).substr(
              definition.range.begin, definition.range.end - definition.range.begin);
          size_t end = 0;
          for (size_t line = 0; line < kMaxLines && end != std::string_view::npos; ++line) {
            end = code.find('\n', end + 1);
          }
          const std::string comment = CommentBefore(text, definition.range.begin);
          shown = comment + (comment.empty() ? "" : "\n\n") + "```helm\n" + std::string(code.substr(0, end)) +
                  (end < code.size() ? "\n…" : "") + "\n```\n\n" + path.substr(path.rfind('/') + 1);
          return true;
        });
    return shown;
  }

  std::string_view path_name() const { return name_->path.front(); }

  std::string Complete() {
    std::vector<CompletionItem> items;
    lsp::ByteRange word = {at_, at_};
    if (name_ == nullptr) {
      // A space is enough to ask.
      const size_t before = text_.find_last_not_of(" \t\n-", at_ == 0 ? 0 : at_ - 1);
      if (before == std::string::npos ||
          std::string_view("|({").find(text_[before]) == std::string_view::npos) {
        return "null";
      }
      AddFunctions(items);
    } else {
      word = name_->range;
      AddNames(items);
    }
    return items.empty() ? "null"
                         : lsp::CompletionResult(text_, word.begin, word.end, query_.position, items);
  }

  void AddNames(std::vector<CompletionItem>& items) {
    switch (name_->kind) {
      case NameKind::kField:
        AddFields(items);
        break;
      case NameKind::kFunction:
        AddFunctions(items);
        break;
      case NameKind::kVariable:
        AddVariables(items);
        break;
      case NameKind::kReference:
        AddTemplates(items);
        break;
      case NameKind::kDefinition:
        break;
    }
  }

  void AddFields(std::vector<CompletionItem>& items) {
    if (path().empty()) {
      return;
    }
    if (IsValue()) {
      for (const api::KeyInfo& key : values_.KeysBelow(path().subspan(1, path().size() - 2))) {
        if (IsFieldName(key.key)) {
          items.push_back({key.key, key.key, CompletionItemKind::kProperty, false,
                           key.default_value.empty() ? key.type : key.default_value, key.text});
        }
      }
      return;
    }
    const std::string prefix = DottedPath(path().first(path().size() - 1)) + (path().size() > 1 ? "." : "");
    for (const helm::BuiltinField& field : helm::BuiltinFields()) {
      const bool is_below =
          field.path.starts_with(prefix) && field.path.find('.', prefix.size()) == std::string_view::npos;
      if (is_below) {
        const std::string name(field.path.substr(prefix.size()));
        items.push_back(
            {name, name,
             field.type == "function" ? CompletionItemKind::kFunction : CompletionItemKind::kProperty, false,
             std::string(field.type), std::string(field.text)});
      }
    }
  }

  static void AddFunctions(std::vector<CompletionItem>& items) {
    for (const helm::functions::FunctionDescription& function : helm::functions::Descriptions()) {
      items.push_back({std::string(function.name), std::string(function.name), CompletionItemKind::kFunction,
                       false, Signature(function), std::string(function.text)});
    }
  }

  // Those before the position.
  void AddVariables(std::vector<CompletionItem>& items) {
    std::set<std::string_view> known = {name_->path.front()};
    for (const HelmTemplateName& name : outline_.names) {
      if (name.kind == NameKind::kVariable && name.range.end < at_ &&
          known.insert(name.path.front()).second) {
        const std::string text(name.path.front());
        items.push_back({text, text, CompletionItemKind::kVariable, false, {}, {}});
      }
    }
  }

  void AddTemplates(std::vector<CompletionItem>& items) {
    std::set<std::string> known;
    ForEachDefinition(
        [&](const std::string& path, const std::string&, const lsp::HelmDefinition& definition) {
          const std::string name(definition.name);
          if (known.insert(name).second) {
            items.push_back(
                {name, name, CompletionItemKind::kFunction, false, path.substr(path.rfind('/') + 1), {}});
          }
          return false;
        });
  }

  std::string UriOf(const std::string& path) const {
    const auto open = opened_.uris.find(path);
    return open == opened_.uris.end() ? report::UriOf(path) : open->second;
  }

  std::string Declaration() {
    std::string result = "null";
    if (name_->kind == NameKind::kField && IsValue()) {
      if (const std::optional<lsp::TextRange> range = values_.KeyRange(path().subspan(1))) {
        result = lsp::LocationResult(UriOf(chart_.values_path()), *range);
      }
    } else if (name_->kind == NameKind::kReference || name_->kind == NameKind::kDefinition) {
      ForEachDefinition(
          [&](const std::string& path, const std::string& text, const lsp::HelmDefinition& definition) {
            if (definition.name != path_name()) {
              return false;
            }
            const lsp::TextPositions positions(text);
            result = lsp::LocationResult(UriOf(path), {positions.At(definition.name_range.begin),
                                                       positions.At(definition.name_range.end)});
            return true;
          });
    }
    return result;
  }

  const lsp::SchemaQuery& query_;
  const OpenDocuments& opened_;
  const std::string& text_;
  size_t at_;
  lsp::HelmTemplateOutline outline_;
  const HelmTemplateName* name_;  // at the position; null if there is none
  ChartTexts& chart_;
  ChartValuesText values_;
};

}  // namespace

std::optional<std::string> AnswerTemplateQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                               const ProcessEnvironment& environment) {
  const bool is_asked = query.kind == QueryKind::kHover || query.kind == QueryKind::kCompletion ||
                        query.kind == QueryKind::kDeclaration;
  if (!is_asked) {
    return std::nullopt;
  }
  source::DiskFileReader disk;
  std::optional<ChartTexts> chart = ChartTexts::Around(query.path, opened, disk);
  return chart && chart->IsTemplate(query.path) ? TemplateQuery(query, opened, environment, *chart).Answer()
                                                : std::nullopt;
}

}  // namespace kval::cli
