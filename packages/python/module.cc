// The extension module of the Python package: include/kval/kval.h with lists, dictionaries and strings of
// Python, from which `kval/__init__.py` creates typed objects. Compiling and checking run without the
// interpreter lock, so that threads of a process check concurrently.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "include/kval/kval.h"

namespace nb = nanobind;
namespace api = kval::api;

namespace {

nb::str Text(std::string_view text) {
  // Findings quote their input, which may be invalid UTF-8.
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (decoded == nullptr) {
    throw nb::python_error();
  }
  return nb::steal<nb::str>(decoded);
}

const char* NameOf(api::Severity severity) {
  switch (severity) {
    case api::Severity::kNote:
      return "note";
    case api::Severity::kWarning:
      return "warning";
    case api::Severity::kError:
      return "error";
  }
  return "error";
}

const char* NameOf(api::LabelRole role) {
  switch (role) {
    case api::LabelRole::kPrimary:
      return "primary";
    case api::LabelRole::kSchema:
      return "schema";
    case api::LabelRole::kRelated:
      return "related";
    case api::LabelRole::kOrigin:
      return "origin";
    case api::LabelRole::kCall:
      return "call";
    case api::LabelRole::kRendered:
      return "rendered";
  }
  return "related";
}

const char* NameOf(api::Outcome outcome) {
  switch (outcome) {
    case api::Outcome::kValid:
      return "valid";
    case api::Outcome::kInvalid:
      return "faulty";
    case api::Outcome::kUnusable:
      return "unusable";
    case api::Outcome::kLimit:
      return "limit";
    case api::Outcome::kCancelled:
      return "cancelled";
    case api::Outcome::kBug:
      return "bug";
  }
  return "bug";
}

// (file, line, column, end_line, end_column, begin, end), or None.
nb::object PlaceOf(const api::SourceLocation& place) {
  if (!place) {
    return nb::none();
  }
  return nb::make_tuple(Text(place.file), place.line, place.column, place.end_line, place.end_column,
                        place.begin, place.end);
}

nb::object PathOf(const api::Finding& finding) {
  if (!finding.has_path) {
    return nb::none();
  }
  nb::list path;
  for (const api::PathStep& step : finding.path) {
    if (step.index >= 0) {
      path.append(step.index);
    } else {
      path.append(Text(step.key));
    }
  }
  return nb::tuple(path);
}

nb::dict DictOf(const api::Finding& finding) {
  nb::list labels, notes, edits;
  for (const api::Label& label : finding.labels) {
    labels.append(nb::make_tuple(NameOf(label.role), PlaceOf(label.place), Text(label.text)));
  }
  for (const std::string& note : finding.notes) {
    notes.append(Text(note));
  }
  for (const api::Edit& edit : finding.edits) {
    edits.append(nb::make_tuple(PlaceOf(edit.place), Text(edit.text)));
  }
  nb::dict fields;
  fields["rule"] = Text(finding.rule);
  fields["name"] = Text(finding.name);
  fields["severity"] = NameOf(finding.severity);
  fields["message"] = Text(finding.message);
  fields["path"] = PathOf(finding);
  fields["path_text"] = Text(finding.path_text);
  fields["value"] = PlaceOf(finding.value);
  fields["schema"] = PlaceOf(finding.schema);
  fields["labels"] = nb::tuple(labels);
  fields["found"] = Text(finding.found);
  fields["expected"] = Text(finding.expected);
  fields["notes"] = nb::tuple(notes);
  fields["hint"] = Text(finding.hint);
  fields["repair"] = Text(finding.repair);
  fields["edits"] = nb::tuple(edits);
  return fields;
}

// (outcome, findings, documents, problem, printed)
nb::tuple TupleOf(const api::Report& report, const std::string& bug) {
  nb::list findings;
  for (const api::Finding& finding : report.findings) {
    findings.append(DictOf(finding));
  }
  return nb::make_tuple(NameOf(report.outcome), findings, report.document_count,
                        Text(bug.empty() ? report.problem : bug), Text(report.printed));
}

// Returns 0, no timeout, for None and for timeouts longer than any run. The shortest timeout is one
// millisecond, because 0 would mean none.
std::chrono::milliseconds TimeoutOf(std::optional<double> seconds) {
  constexpr double kLongest = 1e9;
  if (!seconds || *seconds >= kLongest) {
    return std::chrono::milliseconds(0);
  }
  if (std::isnan(*seconds)) {
    throw nb::value_error("timeout is not a number");
  }
  return std::chrono::milliseconds(*seconds < 0.001 ? 1 : static_cast<int64_t>(*seconds * 1000));
}

// Cancels a call on Ctrl-C, because Python's handler only sets a flag until the interpreter continues. While
// the object exists, SIGINT cancels the call and then invokes the previous handler. Has no effect on other
// threads than the main thread, where Python handles signals.
class InterruptWatch {
 public:
  explicit InterruptWatch(api::CallOptions& control) {
    struct sigaction watching {};
    watching.sa_sigaction = Handle;
    watching.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&watching.sa_mask);
    if (!IsMainThread() || ::sigaction(SIGINT, nullptr, &before_) != 0 || IsUnhandled()) {
      return;
    }
    watched_ = Uncancelled();
    control.cancellation = watched_;
    is_watching_ = ::sigaction(SIGINT, &watching, nullptr) == 0;
  }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch() {
    if (is_watching_) {
      ::sigaction(SIGINT, &before_, nullptr);
    }
  }

 private:
  // Never freed after its first use: a handler may still refer to it.
  static api::Cancellation* Uncancelled() {
    api::Cancellation* known = watched_;
    return known == nullptr || known->IsCancelled() ? new api::Cancellation : known;
  }
  static bool IsMainThread() { return ::syscall(SYS_gettid) == ::getpid(); }
  static bool IsUnhandled() {
    return (before_.sa_flags & SA_SIGINFO) == 0 &&
           (before_.sa_handler == SIG_DFL || before_.sa_handler == SIG_IGN);
  }
  static void Handle(int number, siginfo_t* info, void* context) {
    watched_.load()->Cancel();
    if ((before_.sa_flags & SA_SIGINFO) != 0) {
      before_.sa_sigaction(number, info, context);
    } else {
      before_.sa_handler(number);
    }
  }

  // Used by the main thread, and by the signal handler on any thread.
  static inline std::atomic<api::Cancellation*> watched_ = nullptr;
  static inline struct sigaction before_ {};
  bool is_watching_ = false;
};

// Limits of one call, and the bug that it reported.
struct Call {
  api::CallOptions control;
  std::string bug;

  explicit Call(std::optional<double> seconds) {
    control.timeout = TimeoutOf(seconds);
    control.on_bug = [this](const api::Bug& matched) {
      bug = matched.what + " (" + matched.file + ":" + std::to_string(matched.line) + ")";
    };
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

// Returns a view of a str or bytes object. Valid as long as `object`. Errors: throws TypeError for other
// types.
std::string_view ViewOf(nb::handle object) {
  if (PyBytes_Check(object.ptr())) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    PyBytes_AsStringAndSize(object.ptr(), &data, &size);
    return {data, static_cast<size_t>(size)};
  }
  Py_ssize_t size = 0;
  const char* data = PyUnicode_Check(object.ptr()) ? PyUnicode_AsUTF8AndSize(object.ptr(), &size) : nullptr;
  if (data == nullptr) {
    if (PyErr_Occurred() != nullptr) {
      throw nb::python_error();
    }
    throw nb::type_error("a text is str or bytes");
  }
  return {data, static_cast<size_t>(size)};
}

// Runs `work` without the interpreter lock. If a signal cancels it and the signal's handler raises nothing,
// repeats it with the remaining time.
template <typename Work>
nb::tuple WithoutLock(std::optional<double> timeout, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    Call call(timeout ? std::optional(*timeout - taken.count()) : timeout);
    api::Report report;
    {
      const nb::gil_scoped_release released;
      const InterruptWatch watch(call.control);
      report = work(call.control);
    }
    if (report.outcome != api::Outcome::kCancelled) {
      return TupleOf(report, call.bug);
    }
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
}

nb::tuple Check(const api::Schema& schema, nb::object text, const std::string& name,
                std::optional<double> timeout) {
  const std::string_view view = ViewOf(text);
  return WithoutLock(timeout,
                     [&](const api::CallOptions& control) { return schema.Check(view, name, control); });
}

nb::tuple CheckFile(const api::Schema& schema, const std::string& path, std::optional<double> timeout) {
  return WithoutLock(timeout,
                     [&](const api::CallOptions& control) { return schema.CheckFile(path, control); });
}

using Options = std::map<std::string, std::string>;

// Sets the options that are strings and booleans ("1" or ""), by their names in Python.
void SetOptions(const Options& options, api::SchemaRequest& request) {
  const auto text = [&options](const char* name, std::string& target) {
    if (const auto found = options.find(name); found != options.end()) {
      target = found->second;
    }
  };
  const auto truth = [&options](const char* name, bool& target) {
    if (const auto found = options.find(name); found != options.end()) {
      target = !found->second.empty();
    }
  };
  text("profile", request.profile);
  text("schema_name", request.schema_name);
  text("attribute_name", request.attribute_name);
  text("schema_draft", request.schema_draft);
  truth("strict", request.strict);
  truth("warns_of_ambiguous", request.warn_ambiguous);
  truth("obeys_comments", request.obeys_comments);
  truth("hides_secrets", request.hides_secrets);
}

// `inputs` are (path, text or None). Returns (schema or None, report).
nb::tuple Compile(const std::vector<std::pair<std::string, std::optional<std::string>>>& inputs,
                  const Options& options, const std::vector<std::pair<std::string, std::string>>& limits,
                  const Options& externals, const Options& schema_locations, std::optional<double> timeout) {
  api::SchemaRequest request;
  for (const auto& [path, text] : inputs) {
    request.inputs.push_back({path, text, api::Input::InputUse::kByContent});
    request.reads_disk = request.reads_disk || !text;
  }
  SetOptions(options, request);
  request.limits = limits;
  request.externals = externals;
  request.schema_locations = schema_locations;
  api::Schema schema;
  const nb::tuple report = WithoutLock(timeout, [&](const api::CallOptions& control) {
    api::Schema::CompileResult compiled = api::Schema::Compile(request, control);
    schema = std::move(compiled.schema);
    return std::move(compiled.report);
  });
  return nb::make_tuple(schema ? nb::cast(std::move(schema)) : nb::none(), report);
}

}  // namespace

NB_MODULE(_kval, module) {
  nb::class_<api::Schema>(module, "Handle")
      .def("check", Check, nb::arg("text"), nb::arg("name"), nb::arg("timeout").none())
      .def("check_file", CheckFile, nb::arg("path"), nb::arg("timeout").none());
  module.def("compile", Compile, nb::arg("inputs"), nb::arg("options"), nb::arg("limits"),
             nb::arg("externals"), nb::arg("schema_locations"), nb::arg("timeout").none());
  module.def("version", [] { return std::string(api::Version()); });
}
