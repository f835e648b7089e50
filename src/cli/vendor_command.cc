#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemas/catalog/catalog.h"
#include "schemas/json_schema/uri.h"
#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/fetch_address.h"
#include "src/cli/reading_options.h"
#include "src/cli/usage.h"
#include "src/driver/schemas/schema_addresses.h"
#include "src/driver/session.h"
#include "src/json/document.h"
#include "src/output/file_set.h"
#include "src/project/find.h"
#include "src/project/load.h"
#include "src/report/text.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"
#include "src/support/ascii_text.h"
#include "src/support/repository.h"
#include "src/support/sha256.h"
#include "src/vendor/schema_address.h"
#include "src/vendor/vendored_schemas.h"

namespace kval::cli {
namespace {

using vendor::LockedSchema;

constexpr size_t kMostAddresses = 1'000;
constexpr size_t kDigestLength = 8;

struct VendorState {
  std::vector<std::string> paths;
  std::vector<std::string> addresses;
  bool update = false;
  bool check = false;
  bool netrc = false;
  ReadingOptions reading;
};

// In UTC: `2026-11-29`.
std::string Today() {
  const std::chrono::year_month_day date(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  const auto two_digits = [](unsigned number) { return (number < 10 ? "-0" : "-") + std::to_string(number); };
  return std::to_string(static_cast<int>(date.year())) + two_digits(static_cast<unsigned>(date.month())) +
         two_digits(static_cast<unsigned>(date.day()));
}

bool IsSchemaText(const std::string& path) {
  return path.ends_with(".yml") || path.ends_with(".yaml") || path.ends_with(".json");
}

// Whether a path is in a directory that holds no files of the user.
bool IsForeign(const std::string& path) {
  for (size_t begin = 0, end = path.find('/'); end != std::string::npos;
       begin = end + 1, end = path.find('/', begin)) {
    const std::string_view name = std::string_view(path).substr(begin, end - begin);
    if (IsRepositoryDirectory(name) || name == "node_modules") {
      return true;
    }
  }
  return vendor::IsVendoredFile(path);
}

// One run of the command: collects the addresses, fetches the missing ones and writes all files at once.
class Vendoring {
 public:
  Vendoring(const VendorState& state, const Limits& limits, const ProcessEnvironment& environment,
            CommandOutput& output)
      : state_(state),
        limits_(limits),
        environment_(environment),
        output_(output),
        reader_(limits, LinkDestinations(state.reading)) {}

  int Run() {
    root_ = vendor::FindRepositoryRoot(reader_);
    const std::optional<std::string> found = vendor::FindLockDirectory(reader_);
    directory_ = found.value_or(root_ + std::string(vendor::kDirectory));
    if (found && !ReadLock()) {
      return kUnusable;
    }
    for (const std::string& address : state_.addresses) {
      Add(address, "--schema", true);
    }
    if (!CollectFromFiles() || !CollectFromProject()) {
      return kUnusable;
    }
    for (const LockedSchema& entry : old_) {
      Add(entry.address, LockPath(), true);
    }
    while (!pending_.empty() && failures_ < kMostAddresses) {
      const std::string address = std::move(pending_.front());
      pending_.pop_front();
      state_.check ? Verify(address) : Take(address);
    }
    return state_.check ? FinishCheck() : FinishFetch();
  }

 private:
  std::string LockPath() const { return directory_ + "/" + std::string(vendor::kLockName); }

  int Fail(const Failure& failure) {
    ++failures_;
    return ReportUsageError(output_, failure);
  }

  bool ReadLock() {
    const Result<std::string> text = reader_.ReadBelow(directory_, LockPath());
    Result<vendor::LockFile> lock =
        text ? vendor::ParseLockFile(*text) : Result<vendor::LockFile>(text.failure());
    if (!lock) {
      Fail({"cannot use " + LockPath() + ": " + lock.failure().message, FailureKind::kOther,
            "restore the file, or delete it and run `kval vendor`"});
      return false;
    }
    old_ = *std::move(lock);
    return true;
  }

  // Adds an address that `where` names. `is_wanted`: also if a built-in schema has the address.
  void Add(const std::string& address, const std::string& where, bool is_wanted) {
    const std::string whole(schemas::json_schema::WithoutFragment(address));
    if ((!is_wanted && schemas::catalog::FindByAddress(whole) != nullptr) ||
        !named_in_.emplace(whole, where).second) {
      return;
    }
    pending_.push_back(whole);
  }

  bool CollectFromFiles() {
    std::vector<std::string> paths = state_.paths;
    if (paths.empty()) {
      paths.push_back(root_.empty() ? "." : root_.substr(0, root_.size() - 1));
    }
    for (const std::string& path : paths) {
      const source::PathKind kind = reader_.KindOf(path);
      if (kind == source::PathKind::kMissing) {
        Fail({"cannot read " + path + ": no such file or directory"});
        return false;
      }
      if (kind != source::PathKind::kDirectory) {
        CollectFrom(path, reader_.Read(path));
        continue;
      }
      const source::Tree tree = reader_.Walk(path);
      for (const Failure& failure : tree.failures) {
        Fail(failure);
      }
      for (const std::string& file : tree.files) {
        if (IsSchemaText(file) && !IsForeign(file)) {
          const std::string full = std::string(path).append("/").append(file);
          CollectFrom(full, reader_.ReadBelow(path, full));
        }
      }
    }
    return failures_ == 0;
  }

  void CollectFrom(const std::string& path, Result<std::string> text) {
    if (!text) {
      Fail(text.failure());
      return;
    }
    source::SourceMap sources;
    const source::SourceFile& file = sources.AddText(path, *std::move(text));
    for (const std::string& address : driver::AddressesNamedIn(file, limits_)) {
      Add(address, path, false);
    }
  }

  bool CollectFromProject() {
    const Result<std::optional<project::ProjectLocation>> location =
        project::FindProject(reader_, environment_.directory);
    if (!location) {
      Fail(location.failure());
      return false;
    }
    if (!*location) {
      return true;
    }
    driver::Session session(limits_);
    const std::optional<project::Loaded> loaded = project::Load(**location, reader_, session);
    if (!loaded) {
      Fail({"cannot use " + (*location)->file, FailureKind::kOther, "`kval` reports its errors"});
      return false;
    }
    for (const project::CheckDeclaration& group : loaded->declaration.groups) {
      for (const auto* texts : {&group.schema, &group.crds}) {
        for (const project::LocatedString& text : *texts) {
          AddFromProject(text.text, (*location)->file);
        }
      }
      for (const project::PolicyDeclaration& policy : group.policies) {
        AddFromProject(policy.schema.text, (*location)->file);
      }
    }
    return true;
  }

  void AddFromProject(const std::string& text, const std::string& file) {
    if (vendor::IsAddress(text)) {
      Add(text, file, true);
    }
  }

  // Adds the addresses to which a schema refers. Returns false if the text is no schema.
  bool AddReferences(const std::string& address, const std::string& text) {
    source::SourceMap sources;
    bool is_schema = false;
    for (const std::string& reference :
         driver::ReferencesOf(sources.AddText(address, text), address, limits_, is_schema)) {
      Add(reference, address, true);
    }
    return is_schema;
  }

  // Returns the text of a file of the lock; a failure if it differs.
  Result<std::string> TextOf(const LockedSchema& locked) {
    const std::string path = directory_ + "/" + locked.file;
    Result<std::string> text = reader_.ReadBelow(directory_, path);
    const std::string difference = text ? vendor::DifferenceFrom(locked, *text) : std::string();
    return difference.empty()
               ? std::move(text)
               : Failure{
                     path + " is not the schema that was fetched from " + locked.address + ": " + difference,
                     FailureKind::kOther, "restore the file, or fetch it again: `kval vendor --update`"};
  }

  void Verify(const std::string& address) {
    const LockedSchema* const locked = vendor::FindLocked(old_, address);
    if (locked == nullptr) {
      Fail({"the repository has no copy of " + address + ", which " + named_in_[address] + " names",
            FailureKind::kOther, "`kval vendor` fetches it"});
      return;
    }
    const Result<std::string> text = TextOf(*locked);
    text ? static_cast<void>(AddReferences(address, *text)) : static_cast<void>(Fail(text.failure()));
  }

  void Take(const std::string& address) {
    const LockedSchema* const locked = vendor::FindLocked(old_, address);
    if (locked != nullptr && !state_.update) {
      const Result<std::string> text = TextOf(*locked);
      if (!text) {
        Fail(text.failure());
        return;
      }
      AddReferences(address, *text);
      new_.push_back(*locked);
      return;
    }
    if (const std::string refusal = vendor::RefusalOf(address); !refusal.empty()) {
      Fail({"cannot fetch " + address + ", which " + named_in_[address] + " names: " + refusal});
      return;
    }
    if (fetched_ >= kMostAddresses) {
      Fail({"more than " + std::to_string(kMostAddresses) + " schemas would be fetched"});
      pending_.clear();
      return;
    }
    ++fetched_;
    Fetch(address, locked);
  }

  void Fetch(const std::string& address, const LockedSchema* locked) {
    Result<std::string> text = FetchAddress(address, {limits_.file_size, state_.netrc});
    if (!text) {
      Failure failure = text.failure();
      failure.message += " (named in " + named_in_[address] + ")";
      Fail(failure);
      return;
    }
    if (!AddReferences(address, *text)) {
      Fail({"the answer of " + address + " is no schema: it is neither a JSON object nor YAML"});
      return;
    }
    if (locked != nullptr && vendor::DifferenceFrom(*locked, *text).empty()) {
      new_.push_back(*locked);
      texts_.emplace(locked->file, *std::move(text));
      ++unchanged_;
      return;
    }
    LockedSchema entry{address, locked != nullptr ? locked->file : FileFor(address, *text), Sha256Hex(*text),
                       text->size(), Today()};
    output_.out += (locked != nullptr ? "changed  " : "fetched  ") + report::Escape(address) + " (" +
                   std::to_string(entry.size) + " bytes)\n";
    texts_.emplace(entry.file, *std::move(text));
    new_.push_back(std::move(entry));
    ++changed_;
  }

  // A file that no other address has, also where names of files do not depend on case.
  std::string FileFor(const std::string& address, const std::string& text) {
    json::Document document;
    const std::string file = vendor::FileOfAddress(address, document.Parse(text));
    const auto is_same = [lower = LowerCased(file)](const LockedSchema& other) {
      return LowerCased(other.file) == lower;
    };
    const bool is_taken = std::any_of(old_.begin(), old_.end(), is_same) ||
                          std::any_of(new_.begin(), new_.end(), is_same) || file == vendor::kLockName;
    const size_t dot = file.rfind('.');
    return is_taken
               ? file.substr(0, dot) + "-" + Sha256Hex(address).substr(0, kDigestLength) + file.substr(dot)
               : file;
  }

  int FinishCheck() {
    if (failures_ > 0) {
      return kFindings;
    }
    output_.out += std::to_string(old_.size()) + (old_.size() == 1 ? " schema" : " schemas") + " in " +
                   report::Escape(directory_) + " as fetched\n";
    return kOk;
  }

  int FinishFetch() {
    if (failures_ > 0) {
      output_.err += "nothing was written\n";
      return kUnusable;
    }
    std::sort(new_.begin(), new_.end(),
              [](const LockedSchema& a, const LockedSchema& b) { return a.address < b.address; });
    if (!texts_.empty()) {
      output::FileSet files({directory_, {}, false});
      texts_.emplace(vendor::kLockName, vendor::WriteLockFile(new_));
      for (const auto& [path, text] : texts_) {
        if (const Result<bool> added = files.Add(path, text); !added) {
          return Fail(added.failure());
        }
      }
      if (const Result<bool> written = files.Commit(); !written) {
        return Fail(written.failure());
      }
    }
    output_.out += new_.empty() ? "no file names the address of a schema\n"
                                : std::to_string(new_.size()) + (new_.size() == 1 ? " schema" : " schemas") +
                                      " in " + report::Escape(directory_) + ": " + std::to_string(changed_) +
                                      " fetched or changed, " + std::to_string(new_.size() - changed_) +
                                      " unchanged\n";
    return kOk;
  }

  const VendorState& state_;
  const Limits& limits_;
  const ProcessEnvironment& environment_;
  CommandOutput& output_;
  source::DiskFileReader reader_;
  std::string root_;       // of the repository: "", "../"
  std::string directory_;  // of the lock file
  vendor::LockFile old_, new_;
  std::deque<std::string> pending_;
  std::map<std::string, std::string> named_in_;  // where an address was found first
  std::map<std::string, std::string> texts_;     // files to write
  size_t failures_ = 0, fetched_ = 0, changed_ = 0, unchanged_ = 0;
};

int RunVendor(const VendorState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!ReadLimits(state.reading, limits, message)) {
    return ReportUsageError(output, message);
  }
  if (state.check && (state.update || !state.addresses.empty())) {
    return ReportUsageError(output, "--check fetches nothing: it excludes --update and --schema");
  }
  return Vendoring(state, limits, environment, output).Run();
}

}  // namespace

RunCommand DeclareVendor(CommandApp& app) {
  auto state = std::make_shared<VendorState>();
  app.add_option(
      "PATHS", state->paths,
      "files or directories whose schema comments and references are read (default: the repository)");
  app.add_option("--schema", state->addresses, "ADDRESS: fetch this schema too")->allow_extra_args(false);
  app.add_flag("--update", state->update, "fetch all schemas again");
  app.add_flag("--check", state->check,
               "verify without network that every schema is in the repository and unchanged");
  app.add_flag("--netrc", state->netrc, "use the credentials in ~/.netrc, for private servers");
  AddReadingOptions(app, state->reading);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunVendor(*state, environment, output);
  };
}

}  // namespace kval::cli
