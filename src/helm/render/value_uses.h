#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/helm/render/chart_values.h"
#include "src/helm/render/skipped_names.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// What the templates of a chart do with its values. Conservative: a value that may be read by a part of a
// template that was skipped counts as read.
class ValueUses final : public gotemplate::Observer {
 public:
  // The arguments must outlive the executions.
  ValueUses(gotemplate::Heap& heap, const ChartValues& values) : heap_(heap), values_(values) {}

  void Enter(const gotemplate::Template& tmpl) override;
  void Choose(const gotemplate::Template& tmpl, const gotemplate::BranchNode& branch, bool is_body,
              std::span<const gotemplate::Value> in_scope) override;
  void Test(const gotemplate::Value& value) override;
  void Skip(const gotemplate::Template& tmpl, gotemplate::NodeList nodes,
            std::span<const gotemplate::Value> in_scope) override;
  void Jump(const gotemplate::Template& tmpl) override;
  void Read(const gotemplate::Value& value) override;
  void Lookup(const gotemplate::Value& map, std::string_view key) override;
  void Called(std::string_view function, std::span<const gotemplate::Value> args,
              const gotemplate::Value& result) override;
  void Printed(const gotemplate::Value& value) override;

  // Call once before the first execution, when the values are complete.
  void Begin();
  // Call once after the last execution, before queries.
  void Finish(const gotemplate::TemplateSet& templates);

  // The source of an entry or item; nullopt if there is none. `parent`: kNoParent for the root.
  std::optional<uint32_t> EntryOf(uint32_t parent, std::string_view key) const;
  std::optional<uint32_t> ItemOf(uint32_t parent, size_t index) const;
  // The value or a part of it was read.
  bool IsRead(uint32_t source) const { return (FlagsOf(source) & kRead) != 0; }
  // It was used with all that is in it. `source` may be kNoParent.
  bool IsWhole(uint32_t source) const { return (FlagsOf(source) & kWhole) != 0; }
  // Keys of the map were looked up by name.
  bool IsLookedUp(uint32_t source) const { return (FlagsOf(source) & kLookedUp) != 0; }
  // Templates did nothing with the scalar but test whether it is true.
  bool IsSwitch(uint32_t source) const { return (FlagsOf(source) & (kTested | kUsed)) == kTested; }
  // The names that were looked up in the map and are missing.
  std::vector<std::string_view> MissingNames(uint32_t source) const;
  // In the parts of templates that were skipped.
  const TemplateNames& skipped() const { return skipped_.all(); }

 private:
  enum Flag : uint8_t { kRead = 1, kWhole = 2, kLookedUp = 4, kTested = 8, kUsed = 16 };
  static constexpr size_t kMaxDepth = 100;

  uint8_t FlagsOf(uint32_t source) const;
  void Set(uint32_t source, uint8_t flags);
  // The source of a map or list of the chart's values; kNoParent for their root; nullopt for others.
  std::optional<uint32_t> SourceOf(const gotemplate::Value& value) const;
  void SetAll(const gotemplate::Value& value, uint8_t flags);
  void SetWhole(const gotemplate::Value& value, size_t depth = 0);
  void SkipPart(const TemplateNames& names, std::span<const gotemplate::Value> in_scope);

  gotemplate::Heap& heap_;
  const ChartValues& values_;
  std::vector<uint8_t> flags_;  // by source; that of the root is last
  std::map<std::pair<uint32_t, std::string_view>, uint32_t> entries_;
  std::map<std::pair<uint32_t, size_t>, uint32_t> items_;
  std::map<uint32_t, std::map<std::string, bool, std::less<>>> missing_;
  SkippedNames skipped_;
};

}  // namespace kval::helm::render
