#include "src/driver/each.h"

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "src/driver/findings/file_verdict.h"
#include "src/driver/findings/findings_bound.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/judge.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/run_work.h"
#include "src/driver/schemas/named_schema.h"
#include "src/driver/side_by_side.h"

namespace kval::driver {
namespace {

// Asks the judge about every file; the answers are in the order of the files. There is none of those from
// `beyond` on: the run has no steps left for them.
std::vector<FileVerdict> JudgeAll(const Judge& judge, const std::vector<GivenFile>& files,
                                  const EachOptions& each, source::FileReader& reader, size_t jobs,
                                  std::optional<size_t>& beyond) {
  std::vector<FileVerdict> verdicts(files.size());
  std::atomic<size_t> done{0};
  FindingsBound bound(judge.session().limits.findings);
  RunWork work(judge.session().limits.run_steps, judge.session().steps);
  std::vector<Kept> kept(ThreadCount(files.size(), jobs));
  SideBySide(files.size(), jobs, [&](size_t i, size_t thread) {
    if (const std::optional<uint64_t> steps = work.Allowance()) {
      Session session(&judge.session());
      verdicts[i].document_count = judge.File(files[i], reader, session, &kept[thread], *steps);
      work.Spent(i, session.StepsTaken());
      verdicts[i].Take(session);
      bound.Cut(i, verdicts[i]);
    }
    if (each.progress != nullptr) {
      each.progress(++done, files.size());
    }
  });
  beyond = work.first_beyond();
  verdicts.resize(beyond.value_or(files.size()));
  return verdicts;
}

// Judges files by the schema among the inputs.
EachResult JudgeFiles(const Options& options, const std::vector<GivenFile>& files, const EachOptions& each,
                      source::FileReader& reader, Session& session) {
  EachResult result;
  const bool ok = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  const std::unique_ptr<const Judge> judge = Judge::Compile(options, reader, session);
  ++result.compilations;
  if (judge == nullptr) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_texts = session.sources.file_count();
  const size_t jobs = judge->is_shareable() ? each.jobs : 1;
  std::optional<size_t> beyond;
  for (FileVerdict& verdict : JudgeAll(*judge, files, each, reader, jobs, beyond)) {
    result.document_count += verdict.document_count;
    HandOver(std::move(verdict), known_texts, session);
  }
  if (beyond) {
    ReportBeyond(files, *beyond, reader, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

Options WithSchema(const Options& options, const std::string& path) {
  Options with = options;
  with.inputs.push_back({path, {}, path.ends_with(".k") ? Role::kAuto : Role::kSchema});
  return with;
}

// Files that name different schemas: those of each schema in a session of their own.
EachResult JudgeByNamed(const Options& options, const std::vector<GivenFile>& files,
                        const std::vector<std::string>& schemas, const EachOptions& each,
                        source::FileReader& reader, Session& session) {
  EachResult result;
  for (const std::string& schema : std::set<std::string>(schemas.begin(), schemas.end())) {
    std::vector<GivenFile> its_files;
    for (size_t i = 0; i < files.size(); ++i) {
      if (schemas[i] == schema) {
        its_files.push_back(files[i]);
      }
    }
    Session part(session.limits);
    part.steps = session.steps;
    const EachResult judged = JudgeFiles(WithSchema(options, schema), its_files, each, reader, part);
    result.failed_at = std::min(result.failed_at, judged.failed_at);
    result.file_count += judged.file_count;
    result.document_count += judged.document_count;
    result.compilations += judged.compilations;
    FileVerdict verdict;
    verdict.Take(part);
    verdict.steps -= session.steps;
    HandOver(std::move(verdict), session.sources.file_count(), session);
  }
  return result;
}

// Those of each schema that files name, or all against the one schema.
EachResult CheckFound(const Options& options, const std::vector<GivenFile>& files,
                      const std::vector<std::string>& named, const EachOptions& each,
                      source::FileReader& reader, Session& session) {
  const std::set<std::string> schemas(named.begin(), named.end());
  const bool is_one = schemas.size() <= 2 && (schemas.size() < 2 || schemas.count("") > 0);
  if (!is_one) {
    return JudgeByNamed(options, files, named, each, reader, session);
  }
  const std::string schema = schemas.empty() ? std::string() : *schemas.rbegin();
  return JudgeFiles(schema.empty() ? options : WithSchema(options, schema), files, each, reader, session);
}

}  // namespace

EachResult CheckEach(const Options& options, const EachOptions& each, source::FileReader& disk,
                     Session& session) {
  FoundFiles reader(disk);
  std::vector<GivenFile> files;
  // What can be read is judged all the same.
  const bool are_found = ExpandPaths(each.paths, reader, session.emit, files);
  std::vector<std::string> named;
  const bool are_named = !options.inputs.empty() || FindNamedSchemas(files, options, reader, session, named);
  if (!are_named || (!are_found && files.empty())) {
    EachResult failed;
    failed.failed_at = Stage::kInputs;
    failed.file_count = files.size();
    return failed;
  }
  EachResult result = CheckFound(options, files, named, each, reader, session);
  result.could_read = are_found;
  return result;
}

}  // namespace kval::driver
