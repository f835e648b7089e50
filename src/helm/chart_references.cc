#include "src/helm/chart_references.h"

#include <algorithm>

#include "src/helm/commented_keys.h"
#include "src/helm/load_chart.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

// Every string of a JSON text counts as a word, a property or not.
void AddStrings(std::string_view json, TemplateReferences& mentions) {
  for (size_t at = json.find('"'); at != std::string_view::npos; at = json.find('"', at)) {
    const size_t end = json.find('"', at + 1);
    if (end == std::string_view::npos) {
      return;
    }
    mentions.names.emplace(json.substr(at + 1, end - at - 1));
    at = end + 1;
  }
}

// Every word of a schema in another language counts, which declares some of them.
void AddWords(std::string_view text, TemplateReferences& mentions) {
  constexpr std::string_view kOfWords = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  for (size_t at = text.find_first_of(kOfWords); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_not_of(kOfWords, at), text.size());
    mentions.names.emplace(text.substr(at, end - at));
    at = text.find_first_of(kOfWords, end);
  }
}

// Adds the names behind a word such as `include`, where the next string of the text follows it.
void AddNamesAfter(std::string_view text, std::string_view word, TemplateReferences::Names& names) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at)) {
    at += word.size();
    const size_t begin = text.find_first_not_of(' ', at);
    if (begin == std::string_view::npos || (text[begin] != '"' && text[begin] != '`')) {
      continue;
    }
    const size_t end = text.find(text[begin], begin + 1);
    if (end == std::string_view::npos) {
      return;
    }
    names.emplace(text.substr(begin + 1, end - begin - 1));
    at = end + 1;
  }
}

}  // namespace

void ChartReferences::Add(const Chart& chart) {
  NeedStack();
  TemplateReferences& own = of_[&chart];
  for (const ChartFile* file : chart.templates) {
    AddText(*file, own);
    if (const source::SourceFile* text = TextOf(*file, context_)) {
      AddNamesAfter(text->text(), "define ", defined_);
      AddNamesAfter(text->text(), "block ", defined_);
      AddNamesAfter(text->text(), "include ", called_[&chart]);
      AddNamesAfter(text->text(), "template ", called_[&chart]);
    }
  }
  if (own.names.contains("Files")) {
    for (const ChartFile* file : chart.files) {
      AddText(*file, own);
    }
  }
  if (chart.values_file != nullptr) {
    ScanTemplate(chart.values_file->text(), own);
    for (const auto& [line, keys] : CommentedKeys(chart.values_file->text())) {
      own.names.insert(keys.begin(), keys.end());
    }
  }
  AddSchemas(chart, own);
  words_.insert(own.names.begin(), own.names.end());
  if (chart.metadata.type == "library") {
    libraries_.Add(own);
  }
  for (const Chart* sub : chart.charts) {
    Add(*sub);
  }
}

void ChartReferences::AddSchemas(const Chart& chart, TemplateReferences& mentions) {
  if (chart.schema != nullptr) {
    if (const source::SourceFile* text = TextOf(*chart.schema, context_)) {
      AddStrings(text->text(), mentions);
    }
  }
  for (const std::vector<const ChartFile*>* schemas : {&chart.yaml_schemas, &chart.kcl_files}) {
    for (const ChartFile* schema : *schemas) {
      if (const source::SourceFile* text = TextOf(*schema, context_)) {
        AddWords(text->text(), mentions);
      }
    }
  }
}

void ChartReferences::AddValueKeys(const Table& values) {
  NeedStack();
  for (size_t i = 0; i < values.slot_count(); ++i) {
    if (values.slot(i).key != nullptr) {
      AddValueKeys(values.slot(i).node);
    }
  }
}

bool ChartReferences::CallsUnknownHelper(const Chart& chart) const {
  const auto called = called_.find(&chart);
  return called != called_.end() &&
         !std::includes(defined_.begin(), defined_.end(), called->second.begin(), called->second.end());
}

bool ChartReferences::IsOpen(const Chart& chart, std::string_view path) const {
  return libraries_.IsOpen(path) || of_.at(&chart).IsOpen(path) || CallsUnknownHelper(chart);
}

bool ChartReferences::IsRendered(const Chart& chart, std::string_view path) const {
  return libraries_.IsRendered(path) || of_.at(&chart).IsRendered(path);
}

void ChartReferences::AddNames(const Chart& chart, const std::string& path,
                               std::vector<std::string_view>& names) const {
  const std::string prefix = path.empty() ? "" : path + ".";
  for (const std::string& chain : of_.at(&chart).chains) {
    if (chain.starts_with(prefix) && chain.size() > prefix.size()) {
      const std::string_view rest = std::string_view(chain).substr(prefix.size());
      names.push_back(rest.substr(0, rest.find('.')));
    }
  }
}

void ChartReferences::AddText(const ChartFile& file, TemplateReferences& mentions) {
  if (const source::SourceFile* text = TextOf(file, context_)) {
    ScanTemplate(text->text(), mentions);
  }
}

void ChartReferences::AddValueKeys(const TableValue& node) {
  NeedStack();
  if (node.table != nullptr) {
    AddValueKeys(*node.table);
  } else if (node.list != nullptr) {
    std::for_each(node.list->items.begin(), node.list->items.end(),
                  [&](const TableValue& item) { AddValueKeys(item); });
  } else if (node.kind() == value::Kind::kString) {
    TemplateReferences mentions;
    ScanTemplate(node.written->raw, mentions);
    words_.insert(mentions.names.begin(), mentions.names.end());
  }
}

}  // namespace kval::helm
