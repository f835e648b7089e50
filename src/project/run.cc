#include "src/project/run.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "src/driver/check_each.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/parallel_checks.h"
#include "src/driver/parallel_for.h"
#include "src/driver/schemas/shared_schema.h"
#include "src/project/affected.h"
#include "src/source/forwarding_file_reader.h"
#include "src/types/sensitive.h"

namespace kval::project {
namespace {

using driver::Stage;

// A reader for one check that records the files read. Paths from a project file are untrusted: reads are
// confined to the project (source/file_reader.h), and to directories of charts that Helm downloaded.
class RecordingReader final : public source::ForwardingFileReader {
 public:
  RecordingReader(source::FileReader& reader, std::string root, std::vector<std::string> chart_caches = {})
      : ForwardingFileReader(reader), root_(std::move(root)), chart_caches_(std::move(chart_caches)) {}

  Result<std::string> Read(const std::string& path) override {
    Record(path);
    for (const std::string& cache : chart_caches_) {
      if (path.starts_with(cache + "/")) {
        return reader_.ReadBelow(cache, path);
      }
    }
    return reader_.ReadBelow(root_, path);
  }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    Record(path);
    return reader_.ReadBelow(directory, path);
  }
  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    Record(path);
    return reader_.StampOf(path);
  }

  // The files read so far.
  std::vector<std::string> Noted() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return paths_;
  }
  // Returns the files. Call after the last read.
  std::vector<std::string> Release() { return std::move(paths_); }

 private:
  void Record(const std::string& path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    paths_.push_back(path);
  }

  std::string root_;
  std::vector<std::string> chart_caches_;
  std::mutex mutex_;
  std::vector<std::string> paths_;
};

// The result of a valid set without an individual run.
struct SharedSchemaResult {
  std::vector<std::string> paths;  // of its schema that were read
  types::SecretKeys secret_keys;   // that its schema declares
};

// Schemas shared by several sets, compiled on first use and freed after the last. Threads: safe.
class SharedSchemas {
 public:
  SharedSchemas(source::FileReader& reader, std::string root) : reader_(reader), root_(std::move(root)) {}

  // Registers a set: equal keys mean the same schema and flags. Register all before the first use.
  void Register(const std::string& key) { ++shared_[key].expected; }

  // Returns whether the set is known to have no findings. `schema`: options whose only inputs are the schema.
  bool Passes(const std::string& key, const driver::DriverOptions& schema,
              const std::vector<driver::InputPath>& values, source::FileReader& reader,
              SharedSchemaResult& passed);

 private:
  struct Shared {
    size_t expected = 0;
    std::mutex mutex;
    bool is_compiled = false;
    std::unique_ptr<RecordingReader> reader;
    std::unique_ptr<driver::Session> session;
    std::unique_ptr<const driver::SharedSchema> schema;
    types::SecretKeys secret_keys;
  };

  void Compile(const driver::DriverOptions& schema, Shared& shared) const;
  static void Leave(Shared& shared);

  source::FileReader& reader_;
  std::string root_;
  std::map<std::string, Shared> shared_;
};

void SharedSchemas::Compile(const driver::DriverOptions& schema, Shared& shared) const {
  shared.is_compiled = true;
  shared.reader = std::make_unique<RecordingReader>(reader_, root_);
  shared.session = std::make_unique<driver::Session>(schema.limits);
  shared.schema = driver::SharedSchema::Compile(schema, *shared.reader, *shared.session);
  shared.secret_keys = shared.session->SecretKeys();
}

void SharedSchemas::Leave(Shared& shared) {
  const std::lock_guard lock(shared.mutex);
  if (--shared.expected == 0) {
    shared.schema.reset();
    shared.session.reset();
    shared.reader.reset();
  }
}

bool SharedSchemas::Passes(const std::string& key, const driver::DriverOptions& schema,
                           const std::vector<driver::InputPath>& values, source::FileReader& reader,
                           SharedSchemaResult& passed) {
  const auto found = shared_.find(key);
  if (found == shared_.end()) {
    return false;
  }
  Shared& shared = found->second;
  {
    const std::lock_guard lock(shared.mutex);
    if (!shared.is_compiled && shared.expected > 1) {
      Compile(schema, shared);
    }
  }
  const bool passes = shared.schema != nullptr && shared.schema->Passes(values, reader);
  if (passes) {
    passed = {shared.reader->Noted(), shared.secret_keys};
  }
  Leave(shared);
  return passes;
}

// A unit of work of one thread: one check, or all documents of one schema.
struct Job {
  driver::PlannedCheck check;
  std::vector<size_t> checks;
  std::string schema_key = {};  // the same for those with the same schema and flags; empty: none has
};

struct Outcome {
  driver::FileResult verdict;
  Stage failed_at = Stage::kDone;
  std::vector<std::string> paths;  // that were read
};

class Runner {
 public:
  Runner(const std::vector<Check>& checks, const ProjectLocation& location, const RunOptions& options,
         source::FileReader& reader, driver::Session& session)
      : checks_(checks),
        location_(location),
        options_(options),
        reader_(reader),
        session_(session),
        planner_(location, options.base, options.read_flags, session.emit) {}

  RunResult Run() {
    AffectedChecks affected{std::vector<bool>(checks_.size(), true), {}};
    if (options_.has_paths) {
      affected = FindAffectedChecks(options_.paths, checks_);
    }
    std::vector<Job> jobs = JobsFor(affected.is_affected);
    std::vector<Outcome> outcomes = DoAll(jobs);
    if (!affected.unclaimed.empty()) {
      AddReadersOf(affected, jobs, outcomes);
    }
    for (size_t i = 0; i < jobs.size(); ++i) {
      Take(jobs[i], std::move(outcomes[i]));
    }
    result_.file_count = read_.size();
    result_.schema_count = schemas_.size();
    for (const std::string& path : affected.unclaimed) {
      if (read_.count(path) == 0) {
        result_.uncovered.push_back(path);
      }
    }
    return std::move(result_);
  }

 private:
  // Documents of one group that have the same schema and the same values below them are one job.
  std::vector<Job> JobsFor(const std::vector<bool>& chosen) {
    std::vector<Job> jobs;
    for (size_t i = 0; i < checks_.size(); ++i) {
      const Check& check = checks_[i];
      if (!chosen[i]) {
        continue;
      }
      if (!check.file.empty() && !jobs.empty()) {
        const Check& before = checks_[jobs.back().checks.front()];
        if (before.group == check.group && before.schema == check.schema && before.values == check.values) {
          jobs.back().checks.push_back(i);
          jobs.back().check.files.push_back({location_.FromHere(check.file), {}});
          continue;
        }
      }
      std::optional<driver::PlannedCheck> planned = planner_.Plan(check);
      if (!planned) {
        result_.failed_at = Stage::kInputs;
        continue;
      }
      if (planned->method == driver::CheckMethod::kManifests && options_.passed != nullptr) {
        planned->manifests.passed = &(*options_.passed)[std::to_string(i) + " " + check.name];
        planned->manifests.open_files = options_.open_files;
      }
      Job job{*std::move(planned), {i}};
      if (job.check.method == driver::CheckMethod::kOneSet) {
        job.schema_key = KeyOf(check);
      }
      jobs.push_back(std::move(job));
    }
    return jobs;
  }

  // Says which checks have one schema: the same files, read with the same profile and flags.
  static std::string KeyOf(const Check& check) {
    std::string key = check.group->profile.text;
    for (const LocatedString& flag : check.group->flags) {
      key.append(1, '\0').append(flag.text);
    }
    key.append(2, '\0');
    for (const std::string& path : check.schema) {
      key.append(path).push_back('\0');
    }
    return key;
  }

  // Whether the schema says, compiled for all that have it, that the check is in order.
  bool Passes(const Job& job, SharedSchemas& schemas, source::FileReader& reader, Outcome& outcome) const {
    if (job.schema_key.empty()) {
      return false;
    }
    driver::DriverOptions schema = job.check.options;
    const size_t count = checks_[job.checks.front()].schema.size();
    const std::vector<driver::InputPath> values(schema.inputs.begin() + static_cast<std::ptrdiff_t>(count),
                                                schema.inputs.end());
    schema.inputs.resize(count);
    SharedSchemaResult passed;
    if (!schemas.Passes(job.schema_key, schema, values, reader, passed)) {
      return false;
    }
    outcome.verdict.secret_keys = std::move(passed.secret_keys);
    outcome.paths = std::move(passed.paths);
    return true;
  }

  Outcome Do(const Job& job, size_t threads, SharedSchemas& schemas) const {
    Outcome outcome;
    RecordingReader reader(reader_, location_.root(), job.check.options.chart_caches);
    if (Passes(job, schemas, reader, outcome)) {
      for (std::string& path : reader.Release()) {
        outcome.paths.push_back(std::move(path));
      }
      return outcome;
    }
    driver::Session session(job.check.options.limits);
    driver::InputFileReader files(reader);
    const driver::CheckEachResult run = driver::RunCheck(job.check, {{}, threads}, files, session);
    outcome.failed_at = run.could_read ? run.failed_at : driver::Stage::kInputs;
    outcome.verdict.Take(session);
    outcome.paths = reader.Release();
    return outcome;
  }

  std::vector<Outcome> DoAll(const std::vector<Job>& jobs) const {
    std::vector<Outcome> outcomes(jobs.size());
    SharedSchemas schemas(reader_, location_.root());
    for (const Job& job : jobs) {
      if (!job.schema_key.empty()) {
        schemas.Register(job.schema_key);
      }
    }
    // A check that is alone has all threads for its documents.
    const bool is_alone = driver::ThreadCount(jobs.size(), options_.jobs) == 1;
    const driver::ParallelCheckOptions scheduling{options_.jobs, session_.limits.findings,
                                                  Limits::kNoMaximum,  // each check is a run
                                                  options_.progress};
    driver::ParallelCheckResults checked =
        driver::RunParallelChecks(jobs.size(), scheduling, [&](const driver::ParallelCheck& task) {
          Outcome& outcome = outcomes[task.index];
          outcome = Do(jobs[task.index], is_alone ? options_.jobs : 1, schemas);
          return std::move(outcome.verdict);
        });
    for (size_t i = 0; i < jobs.size(); ++i) {
      outcomes[i].verdict = std::move(checked.results[i]);
    }
    return outcomes;
  }

  // Some paths are named by no check: a file that a schema imports, say. Which checks read them is known when
  // they were made, so the others are made as well, and count when they did.
  void AddReadersOf(const AffectedChecks& affected, std::vector<Job>& jobs, std::vector<Outcome>& outcomes) {
    std::vector<bool> rest = affected.is_affected;
    rest.flip();
    std::vector<Job> others = JobsFor(rest);
    std::vector<Outcome> found = DoAll(others);
    for (size_t i = 0; i < others.size(); ++i) {
      const bool reads = std::any_of(found[i].paths.begin(), found[i].paths.end(), [&](const auto& path) {
        const std::optional<std::string> inside = location_.Inside(path);
        return inside && std::any_of(affected.unclaimed.begin(), affected.unclaimed.end(),
                                     [&](const std::string& place) { return IsWithin(*inside, place); });
      });
      if (reads) {
        jobs.push_back(std::move(others[i]));
        outcomes.push_back(std::move(found[i]));
      }
    }
  }

  void Take(const Job& job, Outcome outcome) {
    result_.check_count += job.checks.size();
    const Check& check = checks_[job.checks.front()];
    std::string schema = check.group->is_kubernetes ? "kubernetes" : check.chart;
    for (const std::string& path : check.schema) {
      schema.append(1, '\0').append(path);
    }
    schemas_.insert(std::move(schema));
    result_.failed_at = std::min(result_.failed_at, outcome.failed_at);
    for (const std::string& path : outcome.paths) {
      std::optional<std::string> inside = location_.Inside(path);
      read_.insert(inside ? *std::move(inside) : path);
    }
    MergeInto(std::move(outcome.verdict), session_.sources.file_count(), session_);
  }

  const std::vector<Check>& checks_;
  const ProjectLocation& location_;
  const RunOptions& options_;
  source::FileReader& reader_;
  driver::Session& session_;
  CheckPlanner planner_;
  std::set<std::string> read_;
  std::set<std::string> schemas_;  // of the checks that were made
  RunResult result_;
};

}  // namespace

RunResult Run(const std::vector<Check>& checks, const ProjectLocation& location, const RunOptions& options,
              source::FileReader& reader, driver::Session& session) {
  return Runner(checks, location, options, reader, session).Run();
}

}  // namespace kval::project
