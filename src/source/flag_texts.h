#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "src/source/source_map.h"
#include "src/support/keyed_hash.h"

namespace kval::source {

// The flag that contains a source.
struct FlagText {
  std::string flag;       // as it is written: "--data-value"
  std::string yaml_flag;  // for a flag whose values are always strings: the one that parses YAML
};

// Records which sources of a run come from flags. Display names of sources do not identify them reliably.
class FlagTexts {
 public:
  // `below` has the records of the underlying source map, or is null.
  explicit FlagTexts(const FlagTexts* below = nullptr) : below_(below) {}

  // The whole of a flag: several that are called alike are numbered, `(set arg 2)` is the second.
  const SourceFile& Add(FlagText flag, std::string name, std::string text, SourceMap& sources) {
    const size_t number = ++counts_[name];
    if (number > 1 && name.ends_with(')')) {
      name.insert(name.size() - 1, " " + std::to_string(number));
    }
    return AddPart(std::move(flag), std::move(name), std::move(text), sources);
  }
  // A part of one that was added, by its name.
  const SourceFile& AddPart(FlagText flag, std::string name, std::string text, SourceMap& sources) {
    const SourceFile& file = sources.AddText(std::move(name), std::move(text));
    texts_.emplace(&file, std::move(flag));
    return file;
  }
  // The same for a text that is secret as a whole.
  const SourceFile& AddSecret(FlagText flag, std::string name, std::string text, SourceMap& sources) {
    const SourceFile& file = sources.AddSecret(std::move(name), std::move(text));
    texts_.emplace(&file, std::move(flag));
    return file;
  }

  // Null when the text is none of a flag.
  const FlagText* Of(const SourceFile& file) const {
    const auto found = texts_.find(&file);
    if (found != texts_.end()) {
      return &found->second;
    }
    return below_ == nullptr ? nullptr : below_->Of(file);
  }

 private:
  const FlagTexts* below_;
  std::unordered_map<const SourceFile*, FlagText> texts_;
  TextMap<std::string, size_t> counts_;
};

}  // namespace kval::source
