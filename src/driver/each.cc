#include "src/driver/each.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

#include "src/diag/read_fault.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/documents.h"
#include "src/driver/file_verdict.h"
#include "src/driver/inputs.h"
#include "src/driver/kcl_values.h"
#include "src/driver/named_schema.h"
#include "src/driver/root_library.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema,
                                "no input is a schema, so the documents would not be checked"};
constexpr diag::Def<std::string_view> kSchemaToJudge{
    diag::Kind::kBadSchema, "{} is a schema: it is among the files that are to be judged"};

using Verdicts = std::vector<FileVerdict>;

// One file of those that are judged, read into `session`; null when it cannot be read, which is reported.
LibraryFile* ReadFile(const GivenFile& given, source::FileReader& reader, Session& session) {
  session.loader.SetReader(&reader);
  const std::string& path = given.path;
  Result<const source::SourceFile*> text = ReadGiven(given, reader, session);
  if (!text) {
    diag::ReportReadFault({}, text.failure(), session.emit);
    return nullptr;
  }
  const std::string name = path.starts_with("./") ? path.substr(2) : path;
  auto file = std::make_unique<LibraryFile>(
      Input{*text, Role::kAuto, false, true, path == "-" ? "stdin.yml" : name, path, given.directory});
  file->type = FileType::kYaml;
  file->is_template = true;
  file->order = static_cast<uint32_t>(session.files.size());
  session.files.push_back(std::move(file));
  session.library.Add(session.files.back().get());
  return session.files.back().get();
}

// The values documents of the file that was read last.
Documents Sort(const Options& options, const LibraryFile& file, Session& session) {
  Documents documents = SortDocuments(options, session.library, session);
  if (!documents.schemas.empty()) {
    session.emit.Report({file.input.source->base(), file.input.source->base()}, kSchemaToJudge, file.path)
        .Hint("name the schema with -f")
        .Emit();
  }
  return documents;
}

class Judge {
 public:
  virtual ~Judge() = default;
  // To be asked by several threads at once.
  virtual Verdicts File(const GivenFile& given) const = 0;
};

// Schemas of annotated YAML: one, shared by all.
class SharedJudge final : public Judge {
 public:
  SharedJudge(const CompiledSchema& schema, const Options& options, source::FileReader& reader)
      : schema_(schema), options_(options), reader_(reader) {
    // The files are documents, whatever the flags say of other inputs.
    options_.flags.clear();
    options_.foreign_are_values = true;
  }

  Verdicts File(const GivenFile& given) const override {
    Session session(&schema_.session());
    FileVerdict verdict;
    if (const LibraryFile* file = ReadFile(given, reader_, session)) {
      const Documents documents = Sort(options_, *file, session);
      for (const ValuesDocument& document : documents.values) {
        schema_.Judge(document, session);
        ++verdict.document_count;
      }
    }
    verdict.Take(session);
    Verdicts verdicts;
    verdicts.push_back(std::move(verdict));
    return verdicts;
  }

 private:
  const CompiledSchema& schema_;
  Options options_;
  source::FileReader& reader_;
};

// KCL programs: evaluation belongs to the program, so that each document has its own.
class KclJudge final : public Judge {
 public:
  KclJudge(std::vector<std::string> schema_files, const Options& options, source::FileReader& reader)
      : schema_files_(std::move(schema_files)), options_(options), reader_(reader) {}

  Verdicts File(const GivenFile& given) const override {
    Verdicts verdicts;
    size_t count = 1;
    for (size_t index = 0; index < count; ++index) {
      Session session(options_.limits);
      FileVerdict verdict;
      count = Document(given, index, session, verdict);
      verdict.Take(session);
      verdicts.push_back(std::move(verdict));
    }
    return verdicts;
  }

 private:
  // Judges the document of that number; gives how many the file has.
  size_t Document(const GivenFile& given_file, size_t index, Session& session, FileVerdict& verdict) const {
    if (!LoadRootLibrary(options_, reader_, session)) {
      return 0;
    }
    const LibraryFile* file = ReadFile(given_file, reader_, session);
    if (file == nullptr) {
      return 0;
    }
    Given given;
    Documents documents = CollectRoot(options_, reader_, session, given);
    const auto own = std::stable_partition(documents.values.begin(), documents.values.end(),
                                           [file](const ValuesDocument& values) {
                                             return !file->input.source->Contains(values.document.span.begin);
                                           });
    const auto count = static_cast<size_t>(documents.values.end() - own);
    if (index >= count) {
      return count;
    }
    const ValuesDocument judged = own[static_cast<std::ptrdiff_t>(index)];
    documents.values.erase(own, documents.values.end());
    documents.values.push_back(judged);
    if (const auto schema = CompileKcl(schema_files_, options_, reader_, session)) {
      ComputeKclValues(*schema, documents, std::move(given), options_, session);
    }
    ++verdict.document_count;
    return count;
  }

  std::vector<std::string> schema_files_;
  const Options& options_;
  source::FileReader& reader_;
};

// Whether a text of the schema may make a function of Starlark, which rules then ask: it is evaluated by the
// schema's own interpreter, which one thread may use at a time. Nothing else than these words makes one.
bool MayHaveFunctions(const Session& schema) {
  for (size_t i = 0; i < schema.sources.file_count(); ++i) {
    const std::string_view text = schema.sources.file(i).text();
    for (const std::string_view word : {"lambda", "def ", "def/", "load("}) {
      if (text.find(word) != std::string_view::npos) {
        return true;
      }
    }
  }
  return false;
}

// Asks the judge about every file; the answers are in the order of the files.
std::vector<Verdicts> JudgeAll(const Judge& judge, const std::vector<GivenFile>& files, size_t jobs) {
  std::vector<Verdicts> verdicts(files.size());
  std::atomic<size_t> next{0};
  // Memory or stack that runs out in a thread is the run's, not the process's end.
  std::exception_ptr exhausted;
  std::mutex exhausted_mutex;
  const auto work = [&] {
    try {
      for (size_t i = next++; i < files.size(); i = next++) {
        verdicts[i] = judge.File(files[i]);
      }
    } catch (const std::bad_alloc&) {
      const std::lock_guard lock(exhausted_mutex);
      exhausted = std::current_exception();
      next = files.size();
    }
  };
  const size_t processors = std::max<size_t>(1, std::thread::hardware_concurrency());
  const size_t count = std::min(jobs == 0 ? processors : jobs, std::max<size_t>(1, files.size()));
  std::vector<std::thread> others;
  for (size_t i = 1; i < count; ++i) {
    others.emplace_back(work);
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
  if (exhausted != nullptr) {
    std::rethrow_exception(exhausted);
  }
  return verdicts;
}

}  // namespace

EachResult CheckEach(const Options& given_options, const EachOptions& each, source::FileReader& reader,
                     Session& session) {
  EachResult result;
  Options options = given_options;
  std::vector<GivenFile> files;
  bool ok = ExpandPaths(each.paths, reader, session, files);
  if (std::string named; ok && options.inputs.empty()) {
    ok = FindNamedSchema(files, options, reader, session, named);
    if (!named.empty()) {
      options.inputs.push_back({named, {}, named.ends_with(".k") ? Role::kAuto : Role::kSchema});
    }
  }
  ok = LoadRootLibrary(options, reader, session) && ok;
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  std::unique_ptr<const CompiledSchema> shared;
  std::unique_ptr<Judge> judge;
  const std::vector<std::string> kcl = KclFiles(session);
  const size_t before = session.emit.error_count();
  if (kcl.empty()) {
    shared = CompiledSchema::Compile(options, reader, session);
    if (shared != nullptr) {
      judge = std::make_unique<SharedJudge>(*shared, options, reader);
    }
  } else {
    options.dialect = options.has_dialect ? options.dialect : value::Dialect::kKcl;
    if (CompileKcl(kcl, options, reader, session) != nullptr) {
      judge = std::make_unique<KclJudge>(kcl, options, reader);
    }
  }
  ++result.compilations;
  options.foreign_are_values = true;
  if (judge == nullptr) {
    if (session.emit.error_count() == before) {
      session.emit.Report({}, kNoSchema).Hint("name the schema with -f").Emit();
    }
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_texts = session.sources.file_count();
  const size_t jobs = kcl.empty() && MayHaveFunctions(session) ? 1 : each.jobs;
  for (Verdicts& verdicts : JudgeAll(*judge, files, jobs)) {
    for (FileVerdict& verdict : verdicts) {
      result.document_count += verdict.document_count;
      HandOver(std::move(verdict), known_texts, session);
    }
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

}  // namespace kval::driver
