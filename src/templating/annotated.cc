#include "src/templating/annotated.h"

#include <algorithm>
#include <utility>

#include "src/source/quick_contains.h"

namespace kval::templating {

const AnnotationArgument* Annotation::Keyword(std::string_view keyword) const {
  const auto found =
      std::find_if(arguments.rbegin(), arguments.rend(),
                   [keyword](const AnnotationArgument& argument) { return argument.keyword == keyword; });
  return found == arguments.rend() ? nullptr : &*found;
}

size_t Annotation::positional_count() const {
  return static_cast<size_t>(
      std::count_if(arguments.begin(), arguments.end(),
                    [](const AnnotationArgument& argument) { return argument.keyword.empty(); }));
}

std::vector<Annotation>& AnnotationTable::GetOrCreate(const value::Value* node) {
  const auto [own, is_new] = annotations_.try_emplace(node);
  if (is_new && below_ != nullptr) {
    const std::span<const Annotation> known = below_->Of(node);
    own->second.assign(known.begin(), known.end());
  }
  return own->second;
}

void AnnotationTable::Add(const value::Value* node, Annotation annotation) {
  GetOrCreate(node).push_back(std::move(annotation));
}

std::span<const Annotation> AnnotationTable::Of(const value::Value* node) const {
  const auto found = annotations_.find(node);
  if (found != annotations_.end()) {
    return found->second;
  }
  return below_ == nullptr ? std::span<const Annotation>() : below_->Of(node);
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
  const std::span<const Annotation> all = Of(from);
  if (all.empty()) {
    Remove(to);
    return;
  }
  std::vector<Annotation> copy(all.begin(), all.end());
  annotations_[to] = std::move(copy);
}

void AnnotationTable::Remove(const value::Value* node) {
  if (below_ != nullptr && !below_->Of(node).empty()) {
    annotations_[node].clear();
  } else {
    annotations_.erase(node);
  }
}

void AnnotationTable::Remove(const value::Value* node, std::string_view name) {
  std::erase_if(GetOrCreate(node), [name](const Annotation& annotation) { return annotation.name == name; });
}

void AnnotationTable::Merge(const AnnotationTable& other) {
  for (const auto& [node, list] : other.annotations_) {
    std::vector<Annotation>& mine = GetOrCreate(node);
    mine.insert(mine.end(), list.begin(), list.end());
  }
  plain_.insert(other.plain_.begin(), other.plain_.end());
}

bool IsEmpty(const AnnotatedDocument& document) {
  const value::Value& root = *document.root;
  if (document.is_computed) {
    return root.kind == value::Kind::kNull;
  }
  return root.kind == value::Kind::kNull || (root.kind == value::Kind::kMapping && root.entries().empty()) ||
         (root.kind == value::Kind::kSequence && root.items().empty());
}

bool MayHaveTemplating(const source::SourceFile& file) {
  return source::QuickContains(file, "#@");
}

}  // namespace kval::templating
