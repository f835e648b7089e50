#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "src/source/source_map.h"
#include "src/support/keyed_hash.h"

namespace kval::source {

// The flag that contains a source.
struct FlagSource {
  std::string flag;       // as written: "--data-value"
  std::string yaml_flag;  // for a flag whose values are always strings: the one that parses YAML
};

// Records which sources of a run come from flags. Display names of sources do not identify them reliably.
class FlagSources {
 public:
  // `below` has the records of the underlying source map, or is null.
  explicit FlagSources(const FlagSources* below = nullptr) : parent_(below) {}

  // Adds the source of a whole flag. Sources with equal names are numbered: `(set arg 2)` is the second.
  const SourceFile& Add(FlagSource flag, std::string name, std::string text, SourceMap& sources) {
    const size_t number = ++counts_[name];
    if (number > 1 && name.ends_with(')')) {
      name.insert(name.size() - 1, " " + std::to_string(number));
    }
    return AddPart(std::move(flag), std::move(name), std::move(text), sources);
  }
  // Adds a part of a flag that was added before, by its name.
  const SourceFile& AddPart(FlagSource flag, std::string name, std::string text, SourceMap& sources) {
    const SourceFile& file = sources.AddText(std::move(name), std::move(text));
    strings_.emplace(&file, std::move(flag));
    return file;
  }
  // The same for a value that is secret as a whole.
  const SourceFile& AddSecret(FlagSource flag, std::string name, std::string text, SourceMap& sources) {
    const SourceFile& file = sources.AddSecret(std::move(name), std::move(text));
    strings_.emplace(&file, std::move(flag));
    return file;
  }

  // Returns the flag of a source; null if it is not from a flag.
  const FlagSource* Of(const SourceFile& file) const {
    const auto found = strings_.find(&file);
    if (found != strings_.end()) {
      return &found->second;
    }
    return parent_ == nullptr ? nullptr : parent_->Of(file);
  }

 private:
  const FlagSources* parent_;
  std::unordered_map<const SourceFile*, FlagSource> strings_;
  TextMap<std::string, size_t> counts_;
};

}  // namespace kval::source
