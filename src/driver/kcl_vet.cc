#include "src/driver/kcl_vet.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/kcl/kcl_schema.h"
#include "src/diag/collector.h"
#include "src/diag/read_fault.h"
#include "src/driver/kcl_document.h"

namespace kval::driver {
namespace {

using diag::Diagnostic;
using kcl::run::VetRequest;
using kcl::run::VetResult;
using schemas::kcl_language::KclRequest;
using schemas::kcl_language::KclSchema;

constexpr std::string_view kErrorName = "EvaluationError: ";
constexpr std::string_view kCheckFailed = "Check failed on the condition";

bool IsError(const Diagnostic& finding) {
  return finding.severity == diag::Severity::kError;
}

// What kval's checks find in a document; nothing when the program has no schema.
std::vector<Diagnostic> FindFaults(const VetRequest& request, const value::Value& document,
                                   source::FileReader& reader, Session& session) {
  diag::Collector found;
  diag::Emitter emit(&found);
  KclRequest compile;
  compile.files = {request.schema_file};
  compile.schema_name = request.schema;
  compile.attribute_name = request.attribute;
  compile.externals = request.externals;
  compile.limits = request.limits;
  types::Model model(&session.interner);
  const auto schema = KclSchema::Compile(compile, session.sources, reader, session.arena, model, emit);
  if (schema == nullptr || !schema->has_schema()) {
    return {};
  }
  const value::Value* current = &document;
  if (document.kind == value::Kind::kNull) {
    current = session.build.Mapping({}, document.span);
  } else if (document.kind == value::Kind::kMapping) {
    current = session.build.WithSpan(document, BeginOf(document));
  }
  KclDocument checks(*schema, model, current, {session.arena, session.sources}, value::Dialect::kKcl,
                     request.limits, "`-s` names another", emit);
  current = checks.CheckShape(*checks.CheckLayer(*current), false);
  checks.CheckRules(*current);
  return found.Release();
}

bool IsWithin(const diag::Path& inner, const diag::Path& outer) {
  return inner.size() >= outer.size() && std::equal(outer.begin(), outer.end(), inner.begin());
}

bool AreRelated(const diag::Path& a, const diag::Path& b) {
  return IsWithin(a, b) || IsWithin(b, a);
}

// Pairs what kval's checks found with what KCL's engine says about the same places.
class Findings {
 public:
  Findings(std::vector<Diagnostic> ours, const value::Value& document, source::SourceMap& sources)
      : ours_(std::move(ours)), is_paired_(ours_.size()), document_(document), sources_(sources) {}

  void Add(const Diagnostic& theirs) {
    const diag::Label* line = CheckLineOf(theirs);
    const size_t index = line != nullptr ? SameCheck(theirs, *line) : SameFault(theirs);
    if (index < ours_.size()) {
      Pair(ours_[index], theirs, line);
      is_paired_[index] = true;
    } else if (Diagnostic* part = line == nullptr ? PartOf(theirs) : nullptr) {
      part->notes.push_back(Note(theirs));
    } else if (Diagnostic* reason = line == nullptr ? ReasonOf(theirs) : nullptr) {
      reason->notes.push_back(Note(theirs));
    } else {
      others_.push_back(theirs);
    }
  }

  // `about_data`: whether the program itself is without fault.
  void Emit(diag::Emitter& emit, bool about_data) {
    for (Diagnostic& finding : ours_) {
      emit.Emit(std::move(finding));
    }
    for (Diagnostic& finding : others_) {
      if (about_data) {
        NameData(finding);
      }
      emit.Emit(std::move(finding));
    }
  }

 private:
  // What goes wrong in the program goes wrong for these values, which is where people can change it.
  void NameData(Diagnostic& finding) const {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    const bool in_data = at.has_value() && sources_.FileOf(at).Contains(document_.span.begin);
    if (in_data || !at.has_value()) {
      return;
    }
    finding.labels.front().role = diag::Role::kSchema;
    finding.labels.insert(finding.labels.begin(),
                          {BeginOf(document_), "for these values", diag::Role::kPrimary});
  }

  static const diag::Label* CheckLineOf(const Diagnostic& finding) {
    for (const diag::Label& label : finding.labels) {
      if (label.text.starts_with(kCheckFailed)) {
        return &label;
      }
    }
    return nullptr;
  }

  static bool IsRule(const Diagnostic& finding) {
    // The literals of a type are a rule of ours.
    return diag::EntryOf(finding.kind).number >= 400 && finding.kind != diag::Kind::kOneOf;
  }

  // The program is loaded once for each engine: its places are compared by file, line and column.
  bool IsSamePlace(source::Span a, source::Span b) const {
    if (!sources_.Knows(a) || !sources_.Knows(b)) {
      return false;
    }
    const source::SourceFile& first = sources_.FileOf(a);
    const source::SourceFile& second = sources_.FileOf(b);
    return first.name() == second.name() && a.begin - first.base() == b.begin - second.base();
  }

  size_t SameCheck(const Diagnostic& theirs, const diag::Label& line) const {
    for (size_t i = 0; i < ours_.size(); ++i) {
      const bool is_stated_there =
          std::any_of(ours_[i].labels.begin(), ours_[i].labels.end(), [&](const diag::Label& label) {
            return label.role == diag::Role::kSchema && IsSamePlace(label.span, line.span);
          });
      if (!is_paired_[i] && is_stated_there && IsSameInstance(ours_[i].path, theirs.path)) {
        return i;
      }
    }
    return ours_.size();
  }

  // A check that reads a computed attribute points at what the attribute is computed from.
  static bool IsSameInstance(const diag::Path& ours, const diag::Path& theirs) {
    const diag::Path instance(ours.begin(), ours.empty() ? ours.end() : ours.end() - 1);
    return AreRelated(ours, theirs) || IsWithin(theirs, instance);
  }

  size_t SameFault(const Diagnostic& theirs) const {
    const auto find = [&](const auto& fits) {
      size_t i = 0;
      while (i < ours_.size() && (is_paired_[i] || IsRule(ours_[i]) || !fits(ours_[i].path))) {
        ++i;
      }
      return i;
    };
    size_t index = find([&](const diag::Path& path) { return path == theirs.path; });
    if (index == ours_.size()) {
      index = find([&](const diag::Path& path) { return !path.empty() && IsWithin(theirs.path, path); });
    }
    if (index == ours_.size() && !theirs.path.empty()) {
      index = find([&](const diag::Path& path) { return IsWithin(path, theirs.path); });
    }
    return index;
  }

  // The first fault that is the reason when KCL finds the type of a whole wrong.
  Diagnostic* PartOf(const Diagnostic& theirs) {
    const bool is_about_type = theirs.kind == diag::Kind::kKclType ||
                               theirs.message.starts_with("EvaluationError: expect ") ||
                               theirs.kind == diag::Kind::kMissingRequired;
    for (Diagnostic& ours : ours_) {
      if (is_about_type && theirs.has_path && !IsRule(ours) && AreRelated(ours.path, theirs.path)) {
        return &ours;
      }
    }
    return nullptr;
  }

  // The absent value for whose want an attribute could not be computed: the one that its text names, or the
  // first.
  Diagnostic* ReasonOf(const Diagnostic& theirs) {
    const bool is_about_absence = theirs.kind == diag::Kind::kKclEvaluation &&
                                  (theirs.message.find("'UndefinedType'") != std::string::npos ||
                                   theirs.message.find("'NoneType'") != std::string::npos);
    Diagnostic* first = nullptr;
    for (Diagnostic& ours : ours_) {
      const bool is_absent =
          ours.kind == diag::Kind::kMissingRequired || ours.kind == diag::Kind::kNullNotAllowed;
      if (!is_about_absence || !is_absent || ours.path.empty()) {
        continue;
      }
      if (Names(theirs, ours.path.back().key)) {
        return &ours;
      }
      first = first == nullptr ? &ours : first;
    }
    return first;
  }

  // Whether the text that a finding points at has this name in it.
  bool Names(const Diagnostic& finding, std::string_view name) const {
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    return sources_.Knows(at) && sources_.FileOf(at).Text(at).find(name) != std::string_view::npos;
  }

  // KCL's words on one line.
  static std::string Note(const Diagnostic& theirs) {
    std::string text = "KCL: " + theirs.message;
    for (const std::string& note : theirs.notes) {
      text += "; " + note;
    }
    return text;
  }

  static void Pair(Diagnostic& ours, const Diagnostic& theirs, const diag::Label* line) {
    if (line == nullptr) {
      ours.notes.push_back(Note(theirs));
      return;
    }
    // The author's message is the headline already.
    ours.notes.push_back("KCL: " + theirs.message.substr(0, theirs.message.find(": ", kErrorName.size())));
    if (!AreRelated(ours.path, theirs.path)) {
      ours.labels = theirs.labels;  // a computed attribute: what it is computed from is in the data
      return;
    }
    for (diag::Label& label : ours.labels) {
      if (label.role == diag::Role::kSchema) {
        label.text = line->text;
        return;
      }
    }
  }

  std::vector<Diagnostic> ours_;
  std::vector<bool> is_paired_;
  std::vector<Diagnostic> others_;
  const value::Value& document_;
  source::SourceMap& sources_;
};

VetResult VetDocument(const VetRequest& request, const value::Value& document, source::FileReader& reader,
                      Session& session) {
  diag::Collector theirs;
  diag::Emitter silent(&theirs);
  const VetResult result = kcl::run::Vet(request, document, session.sources, reader, silent);
  Findings findings(result == VetResult::kFaults ? FindFaults(request, document, reader, session)
                                                 : std::vector<Diagnostic>(),
                    document, session.sources);
  for (const Diagnostic& finding : theirs.diagnostics()) {
    if (IsError(finding)) {
      findings.Add(finding);
    } else {
      session.emit.Emit(finding);
    }
  }
  findings.Emit(session.emit, result == VetResult::kFaults);
  return result;
}

}  // namespace

VetResult VetFile(const VetRequest& request, const std::string& path, source::FileReader& reader,
                  Session& session) {
  Result<std::string> text = reader.Read(path);
  if (!text) {
    diag::ReportReadFault({}, text.failure(), session.emit);
    return VetResult::kFaults;
  }
  const source::SourceFile& file = session.sources.AddText(path == "-" ? "<stdin>" : path, *std::move(text));
  const std::vector<const value::Value*> documents =
      kcl::run::ReadData(file, request.format, request.limits, session.arena, session.emit);
  VetResult result = documents.empty() ? VetResult::kFaults : VetResult::kValid;
  for (const value::Value* document : documents) {
    const VetResult one = VetDocument(request, *document, reader, session);
    if (one == VetResult::kFaultyProgram) {
      return one;
    }
    result = one == VetResult::kValid ? result : one;
  }
  return result;
}

}  // namespace kval::driver
