#include "src/template/annotated.h"

#include <algorithm>
#include <utility>

namespace kval::templating {

const Argument* Annotation::Keyword(std::string_view keyword) const {
  const auto found = std::find_if(arguments.rbegin(), arguments.rend(), [keyword](const Argument& argument) {
    return argument.keyword == keyword;
  });
  return found == arguments.rend() ? nullptr : &*found;
}

size_t Annotation::positional_count() const {
  return static_cast<size_t>(std::count_if(
      arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.keyword.empty(); }));
}

void AnnotationTable::Add(const value::Value* node, Annotation annotation) {
  annotations_[node].push_back(std::move(annotation));
}

std::span<const Annotation> AnnotationTable::Of(const value::Value* node) const {
  const auto found = annotations_.find(node);
  return found == annotations_.end() ? std::span<const Annotation>()
                                     : std::span<const Annotation>(found->second);
}

const Annotation* AnnotationTable::Find(const value::Value* node, std::string_view name) const {
  const std::span<const Annotation> all = Of(node);
  const auto found = std::find_if(all.rbegin(), all.rend(),
                                  [name](const Annotation& annotation) { return annotation.name == name; });
  return found == all.rend() ? nullptr : &*found;
}

void AnnotationTable::Copy(const value::Value* from, const value::Value* to) {
  if (from == to) {
    return;
  }
  const auto found = annotations_.find(from);
  if (found == annotations_.end()) {
    annotations_.erase(to);
    return;
  }
  std::vector<Annotation> copy = found->second;
  annotations_[to] = std::move(copy);
}

void AnnotationTable::Remove(const value::Value* node) {
  annotations_.erase(node);
}

void AnnotationTable::Merge(const AnnotationTable& other) {
  for (const auto& [node, list] : other.annotations_) {
    std::vector<Annotation>& mine = annotations_[node];
    mine.insert(mine.end(), list.begin(), list.end());
  }
}

bool IsEmpty(const AnnotatedDocument& document) {
  const value::Value& root = *document.root;
  return root.kind == value::Kind::kNull || (root.kind == value::Kind::kMapping && root.entries().empty()) ||
         (root.kind == value::Kind::kSequence && root.items().empty());
}

bool MayHaveTemplating(std::string_view text) {
  return text.find("#@") != std::string_view::npos;
}

}  // namespace kval::templating
