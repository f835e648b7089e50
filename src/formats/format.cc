#include "src/formats/format.h"

#include <algorithm>
#include <iterator>

#include "src/formats/validators.h"

namespace kval::formats {
namespace {

constexpr FormatEntry kEntries[] = {
#define KVAL_FORMAT(name, description, source, check) {name, description, source, check},
#include "src/formats/formats.def"
#undef KVAL_FORMAT
};

static_assert(std::is_sorted(std::begin(kEntries), std::end(kEntries),
                             [](const FormatEntry& a, const FormatEntry& b) { return a.name < b.name; }));

}  // namespace

std::span<const FormatEntry> Builtin() {
  return kEntries;
}

const FormatEntry* Find(std::string_view name) {
  const auto* found =
      std::lower_bound(std::begin(kEntries), std::end(kEntries), name,
                       [](const FormatEntry& entry, std::string_view n) { return entry.name < n; });
  return found != std::end(kEntries) && found->name == name ? found : nullptr;
}

}  // namespace kval::formats
