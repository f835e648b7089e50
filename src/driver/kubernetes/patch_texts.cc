#include "src/driver/kubernetes/patch_texts.h"

namespace kval::driver {

PatchTexts::PatchTexts(ManifestFiles& files, const KustomizationGraph& graph) : files_(files) {
  for (size_t i = 0; i < files_.size(); ++i) {
    index_of_.emplace(graph.NormalPath(files_[i].name), i);
  }
}

std::string_view PatchTexts::Find(const std::string& path) {
  constexpr size_t kMostBytes = size_t{64} << 20;
  const auto found = index_of_.find(path);
  if (found == index_of_.end() || bytes_ > kMostBytes) {
    return {};
  }
  if (files_[found->second].passed != nullptr) {
    files_.ReadSkipped(found->second);
  }
  const std::string_view text = files_[found->second].text();
  bytes_ += text.size();
  return text;
}

}  // namespace kval::driver
