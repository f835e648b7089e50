#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/diag/path.h"
#include "src/helm/tables.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::render {

// The value that an origin of rendered text names.
struct ValueSource {
  static constexpr uint32_t kNoParent = UINT32_MAX;

  TableValue value;
  uint32_t parent = kNoParent;  // the source of the map or list that contains it
  std::string_view key;         // in a map
  size_t index = 0;             // in a list
  bool is_item = false;
};

// How integers of files are read: by encoding/json, as in Helm, or by go-yaml, as in helmfile.
enum class Integers : uint8_t { kFloats, kInts };

// The values of a chart as values of templates: numbers are float64, except integers of `--set`. Tables that
// charts share stay one map, because templates can change maps. Each value below the root has its own origin,
// the index of its source.
class ChartValues {
 public:
  // The heap must outlive this.
  explicit ChartValues(gotemplate::Heap* heap, Integers integers = Integers::kFloats)
      : heap_(*heap), integers_(integers) {}

  // `type`: a map type.
  gotemplate::Value Of(const Table& root, const gotemplate::Type& type);

  const std::vector<ValueSource>& sources() const { return sources_; }
  // The source of a map of the values; kNoParent for the root. Nullopt for other maps. Maps that several
  // charts share have that of the first one.
  std::optional<uint32_t> SourceOf(const gotemplate::Map* map) const;

 private:
  gotemplate::Value MapOf(const Table& table, uint32_t source);
  gotemplate::Value ValueOf(const TableValue& node, uint32_t source);
  uint32_t AddSource(ValueSource source);

  gotemplate::Heap& heap_;
  const Integers integers_;
  std::vector<ValueSource> sources_;
  std::unordered_map<const Table*, gotemplate::Value> maps_;
  std::unordered_map<const gotemplate::Map*, uint32_t> map_sources_;
};

// The path of a source from the root.
diag::Path PathOf(const std::vector<ValueSource>& sources, uint32_t index);

}  // namespace kval::helm::render
