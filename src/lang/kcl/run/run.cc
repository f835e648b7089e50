#include "src/lang/kcl/run/run.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "src/diag/collector.h"
#include "src/lang/kcl/builtins/json_decode.h"
#include "src/lang/kcl/eval/document.h"
#include "src/lang/kcl/run/certain_diagnostics.h"
#include "src/lang/kcl/run/missing_attributes.h"
#include "src/lang/kcl/run/override.h"
#include "src/lang/kcl/run/settings.h"
#include "src/lang/kcl/sema/analyze.h"
#include "src/lang/kcl/sema/module_path_variable.h"
#include "src/lang/kcl/sema/path_name.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/redaction/secret_key_names.h"
#include "src/report/text.h"

namespace kval::kcl::run {
namespace {

// Each step of a path is a level of the value that it makes.
constexpr size_t kMostSteps = 1000;
constexpr diag::Def<> kTooLongPath{diag::Kind::kLimitDepth,
                                   "the path of the override has more than 1,000 steps"};
constexpr diag::Def<> kBadOption{diag::Kind::kKclEvaluation,
                                 "EvaluationError: Invalid value for top level arguments"};
constexpr diag::Def<std::string_view> kBadOverride{
    diag::Kind::kKclEvaluation, "EvaluationError: Invalid spec format '{}' of an override"};
constexpr diag::Def<std::string_view> kNoSuchPackage{
    diag::Kind::kKclEvaluation, "EvaluationError: there is no package `{}` to override a value of"};
constexpr diag::Def<std::string_view> kNoVariable{
    diag::Kind::kKclImmutable, "ImmutableError: `{}` is no variable: its value cannot be overridden"};
constexpr diag::Def<std::string_view> kBadSelector{
    diag::Kind::kKclEvaluation, "EvaluationError: invalid path select operand {}, value not found"};
constexpr diag::Def<std::string_view, std::string_view> kPackageOutside{
    diag::Kind::kImportEscapesRoot, "the package `{}` lies outside of the settings file's module: {}"};
constexpr diag::Def<> kNoInput{diag::Kind::kNoInput, "no KCL file is given"};

struct Option {
  std::string text;                        // of `-D`
  const value::Value* document = nullptr;  // of a settings file
};

// By key; the last one given counts.
using OptionsByKey = std::map<std::string, Option, std::less<>>;

bool HasSuffix(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

// `-D key=value`: exactly one `=`, something on both sides.
bool AddOptions(const std::vector<std::string>& given, OptionsByKey& options, source::SourceMap& sources,
                diag::Emitter& emitter) {
  for (const std::string& text : given) {
    size_t mark = text.find('=');
    bool valid = mark != std::string::npos && mark > 0 && mark + 1 < text.size() &&
                 text.find('=', mark + 1) == std::string::npos;
    if (!valid) {
      emitter.Report(sources.AddText("(-D arg)", text).span(), kBadOption).Emit();
      return false;
    }
    // As a text of the run, whose secrets no message shows.
    sources.AddText("(-D arg)", text);
    options[text.substr(0, mark)] = {text.substr(mark + 1)};
  }
  return true;
}

// Returns the name of an override with an invalid value: without the value if its path looks like a secret.
std::string NameOf(const std::string& text, const std::string& expression) {
  const std::string path = text.substr(0, text.size() - std::min(text.size(), expression.size()));
  for (size_t at = 0; at < path.size();) {
    const size_t end = std::min(path.find_first_of(".:+=[]", at), path.size());
    const std::string_view step = std::string_view(path).substr(at, end - at);
    if (redaction::IsSecretKey(step) || redaction::IsSecretParent(step)) {
      return path;
    }
    at = end + 1;
  }
  return text;
}

// Whether a number is written with an exponent.
bool IsScientific(std::string_view text) {
  size_t at = text.find_first_not_of("+-0123456789._");
  return at != std::string_view::npos && at > 0 && (text[at] == 'e' || text[at] == 'E');
}

// A value on the command line is JSON, or else a string. `is_string`: the program requires a string; `7e2`
// may be the hash of a commit.
runtime::Value ValueOf(const Option& option, bool is_string, runtime::Heap& heap) {
  if (option.document != nullptr) {
    eval::FromDocumentOptions options;
    options.null_overrides = true;
    return eval::FromDocument(heap, *option.document, options);
  }
  Result<runtime::Value> json = builtins::DecodeJson(heap, option.text);
  const bool is_spelling = is_string && json && json->is_number() && IsScientific(option.text);
  return json && !is_spelling ? *json : runtime::String(heap, option.text);
}

class Runner {
 public:
  Runner(const RunRequest& request, source::SourceMap& sources, source::FileReader& reader,
         diag::Emitter& emitter)
      : request_(request), sources_(sources), reader_(reader), emitter_(emitter), plan_(request.plan) {}

  RunOutcome Run() {
    RunOutcome outcome;
    if (!Configure(outcome)) {
      return outcome;
    }
    Program program;
    diag::Collector lacking;
    diag::Emitter to_lacking(&lacking);
    Load(program, sources_, reader_, load_, emitter_);
    const bool is_loaded = emitter_.error_count() == errors_before_;
    RecordLocations remember(emitter_);
    diag::Emitter to_remember(&remember);
    Check(program, to_remember, &to_lacking);
    if (emitter_.error_count() > errors_before_) {
      if (is_loaded && program.has_value_errors_only) {
        RunChecks(program, remember.Take());
      }
      return outcome;
    }
    if (!OverridesFit(program)) {
      return outcome;
    }
    // An override may set attributes that are missing in the program.
    Evaluate(program, overrides_.empty() ? lacking.Release() : std::vector<diag::Diagnostic>(), outcome);
    outcome.text.insert(0, report::EscapePrinted(printed_));
    return outcome;
  }

 private:
  bool Configure(RunOutcome& outcome);
  const std::string& DirectoryFor(const Settings::Named& named, const std::string& root);
  void AddEntries(const Settings& settings, const std::string& root);
  bool AddExternals(const Settings& settings, const std::string& root);
  static std::string ValueText(const std::string& expression);
  bool AddOverrides(const std::vector<std::string>& given);
  bool OverridesFit(const Program& program);
  void Evaluate(const Program& program, std::vector<diag::Diagnostic> lacking, RunOutcome& outcome);
  void RunChecks(const Program& program, std::unordered_set<uint32_t> reported);
  eval::EvalOptions EvaluationOptions();

  const RunRequest& request_;
  source::SourceMap& sources_;
  source::FileReader& reader_;
  diag::Emitter& emitter_;
  OutputOptions plan_;
  LoadOptions load_;
  OptionsByKey options_;
  std::vector<eval::Override> overrides_;
  std::vector<source::Span> override_places_;
  std::string printed_;  // what `print` wrote
  bool strict_range_ = false;
  Arena arena_;  // of settings files
  size_t errors_before_ = 0;
};

// On the command line a sum, a negation and similar operators are strings, not expressions: `version=1-2`.
std::string Runner::ValueText(const std::string& expression) {
  AstContext context;
  source::SourceMap sources;
  diag::Collector found;
  diag::Emitter silent(&found);
  const FileAst file = Parse(context, sources.AddText("-O", "value = " + expression + "\n"), silent);
  const auto* assign = file.body.size() == 1 ? file.body.front()->As<AssignStmt>() : nullptr;
  if (file.has_errors || assign == nullptr ||
      (assign->value->kind != ExprKind::kUnary && assign->value->kind != ExprKind::kBinary)) {
    return expression;
  }
  std::string text = "\"";
  for (size_t i = 0; i < expression.size(); ++i) {
    const bool is_special = expression[i] == '\\' || expression[i] == '"' || expression.substr(i, 2) == "${";
    text.append(is_special ? "\\" : "").push_back(expression[i]);
  }
  return text + "\"";
}

// Their expressions become hidden globals of the main package, so that they may use its names.
bool Runner::AddOverrides(const std::vector<std::string>& given) {
  for (const std::string& text : given) {
    const source::Span place = sources_.AddText("(-O arg)", text).span();
    std::optional<OverrideText> parsed = ParseOverride(text);
    if (!parsed.has_value()) {
      emitter_.Report(place, kBadOverride, text)
          .Hint("write `path=value`, `path:value`, `path+=[item]` or `path-`")
          .Emit();
      return false;
    }
    if (parsed->change.path.size() > kMostSteps) {
      emitter_.Report(place, kTooLongPath).Emit();
      return false;
    }
    if (parsed->change.op != eval::OverrideOp::kRemove) {
      parsed->change.value = "_override_" + std::to_string(overrides_.size());
      load_.strings.push_back(
          &sources_.AddText("-O " + NameOf(text, parsed->expression),
                            parsed->change.value + " = " + ValueText(parsed->expression) + "\n"));
    }
    overrides_.push_back(std::move(parsed->change));
    override_places_.push_back(place);
  }
  return true;
}

// Whether the packages and names of the overrides can be overridden.
bool Runner::OverridesFit(const Program& program) {
  for (size_t i = 0; i < overrides_.size(); ++i) {
    const eval::Override& change = overrides_[i];
    const Package* home = program.packages.front().get();
    if (!change.package.empty()) {
      const auto found = std::find_if(
          program.packages.begin(), program.packages.end(),
          [&](const std::unique_ptr<Package>& package) { return package->path == change.package; });
      if (found == program.packages.end()) {
        emitter_.Report(override_places_[i], kNoSuchPackage, change.package).Emit();
        continue;
      }
      home = found->get();
    }
    const auto global = home->by_name.find(program.ast.names.Find(change.path.front().name));
    if (global != home->by_name.end() &&
        home->globals[static_cast<size_t>(global->second)].kind != GlobalKind::kVariable) {
      emitter_.Report(override_places_[i], kNoVariable, change.path.front().name).Emit();
    }
  }
  return emitter_.error_count() == errors_before_;
}

// Returns the directory that must contain the paths named in a settings file: the root of its module, or of
// the run.
const std::string& Runner::DirectoryFor(const Settings::Named& named, const std::string& root) {
  return source::IsBelow(reader_, named.path, named.module_root) ? named.module_root : root;
}

// The programs of settings files, where the arguments name none.
void Runner::AddEntries(const Settings& settings, const std::string& root) {
  if (!load_.entries.empty()) {
    return;
  }
  for (const Settings::Named& file : settings.files) {
    load_.entries.push_back(file.path);
    load_.entry_sources.push_back({file.at, DirectoryFor(file, root)});
  }
}

// The packages of settings files, and over them those of the arguments, which may lie anywhere.
bool Runner::AddExternals(const Settings& settings, const std::string& root) {
  for (const auto& [name, package] : settings.externals) {
    const bool may_read = request_.allow_effects || request_.externals.count(name) > 0 ||
                          source::IsBelow(reader_, package.path, DirectoryFor(package, root)) ||
                          !reader_.RealPath(package.path).ok();
    if (!may_read) {
      emitter_.Report(package.at, kPackageOutside, name, package.path)
          .Hint("`-E " + name + "=" + package.path + "` allows it")
          .Emit();
      return false;
    }
    load_.externals[name] = package.path;
  }
  for (const auto& [name, path] : request_.externals) {
    load_.externals[name] = path;
  }
  return true;
}

bool Runner::Configure(RunOutcome& outcome) {
  errors_before_ = emitter_.error_count();
  std::vector<std::string> settings_files = request_.settings;
  const std::string here = request_.working_directory.empty() ? "." : request_.working_directory;
  const std::string root = ModuleDirectory(reader_, here).value_or(here);
  for (const std::string& input : request_.inputs) {
    bool is_settings = HasSuffix(input, ".yaml") || HasSuffix(input, ".yml");
    (is_settings ? settings_files : load_.entries).push_back(ExpandModulePath(input, root));
  }
  Settings settings;
  for (const std::string& file : settings_files) {
    const std::string home = DirectoryOf(file);
    if (!LoadSettings(file, ModuleDirectory(reader_, home).value_or(home), sources_, reader_, request_.limits,
                      arena_, settings, emitter_)) {
      return false;
    }
  }
  AddEntries(settings, root);
  if (load_.entries.empty()) {
    emitter_.Report({}, kNoInput).Emit();
    return false;
  }
  if (!AddExternals(settings, root)) {
    return false;
  }
  load_.package_homes = request_.package_homes;
  load_.reads_outside = request_.allow_effects;
  load_.toml_depth = request_.limits.toml_depth;
  load_.memory = request_.limits.kcl_memory;
  if (plan_.selectors.empty()) {
    plan_.selectors = settings.selectors;
  }
  plan_.disable_none = plan_.disable_none || settings.disable_none.value_or(false);
  plan_.sort_keys = plan_.sort_keys || settings.sort_keys.value_or(false);
  plan_.show_hidden = plan_.show_hidden || settings.show_hidden.value_or(false);
  strict_range_ = request_.strict_range || settings.strict_range.value_or(false);
  outcome.output_path = settings.output.value_or("");
  for (const auto& [key, value] : settings.options) {
    options_[key] = {{}, value};
  }
  return AddOverrides(settings.overrides) && AddOverrides(request_.overrides) &&
         AddOptions(request_.options, options_, sources_, emitter_);
}

// Evaluates a program with errors of types: check lines and required attributes that do not depend on these
// are reported. The program has no effects.
void Runner::RunChecks(const Program& program, std::unordered_set<uint32_t> reported) {
  eval::EvalOptions options = EvaluationOptions();
  options.allow_effects = false;
  options.print = nullptr;
  CertainDiagnostics sink(emitter_, std::move(reported));
  diag::Emitter emitter(&sink);
  eval::Evaluation(program, reader_, emitter, std::move(options)).Run();
}

eval::EvalOptions Runner::EvaluationOptions() {
  eval::EvalOptions options;
  options.limits = request_.limits;
  options.strict_range = strict_range_;
  options.allow_effects = request_.allow_effects;
  options.writable_root = request_.writable_root;
  options.hold_end = request_.hold_end;
  options.collect_check_failures = true;
  options.fails_at_instances = true;
  options.show_hidden = plan_.show_hidden;
  options.overrides = overrides_;
  options.working_directory = request_.working_directory;
  options.print = [this](std::string_view text) { printed_ += text; };
  options.option = [this](std::string_view key, bool is_string, runtime::Heap& heap) {
    const auto found = options_.find(key);
    return found == options_.end() ? runtime::Value() : ValueOf(found->second, is_string, heap);
  };
  return options;
}

void Runner::Evaluate(const Program& program, std::vector<diag::Diagnostic> lacking, RunOutcome& outcome) {
  MissingAttributes sink(emitter_, std::move(lacking));
  diag::Emitter emitter(&sink);
  eval::Evaluation evaluation(program, reader_, emitter, EvaluationOptions());
  const bool is_done = evaluation.Run();
  sink.ReportRemaining();
  if (!is_done) {
    return;
  }
  runtime::Value result = evaluation.Result();
  if (evaluation.failed() || emitter_.error_count() > errors_before_) {
    return;
  }
  if (evaluation.replaced_output() != nullptr && plan_.format == OutputFormat::kJson) {
    outcome.text = RenderOutput(evaluation.heap(), evaluation.replaced_documents(), plan_);
    outcome.ok = true;
    return;
  }
  if (evaluation.replaced_output() != nullptr) {
    outcome.text += *evaluation.replaced_output();
    outcome.ok = true;
    return;
  }
  const std::string* missed = nullptr;
  const runtime::Value selected = Select(evaluation.heap(), result, plan_.selectors, &missed);
  if (missed != nullptr) {
    emitter_.Report(sources_.AddText("(-S arg)", *missed).span(), kBadSelector, *missed).Emit();
    return;
  }
  outcome.text = RenderOutput(evaluation.heap(), selected, plan_);
  outcome.ok = true;
}

}  // namespace

RunOutcome Run(const RunRequest& request, source::SourceMap& sources, source::FileReader& reader,
               diag::Emitter& emitter) {
  return Runner(request, sources, reader, emitter).Run();
}

}  // namespace kval::kcl::run
