#include "src/helm/render/template_errors.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/helm/render/failure_text.h"
#include "src/support/utf8.h"
#include "src/value/value.h"
#include "src/yaml/message_text.h"

namespace kval::helm::render {
namespace {

using diag::Kind;

constexpr diag::Def<std::string_view> kSyntax{Kind::kHelmTemplateSyntax, "the template cannot be parsed: {}"};
constexpr diag::Def<std::string_view> kFails{Kind::kHelmTemplateFails, "the template fails: {}"};
constexpr diag::Def<std::string_view> kRefuses{Kind::kHelmRefused, "the chart rejects the values: {}"};
constexpr diag::Def<> kSteps{Kind::kLimitSteps,
                             "the templates of the chart run for more steps than the limit"};
constexpr diag::Def<> kOutput{Kind::kLimitMemory, "the templates of the chart print more than the limit"};
constexpr diag::Def<> kMemory{Kind::kLimitMemory,
                              "the templates of the chart use more memory than the limit"};
constexpr diag::Def<> kDepth{Kind::kLimitCallDepth,
                             "the templates of the chart call each other more deeply than the limit"};

constexpr size_t kMaxFrames = 10;
constexpr size_t kMaxLine = 200;  // bytes of a rendered line that a note shows

// Without `template: NAME:LINE:COLUMN: executing "NAME" at <EXPRESSION>: `.
std::string_view ShortText(std::string_view text) {
  constexpr std::string_view kEnd = ">: ";
  constexpr std::string_view kExecuting = ": executing \"";
  const size_t executing = text.find(kExecuting);
  const size_t end = executing == std::string_view::npos ? executing : text.find(kEnd, executing);
  if (end != std::string_view::npos) {
    return text.substr(end + kEnd.size());
  }
  const size_t last = text.rfind(": ");
  return last == std::string_view::npos ? text : text.substr(last + 2);
}

// `template: NAME:LINE: …` without the first word: the place.
std::string_view Location(std::string_view text) {
  constexpr std::string_view kPrefix = "template: ";
  text.remove_prefix(text.starts_with(kPrefix) ? kPrefix.size() : 0);
  return text.substr(0, text.find(": "));
}

// The chain of a deep recursion is long.
std::string Shortened(const std::string& text) {
  constexpr size_t kMost = 1000;
  constexpr size_t kEnd = 200;
  return utf8::Shorten(text, kMost, kEnd);
}

diag::DiagnosticBuilder ReportLimit(gotemplate::ExceededLimit limit, source::Span at, HelmContext& context) {
  const auto report = [&](const diag::Def<>& def, std::string_view name) {
    diag::DiagnosticBuilder said = context.emit.Report(at, def);
    said.Hint("`--limit " + std::string(name) + "=N` changes the limit");
    return said;
  };
  switch (limit) {
    case gotemplate::ExceededLimit::kSteps:
      return report(kSteps, "helm-steps");
    case gotemplate::ExceededLimit::kOutput:
      return report(kOutput, "helm-output");
    case gotemplate::ExceededLimit::kMemory:
      return report(kMemory, "helm-memory");
    case gotemplate::ExceededLimit::kDepth:
      break;
  }
  return report(kDepth, "helm-calls");
}

std::string MessageOf(const InvalidManifest& invalid, const InvalidCause& cause) {
  const HeadError& error = invalid.error;
  const std::string& name = invalid.manifest.file->name;
  if (cause.other != nullptr) {
    return "with " + yaml::WithArticle(value::KindName(cause.other->kind())) + " instead of " +
           yaml::WithArticle(value::KindName(cause.other->below->kind())) + ", " + name +
           " renders to text that is not valid YAML: " + error.message;
  }
  return name +
         (error.kind != Kind::kHelmNotYaml ? " renders to text that exceeds a limit: "
          : error.end != 0                 ? " renders a document that Helm cannot read: "
                                           : " renders to text that is not valid YAML: ") +
         error.message;
}

}  // namespace

void ReportParseError(const gotemplate::ParseError& error, const gotemplate::FunctionTable* functions,
                      diag::Emitter& emit) {
  const std::string_view message = std::string_view(error.text).substr(error.text.rfind(": ") + 2);
  const bool is_unclosed = error.unclosed.has_value();
  diag::DiagnosticBuilder said =
      emit.Report(is_unclosed ? error.unclosed : error.span, kSyntax,
                  is_unclosed ? std::string_view("this block has no `{{ end }}`") : ShortText(error.text));
  if (is_unclosed) {
    said.Related(error.span, "the template ends here");
  }
  if (const std::string hint = HintAbout(error, functions); !hint.empty()) {
    said.Hint(hint);
  }
  said.Note("Helm: parse error at (" + std::string(Location(error.text)) + "): " + std::string(message))
      .Emit();
}

bool CheckSyntax(const source::SourceFile& file, const std::string& name, diag::Emitter& emit) {
  functions::FunctionState state;
  state.version = Version::kHelm4;  // which has all functions
  gotemplate::FunctionTable table;
  functions::AddFunctions(&table, &state);
  gotemplate::TemplateSet templates;
  const std::optional<gotemplate::ParseError> error = templates.Parse(name, file.text(), file.base(), table);
  if (error) {
    ReportParseError(*error, &table, emit);
  }
  return !error;
}

const gotemplate::ExecutionError& InnermostError(const gotemplate::ExecutionError& error,
                                                 const functions::FunctionState& state) {
  return state.inner_errors.empty() ? error : state.inner_errors.front();
}

void ReportExecutionError(const std::string& name, const gotemplate::ExecutionError& error,
                          const FailedRun& run, HelmContext& context) {
  const functions::FunctionState& state = run.state;
  const gotemplate::ExecutionError& inner = InnermostError(error, state);
  const bool is_refused = !state.failure.empty() && error.text.ends_with(state.failure);
  const FailureText explained = ExplainFailure(inner, run.templates, run.values);
  const TableValue* value = error.limit || explained.is_of_template ? nullptr : run.rejected;
  // Innermost first. An error about a missing template has no place.
  std::vector<source::Span> frames;
  for (const gotemplate::ExecutionError& one : state.inner_errors) {
    frames.push_back(one.span);
  }
  frames.push_back(error.span);
  std::erase_if(frames, [](source::Span frame) { return !frame.has_value(); });
  const source::Span at = frames.empty() ? error.span : frames[0];
  diag::DiagnosticBuilder said =
      error.limit ? ReportLimit(*error.limit, at, context)
      : is_refused
          ? context.emit.Report(value == nullptr ? at : value->written->span, kRefuses, state.failure)
          : context.emit.Report(value == nullptr ? at : value->written->span, kFails,
                                explained.message.empty() ? ShortText(inner.text) : explained.message);
  if (!error.limit && !is_refused && !explained.hint.empty()) {
    said.Hint(explained.hint);
  }
  if (value != nullptr) {
    said.Label(is_refused ? std::string() : "this is " + yaml::WithArticle(value::KindName(value->kind())))
        .Related(at, is_refused ? "the template rejects it here" : "the template fails here");
  }
  for (size_t i = 1; i < std::min(frames.size(), kMaxFrames + 1); ++i) {
    said.Call(frames[i], "called from here");
  }
  if (!error.limit) {
    said.Note("Helm: " +
              (is_refused ? "execution error at (" + std::string(Location(error.text)) + "): " + state.failure
                          : Shortened(error.text)));
  }
  said.Note("while rendering " + name);
  said.Emit();
}

void ReportInvalidManifest(const InvalidManifest& invalid, const InvalidCause& cause, HelmContext& context) {
  const Manifest& manifest = invalid.manifest;
  const HeadError& error = invalid.error;
  const uint32_t offset =
      std::min<uint32_t>(manifest.offset() + error.offset, static_cast<uint32_t>(manifest.file->text.size()));
  const std::string_view before = std::string_view(manifest.file->text).substr(0, offset);
  const size_t line_begin = before.rfind('\n') + 1;
  const std::string_view rest = std::string_view(manifest.file->text).substr(line_begin);
  const std::string_view line = rest.substr(0, std::min(rest.find('\n'), kMaxLine));
  const source::Span include = manifest.file->IncludeAt(offset);
  const source::Span place = manifest.file->PlaceOf(offset, offset + 1, context.sources);
  const bool is_of_include = include.has_value() && error.is_indentation;
  const source::Span at = cause.value.has_value() ? cause.value : is_of_include ? include : place;
  diag::DiagnosticBuilder said = context.emit.ReportText(at, error.kind, MessageOf(invalid, cause));
  if (cause.other != nullptr) {
    const std::string expected = yaml::WithArticle(value::KindName(cause.other->below->kind()));
    said.At(cause.path)
        .Label("this is " + yaml::WithArticle(value::KindName(cause.other->kind())))
        .Related(cause.other->below->written->span, "the default of the chart is " + expected)
        .Related(place, "the template prints it here")
        .Hint("use " + expected + ", like the default");
  } else if (cause.value.has_value()) {
    said.Related(place, "the template prints it here")
        .Hint(error.end != 0 ? "" : "quote the value in the template, with `quote` or `toYaml`");
  } else if (is_of_include) {
    said.Related(place, "the line in the included template");
  } else if (include.has_value()) {
    said.Related(include, "included here");
  }
  if (cause.printed.has_value()) {
    said.Related(cause.printed, "the template prints this value");
  }
  said.Note("rendered line " + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ": " +
            std::string(line))
      .Emit();
}

}  // namespace kval::helm::render
