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

// The version of this header. kval::api::Version() returns the version of the library.
#define KVAL_VERSION_MAJOR 0
#define KVAL_VERSION_MINOR 1
#define KVAL_VERSION_PATCH 0
#define KVAL_VERSION "0.1.0"
// For comparisons: `#if KVAL_VERSION_NUMBER >= 200` means 0.2.0 or later.
#define KVAL_VERSION_NUMBER (KVAL_VERSION_MAJOR * 10000 + KVAL_VERSION_MINOR * 100 + KVAL_VERSION_PATCH)

// kval as a library: compile a schema once, validate documents with it, and get the findings as data.
//
// Guarantees: functions never throw, never end the process, never write to a stream, and read files only
// through the given Reader (or from the disk, with `reads_disk`). Returned objects own their strings and do
// not refer to arguments.
//
// Threads: every function may be called from any thread. Types without a comment about threads are values,
// which threads share like a std::string.
//
// Nested calls: a Reader or `on_bug` may call kval. A call stays on its thread and returns before an outer
// call on that thread. A host with fibers must not switch, in a callback, to a fiber that is inside kval.
// After fork() the child may use all objects except a schema whose functions return YAML and that another
// thread was using: calls with it return kUnusable.
//
// Encoding: UTF-8. YAML in UTF-16 or UTF-32 is recognized by its byte order mark, as YAML specifies. See
// docs/library.md for usage and docs/limits.md for limits.
namespace kval::api {

enum class Severity : uint8_t { kNote, kWarning, kError };

// A range of a document.
struct SourceLocation {
  std::string file;       // name of the file or document; may be empty
  size_t begin = 0;       // in bytes of the document as UTF-8, without a byte order mark
  size_t end = 0;         // after the last byte
  uint32_t line = 0;      // from 1; 0 without a place
  uint32_t column = 0;    // from 1, in code points; 0 without a place
  uint32_t end_line = 0;  // of `end`, which may be after the last column of a line
  uint32_t end_column = 0;

  explicit operator bool() const { return line > 0; }
};

// One step from a value to one of its children.
struct PathStep {
  std::string key;
  int64_t index = -1;  // -1: the step is a key
};

// The role of a place in a finding.
enum class LabelRole : uint8_t {
  kPrimary,   // the place to change
  kSchema,    // the declaration in the schema
  kRelated,   // another place involved in the same mistake
  kOrigin,    // an earlier layer that the value was merged from
  kCall,      // a frame of evaluated code, innermost first
  kRendered,  // the text that a template printed
};

struct Label {
  LabelRole role = LabelRole::kRelated;
  SourceLocation place;
  std::string text;
};

// Replaces the text at `place` by `text`. An empty place means an insertion.
struct Edit {
  SourceLocation place;
  std::string text;
};

struct Finding {
  std::string rule;  // "KV301": stable; see `kval explain KV301`
  std::string name;  // "type-mismatch"
  Severity severity = Severity::kError;
  std::string message;    // one line; needs no context except the path
  bool has_path = false;  // false for findings without a value
  std::vector<PathStep> path;
  std::string path_text;      // `a.b[1].c`; empty for the document itself
  SourceLocation value;       // the place to change
  SourceLocation schema;      // the violated declaration
  std::vector<Label> labels;  // `value`, `schema` and all further places, with their labels
  std::string found, expected;
  std::vector<std::string> notes;
  std::string hint;  // how to fix it; empty if kval does not know
  // The fix, if kval is certain of it (`kval check --fix` applies it): a description such as "remove the
  // quotes", and edits of one document, ordered by place, that do not overlap. Apply the last edit first,
  // then validate again.
  std::string repair;
  std::vector<Edit> edits;
};

// Reads the files of a schema: its inputs and all files that they reference. Paths are as in the request and
// in the schemas, with `/` as separator.
//
// Threads: called on the threads that call the schema, possibly concurrently. Ownership: shared by the
// schemas that use it. Errors: an exception means an unreadable file. kval rejects a file that exceeds the
// limit `file-size`, or `total-size` of one call, after reading it.
class Reader {
 public:
  enum class Kind : uint8_t { kMissing, kFile, kDirectory };

  virtual ~Reader() = default;

  virtual Kind KindOf(const std::string& path) = 0;
  // Reads the whole file into `text`. If it fails, returns false and sets `error` to the reason.
  virtual bool Read(const std::string& path, std::string& text, std::string& error) = 0;
  // Returns the names in a directory, without "." and "..".
  virtual std::vector<std::string> List(const std::string& path) = 0;
};

// Cancels running calls, permanently. Requires: outlives all calls that refer to it. Threads: Cancel() may be
// called from any thread at any time.
class Cancellation {
 public:
  void Cancel() { flag_.store(true, std::memory_order_relaxed); }
  bool IsCancelled() const { return flag_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_ = false;
};

// A bug in kval. The call returns Outcome::kBug; the schema, other calls and the host are not affected.
struct Bug {
  std::string what;
  std::string file;
  int line = 0;
};

// Limits on a single call, and reporting of bugs.
struct CallOptions {
  const Cancellation* cancellation = nullptr;
  // Measured from the start of the call; 0 or less: no timeout. The call returns soon after the timeout, with
  // Outcome::kLimit (KV026).
  std::chrono::milliseconds timeout{0};
  // Required for calls on a stack other than the thread's stack, such as a fiber: the number of bytes that
  // the call may use, at least 256 KiB. 0: the call runs on the stack of its thread. Without this value, a
  // call on a fiber fails with KV025.
  size_t stack_size = 0;
  // Called with each bug before the call returns, on its thread, for logging. Exceptions are discarded.
  std::function<void(const Bug&)> on_bug;
};

enum class Outcome : uint8_t {
  kValid,      // no error; warnings are allowed
  kInvalid,    // violations were found
  kUnusable,   // invalid request, unreadable input or invalid schema
  kLimit,      // a limit was exceeded (docs/limits.md), including the timeout
  kCancelled,  // the host cancelled the call: there are no findings
  kBug,        // a bug in kval: there are no findings
};

struct Report {
  Outcome outcome = Outcome::kValid;
  std::vector<Finding> findings;  // in document order, at most as many as the limit `findings`
  size_t document_count = 0;      // number of validated documents
  std::string problem;            // why the request is invalid; otherwise empty
  std::string printed;            // output of programs in schemas, one line each
};

// A key that a schema declares for a map.
struct KeyInfo {
  std::string key;
  std::string type;         // "integer", as in messages
  std::string title, text;  // title and description in the schema; may be empty
  bool is_required = false;
  bool is_present = false;  // the map contains the key
  SourceLocation schema;    // the declaration
  // The default of a scalar in YAML syntax; empty: there is none.
  std::string default_value;
  // What can follow `key:` in block style: the default, or lines with the required keys of the value,
  // indented relative to the key (" 80", "\n  name: ").
  std::string skeleton;
  // For completion of keys: a value in flow style that fits the type of the key, without regard to rules
  // ("{name: a}").
  std::string example;
};

// The declarations of a schema for one value: the content of hover and completion in an editor.
struct SchemaInfo {
  SourceLocation value;  // without a place: there is no value at that offset
  SourceLocation key;    // the key of `value`; without a place for items and documents
  std::vector<PathStep> path;
  std::string path_text;
  // For a union or assertion: the type of the alternative that the value matches or resembles most.
  std::string type;
  std::string title, text;
  std::string default_value;             // of a scalar in YAML syntax; empty: there is none
  std::vector<std::string> constraints;  // of the schema's rules, in words: "at least 1"
  std::vector<SourceLocation> schema;    // all declarations, the one of the value first
  std::vector<KeyInfo> keys;             // of a map, in schema order
  // The keys of the map that contains `key`: the candidates for a key that may be incomplete.
  std::vector<KeyInfo> sibling_keys;
  // The allowed values in YAML syntax, if the schema lists them, of all alternatives; `true` and `false` for
  // a boolean.
  std::vector<std::string> allowed_values;

  explicit operator bool() const { return bool(value); }
};

// One input of a schema: a schema document, or values that are defaults for every document.
struct Input {
  std::string path;                 // a path for the reader; with `text`, the name in findings
  std::optional<std::string> text;  // the content; without it, the reader reads `path`

  enum class InputUse : uint8_t { kByContent, kSchema, kValues, kOverlay };
  InputUse use = InputUse::kByContent;
};

// A value that overrides every document, like a flag of `kval check`. Applied after all inputs, in the order
// of the kinds. Of the three Helm kinds, the later value wins.
struct DataValue {
  enum class Kind : uint8_t {
    kFile,      // a path: a plain YAML or JSON file of values, read by the reader
    kText,      // "key=text": always a string
    kYaml,      // "key=YAML"
    kTextFile,  // "key=path": the content of a file as a string
    kSet,       // "a.b=1,c={x,y}", like Helm's --set
    kSetText,   // like kSet, but always strings
    kSetJson,   // "a.b=JSON"
  };
  Kind kind = Kind::kText;
  std::string text;
};

// Selects the findings that checks report, like the flags of `kval check` with the same names. Findings about
// input that kval could not validate, such as an unreadable file or invalid syntax, are always reported.
struct Policy {
  std::vector<std::string> select;      // "KV301", "type-mismatch", "KV3", "ALL"
  std::vector<std::string> ignore;      // as in `select`
  std::vector<std::string> severity;    // "KV3=warning"
  std::optional<std::string> baseline;  // the content of a baseline: its findings are left out
};

struct SchemaRequest {
  std::vector<Input> inputs;
  std::vector<DataValue> data_values;
  std::shared_ptr<Reader> reader;  // null: nothing is read, except with `reads_disk`
  bool reads_disk = false;         // without a reader: reads files from the disk, like the program

  // How plain scalars are resolved: "ytt", "helm", "k8s", "yaml1.2". Empty: according to the schema language.
  std::string profile;
  // By name (docs/limits.md): {"check-steps", "1000000"}, {"file-size", "1MiB"}. Each limit applies to every
  // call separately, including Compile.
  std::vector<std::pair<std::string, std::string>> limits;
  bool strict = false;          // scalars that YAML readers resolve differently are errors
  bool warn_ambiguous = false;  // or warnings
  Policy policy;
  bool obeys_comments = true;  // comments such as `# kval: ignore KV301`
  bool hides_secrets = true;   // findings do not repeat values that look like secrets

  std::string schema_name;                              // KCL: the schema to use; empty: the first
  std::string attribute_name = "value";                 // KCL: the name of the values in assert statements
  std::map<std::string, std::string> externals;         // KCL: external packages, path by name
  std::string schema_draft;                             // JSON Schema: the draft of schemas without `$schema`
  std::map<std::string, std::string> schema_locations;  // JSON Schema: directories by URI prefix
};

// A compiled schema: an immutable, reference-counted handle that is cheap to copy.
//
// Threads: any number of threads may use it at once without waiting, except a schema with functions that
// return YAML: its calls run one after another. A waiting call obeys its timeout and its cancellation; a
// nested call of such a schema returns kUnusable. A schema caches compiled patterns and similar data for
// later calls, for up to sixteen threads.
class Schema {
 public:
  struct CompileResult;

  // Compiles a schema on the calling thread. Returns a null schema if the inputs are unusable; the report
  // describes the reasons. The request is not needed afterwards, except its reader.
  static CompileResult Compile(const SchemaRequest& request, const CallOptions& control = {}) noexcept;

  // A null schema: every check returns kUnusable.
  Schema() = default;
  explicit operator bool() const { return state_ != nullptr; }

  // Validates every document of `text`. `name` appears in findings and need not be a file.
  Report Check(std::string_view text, const std::string& name,
               const CallOptions& control = {}) const noexcept;
  // As Check, for a file that the schema's reader reads.
  Report CheckFile(const std::string& path, const CallOptions& control = {}) const noexcept;

  struct DescribeResult;
  // Describes the innermost value at byte offset `at` of a document, which may be incomplete. Ignores other
  // layers of values. Cost: about one Check.
  DescribeResult Describe(std::string_view text, size_t at, const CallOptions& control = {}) const noexcept;

 private:
  struct State;
  explicit Schema(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

struct Schema::CompileResult {
  Schema schema;
  Report report;
};

struct Schema::DescribeResult {
  Report report;  // kValid, or the reason for a missing answer; no findings about the document
  SchemaInfo meaning;
};

// Returns the version of the library, such as "0.1.0".
std::string_view Version();

}  // namespace kval::api
