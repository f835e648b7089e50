// Applies quick fixes to a schema and values, separated by NUL bytes. The fixed files must be checkable
// again, the diffs must be valid UTF-8 without escape sequences, and the rounds of fixes must terminate.
#include "src/driver/pipeline.h"
#include "src/fix/diff.h"
#include "src/fix/patch.h"
#include "src/redaction/find_secrets.h"
#include "tests/fuzz/whole_run.h"

namespace {

using namespace kval;

// Checks the files and applies their quick fixes in place. Returns true if a file changed.
bool Repair(std::vector<std::string>& strings) {
  source::MemoryFileReader reader;
  driver::DriverOptions options;
  options.limits = fuzz::SmallLimits();
  options.warn_ambiguous = true;
  for (size_t i = 0; i < strings.size(); ++i) {
    const std::string name = "f" + std::to_string(i) + ".yml";
    reader.Add(name, strings[i]);
    options.inputs.push_back({name, {}, i == 0 ? driver::InputRole::kSchema : driver::InputRole::kValues});
  }
  driver::Session session(options.limits);
  driver::Run(options, reader, session);
  bool is_repaired = false;
  for (const fix::FilePatch& change :
       fix::Collect(session.findings.Sorted(), session.sources, [](const auto&) { return true; })) {
    const std::string after = change.After();
    KVAL_CHECK(!change.edits.empty() && change.fixes > 0);
    const auto hidden = [](const source::SourceFile& file) { return redaction::FindSecrets(file, {}); };
    const std::string diff = fix::UnifiedDiff(change.file->name(), change.Before(), after, {false, hidden});
    KVAL_CHECK(report::ValidUtf8(diff) == diff);
    KVAL_CHECK(diff.find('\x1b') == std::string::npos);
    const size_t number = std::stoul(change.file->name().substr(1));
    is_repaired = is_repaired || after != strings[number];
    strings[number] = after;
  }
  return is_repaired;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::vector<std::string> strings = fuzz::PartsOf(data, size);
  constexpr int kRounds = 4;  // each round is a separate check, as in `kval check --fix`
  for (int round = 0; round < kRounds && Repair(strings); ++round) {
  }
  return 0;
}
