#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/helm/chart.h"
#include "src/helm/render/value_uses.h"
#include "src/lang/gotemplate/observer.h"
#include "src/lang/gotemplate/template_set.h"

namespace kval::helm::render {

// How often the parts of a chart's own templates were executed, and which of its defaults were read, in
// several runs.
struct Coverage {
  // An `if`, `with` or `range`: its body was executed, or it was not. Both are outcomes.
  struct Branch {
    uint32_t line = 0;  // from 1
    uint64_t body = 0;
    uint64_t other = 0;

    size_t covered() const { return (body > 0 ? 1 : 0) + (other > 0 ? 1 : 0); }
  };
  struct File {
    std::string path;  // for people
    std::string text;
    std::map<uint32_t, uint64_t> lines;   // those with text or actions, from 1, with their executions
    std::map<uint32_t, Branch> branches;  // by their offset
  };

  std::map<std::string, File, std::less<>> files;  // by the name of the template
  std::map<std::string, bool, std::less<>> keys;   // of values.yaml, without maps, dotted: whether read
  size_t runs = 0;
};

// Records one run. Passes on to `uses` what executions read, not what templates may read in branches that
// were not executed.
class CoverageRecorder final : public gotemplate::Observer {
 public:
  CoverageRecorder(ValueUses* uses, Coverage* coverage) : uses_(*uses), coverage_(*coverage) {}

  void Enter(const gotemplate::Template& tmpl) override;
  void Choose(const gotemplate::Template& tmpl, const gotemplate::BranchNode& branch, bool is_body,
              std::span<const gotemplate::Value> in_scope) override;
  void Test(const gotemplate::Value& value) override { uses_.Test(value); }
  void Skip(const gotemplate::Template& /*tmpl*/, gotemplate::NodeList /*nodes*/,
            std::span<const gotemplate::Value> /*in_scope*/) override {}
  void Jump(const gotemplate::Template& /*tmpl*/) override {}
  void Read(const gotemplate::Value& value) override { uses_.Read(value); }
  void Lookup(const gotemplate::Value& map, std::string_view key) override { uses_.Lookup(map, key); }
  void Called(std::string_view function, std::span<const gotemplate::Value> args,
              const gotemplate::Value& result) override {
    uses_.Called(function, args, result);
  }
  void Printed(const gotemplate::Value& value) override { uses_.Printed(value); }

  // Adds a file of the chart. Call before Finish.
  void AddFile(const std::string& name, std::string_view path, std::string_view text);
  // Adds the run to the coverage. Call after ValueUses::Finish.
  void Finish(const Chart& chart, const gotemplate::TemplateSet& templates);

 private:
  struct Outcomes {
    uint64_t body = 0;
    uint64_t other = 0;
  };
  class Walk;

  void AddKeys(const Table& table, const std::string& prefix, uint32_t source, const Chart& chart);

  ValueUses& uses_;
  Coverage& coverage_;
  std::map<std::pair<std::string, std::string>, uint64_t> entered_;  // by file and name
  std::map<std::pair<std::string, uint32_t>, Outcomes> outcomes_;    // by file and offset
};

}  // namespace kval::helm::render
