#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The version of this header; kval::api::Version() is that of the library.
#define KVAL_VERSION_MAJOR 0
#define KVAL_VERSION_MINOR 1
#define KVAL_VERSION_PATCH 0
#define KVAL_VERSION "0.1.0"
// For comparisons: `#if KVAL_VERSION_NUMBER >= 200` is 0.2.0 and later.
#define KVAL_VERSION_NUMBER (KVAL_VERSION_MAJOR * 10000 + KVAL_VERSION_MINOR * 100 + KVAL_VERSION_PATCH)

// kval as a library: compile a schema once, check texts against it, get the findings as data.
//
// For every function here: no exception leaves it, the process is never ended, nothing is written to a
// stream, and no file is read but through the reader that it was given. Whatever comes back owns its texts
// and refers to nothing that went in. Everything may be called from any thread; objects without a word about
// threads are values, which threads share as they do a std::string.
//
// Calls nest: a Reader or `on_bug` may call kval. A call stays on its thread, and a call that begins on a
// thread while another one is under way there returns first; hosts with fibers must not switch in a callback
// to a fiber that is inside of kval. After fork() the child may use all objects, except a schema whose
// functions make YAML and that another thread was using: calls of it are kUnusable.
//
// Texts are UTF-8; YAML in UTF-16 or UTF-32 is read by its byte order mark, as YAML has it. docs/library.md
// shows how to use it, docs/limits.md names the limits.
namespace kval::api {

enum class Severity : uint8_t { kNote, kWarning, kError };

// A part of a text.
struct Place {
  std::string file;       // name of the file or document; may be empty
  size_t begin = 0;       // in bytes of the text as UTF-8, without a byte order mark
  size_t end = 0;         // behind its last byte
  uint32_t line = 0;      // from 1; 0 when there is no place
  uint32_t column = 0;    // from 1, in code points; 0 when there is no place
  uint32_t end_line = 0;  // where `end` is, which may be behind the last column of a line
  uint32_t end_column = 0;

  explicit operator bool() const { return line > 0; }
};

// One step from a value to one of its children.
struct PathStep {
  std::string key;
  int64_t index = -1;  // -1: the step is a key
};

// Why a place is shown.
enum class Role : uint8_t {
  kPrimary,  // the place to change
  kSchema,   // the declaration in the schema
  kRelated,  // another place of the same mistake
  kOrigin,   // an earlier layer that the value was merged from
  kCall,     // a frame of evaluated code, innermost first
};

struct Label {
  Role role = Role::kRelated;
  Place place;
  std::string text;
};

// Replaces the text at a location by `text`; an empty location is an insertion.
struct Edit {
  Place place;
  std::string text;
};

struct Finding {
  std::string rule;  // "KV301": stable, `kval explain KV301` tells more
  std::string name;  // "type-mismatch"
  Severity severity = Severity::kError;
  std::string message;    // one line that needs no context but the path
  bool has_path = false;  // false for findings without a value
  std::vector<PathStep> path;
  std::string path_text;      // `a.b[1].c`; empty for the document itself
  Place value;                // the place to change
  Place schema;               // the violated declaration
  std::vector<Label> labels;  // these two and all further locations, with their labels
  std::string found, expected;
  std::vector<std::string> notes;
  std::string hint;  // what to do about it; empty when kval does not know
  // A repair, where one is certain (what `kval check --fix` does): "remove the quotes", and its edits, which
  // lie in one text, do not overlap and are in the order of the text. Apply the last one first, and check
  // again.
  std::string repair;
  std::vector<Edit> edits;
};

// Reads the files of a schema: its inputs and everything they reference.
//
// Threads: called on the threads that call the schema, possibly concurrently. Schemas share ownership. An
// exception counts as a file that cannot be read. Paths are as in the request and the schemas, with `/`. A
// file above the limit `file-size`, or beyond `total-size` of one call, is rejected after it is read.
class Reader {
 public:
  enum class Kind : uint8_t { kMissing, kFile, kDirectory };

  virtual ~Reader() = default;

  virtual Kind KindOf(const std::string& path) = 0;
  // All of a file; otherwise false, and why in `error`.
  virtual bool Read(const std::string& path, std::string& text, std::string& error) = 0;
  // The names in a directory, without "." and "..".
  virtual std::vector<std::string> List(const std::string& path) = 0;
};

// Ends calls that are under way: from any thread, at any time, for good. It must outlive the calls that know
// it.
class Cancellation {
 public:
  void Cancel() { flag_.store(true, std::memory_order_relaxed); }
  bool IsCancelled() const { return flag_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_ = false;
};

// A bug in kval. The call ends with Outcome::kBug; the schema, other calls and the host are unaffected.
struct Bug {
  std::string what;
  std::string file;
  int line = 0;
};

// How a call ends before its time.
struct Control {
  const Cancellation* cancellation = nullptr;
  // From the call's beginning; 0 or less: none. The call ends soon after, with Outcome::kLimit (KV026).
  std::chrono::milliseconds timeout{0};
  // For calls on a stack that is not the thread's own, as fibers have: how many bytes of it the call may use,
  // at least 256 KiB. 0: the call is on the stack of its thread. On a fiber without it, calls end with KV025.
  size_t stack_size = 0;
  // Called with a bug before the call returns, on its thread, for logging. Exceptions are discarded.
  std::function<void(const Bug&)> on_bug;
};

enum class Outcome : uint8_t {
  kValid,      // no error; warnings are allowed
  kFaulty,     // violations were found
  kUnusable,   // a request that makes no sense, an input that cannot be read, a faulty schema
  kLimit,      // a limit was hit (docs/limits.md), the time among them
  kCancelled,  // the host wanted no answer any more: there are no findings
  kBug,        // kval itself is wrong: there are no findings
};

struct Report {
  Outcome outcome = Outcome::kValid;
  std::vector<Finding> findings;  // in document order, at most `findings` (a limit) of them
  size_t document_count = 0;      // number of validated documents
  std::string problem;            // why the request is invalid; otherwise empty
  std::string printed;            // what programs in schemas print, one line each
};

// A key that a map may have.
struct DeclaredKey {
  std::string key;
  std::string type;         // "integer", in the words of findings
  std::string title, text;  // title and description in the schema; either may be empty
  bool is_required = false;
  bool is_there = false;  // the map has it
  Place schema;           // where it is declared
};

// What a schema declares about a value: the content of hover and completion in an editor.
struct Meaning {
  Place value;  // no place: there is nothing at that place of the text
  Place key;    // that holds it; no place for items and documents
  std::vector<PathStep> path;
  std::string path_text;
  // For a union or assertion: the type of the alternative that the value matches or resembles most.
  std::string type;
  std::string title, text;
  std::vector<Place> schema;      // all declarations, the value's own first
  std::vector<DeclaredKey> keys;  // of a map, in the order of the schema
  // Of the map that it is in: what its key, which may be half typed, may be.
  std::vector<DeclaredKey> keys_beside;
  // The values that it may have, as YAML writes them, where the schema lists them; `true` and `false`.
  std::vector<std::string> choices;

  explicit operator bool() const { return bool(value); }
};

// One input of a schema: a schema document, or values that are defaults of every document.
struct Input {
  std::string path;                 // path for the reader; with `text`, its name
  std::optional<std::string> text;  // given here, not read

  enum class Use : uint8_t { kByContent, kSchema, kValues, kOverlay };
  Use use = Use::kByContent;
};

// A value that overrides every document, like a flag of `kval check`. Applied after all inputs, in the order
// of kinds; among Helm's three kinds the later one wins.
struct DataValue {
  enum class Kind : uint8_t {
    kFile,      // a path: a plain YAML or JSON file of values, which the reader reads
    kText,      // "key=text": always a string
    kYaml,      // "key=YAML"
    kTextFile,  // "key=path": the content of a file as a string
    kSet,       // "a.b=1,c={x,y}" as Helm's --set
    kSetText,   // the same, always strings
    kSetJson,   // "a.b=JSON"
  };
  Kind kind = Kind::kText;
  std::string text;
};

// Which findings of checks count, each as the flag of `kval check` that is called so. What hides nothing can
// be ignored only: an unreadable input or a broken text is always told.
struct Policy {
  std::vector<std::string> select;      // "KV301", "type-mismatch", "KV3", "ALL"
  std::vector<std::string> ignore;      // the same
  std::vector<std::string> severity;    // "KV3=warning"
  std::optional<std::string> baseline;  // the text of one: known findings are left out
};

struct SchemaRequest {
  std::vector<Input> inputs;
  std::vector<DataValue> data_values;
  std::shared_ptr<Reader> reader;  // null: nothing is read, unless `reads_disk`
  bool reads_disk = false;         // without a reader: files are read from the disk, as the program does

  // How plain scalars are read: "ytt", "helm", "k8s", "yaml1.2"; empty: by the language of the schema.
  std::string profile;
  // By their names (docs/limits.md): {"check-steps", "1000000"}, {"file-size", "1MiB"}. Each holds for each
  // call anew, for compiling as for checking.
  std::vector<std::pair<std::string, std::string>> limits;
  bool strict = false;              // scalars that YAML readers interpret differently are errors
  bool warns_of_ambiguous = false;  // or warnings
  Policy policy;
  bool obeys_comments = true;  // comments such as `# kval: ignore KV301`
  bool hides_secrets = true;   // values that look like secrets are not repeated in findings

  std::string schema_name;                              // KCL: which schema; empty: the first
  std::string attribute_name = "value";                 // KCL: what asserts call the values
  std::map<std::string, std::string> externals;         // KCL: external packages, name and path
  std::string schema_draft;                             // JSON Schema: where no `$schema` names one
  std::map<std::string, std::string> schema_locations;  // JSON Schema: directories by prefixes of URIs
};

// A compiled schema: a handle that is cheap to copy. What it stands for never changes, and is there as long
// as any handle of it: any number of threads may ask it at once, and none waits for another, but where a
// schema has functions that make YAML: those calls run one after the other. A waiting call obeys its timeout
// and its cancellation; one that is made from within another call of the same schema is kUnusable. A schema
// keeps compiled patterns and the like for the calls to come, of sixteen threads at most.
class Schema {
 public:
  struct Compiled;

  // Compiles a schema on the calling thread. Returns a null schema if the inputs are unusable; `report`
  // describes them. The request is not needed afterwards, except its reader.
  static Compiled Compile(const SchemaRequest& request, const Control& control = {}) noexcept;

  // Null: every check is kUnusable.
  Schema() = default;
  explicit operator bool() const { return state_ != nullptr; }

  // Validates every document of `text`. `name` appears in findings and need not be a file.
  Report Check(std::string_view text, const std::string& name, const Control& control = {}) const noexcept;
  // The same for a file that the schema's reader reads.
  Report CheckFile(const std::string& path, const Control& control = {}) const noexcept;

  struct Asked;
  // Describes the innermost value at byte offset `at` of a document, which may be incomplete. Ignores layers
  // of values. Cost: about one Check.
  Asked Ask(std::string_view text, size_t at, const Control& control = {}) const noexcept;

 private:
  struct State;
  explicit Schema(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

struct Schema::Compiled {
  Schema schema;
  Report report;
};

struct Schema::Asked {
  Report report;  // kValid, or why there is no answer; without findings about the text
  Meaning meaning;
};

// "0.1.0"
std::string_view Version();

}  // namespace kval::api
