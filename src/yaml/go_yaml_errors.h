#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/source_file.h"
#include "src/value/scalar_resolve.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Whether go-yaml reads it in the programs that the dialect is of.
bool UsesGoYaml(value::Dialect dialect);

// Note for input that is rejected only because of go-yaml.
inline constexpr std::string_view kByGo = "ytt, Helm and kubectl use go-yaml";

// Input that YAML 1.2 accepts and go-yaml rejects or reads differently, as do ytt, Helm and kubectl: tabs on
// lines between values and after `-`, `\/`, plain scalars in brackets with `?` or a `:` at an end, directives
// other than `%TAG` and `%YAML 1.1`, characters that ended lines in YAML 1.1. Consumes events up to the first
// other error and adds to the stream's errors.
//
// Source: yaml_parser_scan_to_next_token, _scan_plain_scalar, _scan_block_scalar_breaks and _scan_directive
// of go-yaml v2's scannerc.go, verified with ytt 0.48 and Helm 3.22.
class GoYamlErrors {
 public:
  // Finds nothing in dialects that do not use go-yaml.
  GoYamlErrors(const source::SourceFile& source, value::Dialect dialect, EventStream* stream);

  // Declares the events before `final` complete.
  void Take(size_t final);
  // Call after the stream's first `count` events were removed.
  void Forget(size_t count) { next_ -= count; }
  // Call after the last event.
  void Finish();

 private:
  size_t OffsetOf(uint32_t at) const;
  void CheckEvent(const Event& event);
  void Start(const Event& event);
  void End(const Event& event);
  void Pass(const Event& event);
  void CheckBetween(size_t end);
  size_t FirstColumnForTabs(const Event& event) const;
  void Scalar(const Event& event);
  void Escapes(const Event& event, std::string_view text);
  void Block(const Event& event, std::string_view text);
  void InBrackets(const Event& event, std::string_view text);
  void Tab(size_t at);
  // go_lines.cc
  void FindBreaks();
  size_t NextBreak(size_t from) const;
  void BreaksIn(const Event& event);
  void BreaksBetween(size_t end);
  void ReportBreak(size_t at, std::string_view hint, SyntaxRepair repair = SyntaxRepair::kNone);
  void Directives(size_t end);
  void Directive(size_t at, std::string_view line);
  void Report(diag::Kind kind, size_t at, uint32_t size, std::string_view message, std::string_view hint,
              std::string_view label = {}, SyntaxRepair repair = SyntaxRepair::kNone);

  const source::SourceFile& source_;
  const std::string_view text_;
  const value::Dialect dialect_;
  EventStream& stream_;
  bool is_active_ = false;
  bool has_tabs_ = false;
  bool has_directives_ = false;
  std::vector<size_t> breaks_;  // positions of NEL, LS and PS
  size_t next_ = 0;             // the first event that was not looked at
  size_t own_errors_ = 0;       // of the stream's
  size_t place_ = 0;            // up to which the text was looked at
  static constexpr size_t kNowhere = SIZE_MAX;
  size_t tabs_from_ = kNowhere;  // column from which tabs count as spaces on continuation lines
  size_t flow_depth_ = 0;
  static constexpr int kFlow = -1;
  std::vector<int> open_;  // columns of the open block collections, or kFlow
};

}  // namespace kval::yaml
