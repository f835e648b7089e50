#include "src/helm/render/render.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "src/helm/functions/functions.h"
#include "src/helm/load_chart.h"
#include "src/helm/render/executed_texts.h"
#include "src/helm/render/line_of_text.h"
#include "src/helm/render/scopes.h"
#include "src/helm/render/template_errors.h"
#include "src/helm/render/value_to_blame.h"
#include "src/lang/gotemplate/evaluator.h"
#include "src/lang/gotemplate/sink.h"
#include "src/support/native_stack.h"

namespace kval::helm::render {
namespace {

constexpr std::string_view kRootName = "gotpl";
constexpr std::string_view kNotes = "NOTES.txt";
constexpr std::string_view kNoValue = "<no value>";

// Collects the output of one file.
class FileSink final : public gotemplate::Sink {
 public:
  explicit FileSink(RenderedFile* file) : file_(*file) {}
  void Write(std::string_view text, const gotemplate::TextPiece& piece, source::Span action) override {
    if (!text.empty()) {
      file_.text += text;
      file_.pieces.push_back({{static_cast<uint32_t>(file_.text.size()), piece.span, piece.origins}, action});
    }
  }

 private:
  RenderedFile& file_;
};

// Removes what Go prints for missing values.
void RemoveNoValue(RenderedFile& file) {
  std::string kept;
  size_t begin = 0;
  auto piece = file.pieces.begin();
  for (size_t at = file.text.find(kNoValue); at != std::string::npos; at = file.text.find(kNoValue, begin)) {
    for (; piece != file.pieces.end() && piece->end <= at; ++piece) {
      piece->end -= static_cast<uint32_t>(begin - kept.size());
    }
    kept.append(file.text, begin, at - begin);
    begin = at + kNoValue.size();
    for (; piece != file.pieces.end() && piece->end < begin; ++piece) {
      piece->end = static_cast<uint32_t>(kept.size());
    }
  }
  if (begin == 0) {
    return;
  }
  for (; piece != file.pieces.end(); ++piece) {
    piece->end -= static_cast<uint32_t>(begin - kept.size());
  }
  kept.append(file.text, begin);
  file.text = std::move(kept);
}

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool IsManifestName(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | ' ') : c; });
  return lower.ends_with(".yaml") || lower.ends_with(".yml") || lower.ends_with(".json");
}

void CollectCrds(const Chart& chart, const std::string& path, HelmContext& context,
                 std::vector<CrdFile>& out) {
  NeedStack();
  for (const ChartFile* file : chart.files) {
    if (!file->name.starts_with("crds/") || !IsManifestName(file->name)) {
      continue;
    }
    if (const source::SourceFile* text = TextOf(*file, context)) {
      out.push_back({path + "/" + file->name, text->text(), text->span()});
    }
  }
  for (const Chart* sub : chart.charts) {
    CollectCrds(*sub, path + "/charts/" + sub->name(), context, out);
  }
}

gotemplate::ExecutionOptions OptionsOf(const Limits& limits, gotemplate::Observer* observer) {
  gotemplate::ExecutionOptions options;
  options.missing_key = gotemplate::MissingKey::kZero;
  options.limits.steps = limits.helm_steps;
  options.limits.output_bytes = limits.helm_output;
  options.limits.depth = static_cast<uint32_t>(limits.helm_calls);
  options.root = kRootName;
  options.observer = observer;
  return options;
}

gotemplate::Observer* ObserverOf(CoverageRecorder* coverage, ValueUses* uses) {
  return coverage != nullptr ? static_cast<gotemplate::Observer*>(coverage) : uses;
}

}  // namespace

const Piece* RenderedFile::PieceAt(uint32_t offset) const {
  const auto found = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                      [](uint32_t at, const Piece& piece) { return at < piece.end; });
  return found != pieces.end() ? &*found : pieces.empty() ? nullptr : &pieces.back();
}

source::Span RenderedFile::PlaceOf(uint32_t begin, uint32_t end, const source::SourceMap& sources) const {
  const Piece* piece = PieceAt(begin);
  if (piece == nullptr || !piece->span.has_value()) {
    return {};
  }
  const uint32_t start = piece == pieces.data() ? 0 : (piece - 1)->end;
  if (begin < start || begin >= piece->end) {
    return piece->span;
  }
  const std::string_view printed = std::string_view(text).substr(start, piece->end - start);
  const std::string_view written = sources.Text(piece->span);
  const auto first = gotemplate::AlignedOffset(written, printed, begin - start);
  if (!first) {
    return piece->span;
  }
  const std::string_view line = std::string_view(text).substr(begin, text.find('\n', begin) - begin);
  const size_t size = std::min<size_t>({line.size(), std::max(begin, end) - begin, piece->end - begin});
  const auto last =
      gotemplate::AlignedOffset(written, printed, begin - start + std::max<size_t>(size, 1) - 1);
  const auto at = static_cast<uint32_t>(piece->span.begin + *first);
  return {at, size == 0 ? at : static_cast<uint32_t>(piece->span.begin + *last + 1)};
}

source::Span RenderedFile::IncludeAt(uint32_t offset) const {
  const Piece* piece = PieceAt(offset);
  return piece == nullptr || piece->action == piece->span ? source::Span() : piece->action;
}

// Renders one chart.
class Renderer {
 public:
  // `coverage` may be null.
  Renderer(const Chart& chart, const Table& values, const Release& release, CoverageRecorder* coverage,
           HelmContext& context, RenderedChart& out)
      : chart_(chart),
        values_(values),
        coverage_(coverage),
        context_(context),
        out_(out),
        files_(CollectTemplates(chart, values, release, context, out.heap_, out.values_)),
        order_(ExecutionOrder(files_)),
        evaluator_(out.heap_, functions_, OptionsOf(context.limits, ObserverOf(coverage, out.uses_.get()))),
        texts_(&out.values_, &out.heap_.origins(), &context.sources) {
    state_.version = context.version;
    state_.regex_memory = context.limits.regex_memory;
    state_.place_text = [this](std::string_view text, gotemplate::OriginSet origins) {
      return texts_.Place(text, origins);
    };
    functions::AddFunctions(&functions_, &state_);
  }

  void Run() {
    if (out_.uses_ != nullptr) {
      out_.uses_->Begin();
    }
    if (!Parse() || !Execute()) {
      return;
    }
    if (out_.uses_ != nullptr) {
      out_.uses_->Finish(out_.templates_);
    }
    if (coverage_ != nullptr) {
      coverage_->Finish(chart_, out_.templates_);
    }
    out_.is_rendered_ = true;
    std::sort(out_.files_.begin(), out_.files_.end(),
              [](const RenderedFile& a, const RenderedFile& b) { return a.name < b.name; });
    out_.sorted_ = SortManifests(out_.files_, context_);
    ReportInvalid();
    CollectCrds(chart_, chart_.name(), context_, out_.crds_);
  }

 private:
  bool Parse() {
    for (const std::string& name : order_) {
      const source::SourceFile* text = TextOf(*files_.find(name)->second.file, context_);
      if (text == nullptr) {
        return false;
      }
      const ChartFile& file = *files_.find(name)->second.file;
      if (coverage_ != nullptr && name == chart_.name() + "/" + file.name) {
        coverage_->AddFile(name, file.path, text->text());
      }
      if (const auto error = out_.templates_.Parse(name, text->text(), text->base(), functions_)) {
        ReportParseError(*error, &functions_, context_.emit);
        return false;
      }
    }
    return true;
  }

  bool Execute() {
    for (const std::string& name : order_) {
      if (!BaseName(name).starts_with('_') && !ExecuteFile(name, files_.find(name)->second)) {
        out_.files_.clear();
        return false;
      }
    }
    return true;
  }

  bool ExecuteFile(const std::string& name, const TemplateFile& file) {
    SetTemplate(name, file, context_.version, out_.heap_);
    RenderedFile rendered;
    rendered.name = name;
    FileSink sink(&rendered);
    if (const auto error = evaluator_.Execute(out_.templates_, name, file.data, sink)) {
      const TableValue* rejected =
          FindRejectedValue(out_, chart_, InnermostError(*error, state_), state_.failure);
      for (gotemplate::ExecutionError& inner : state_.inner_errors) {
        inner.span = texts_.PlaceInValues(inner.span);
      }
      ReportExecutionError(name, *error, {state_, out_.templates_, values_, rejected}, context_);
      return false;
    }
    RemoveNoValue(rendered);
    if (!name.ends_with(kNotes)) {
      out_.files_.push_back(std::move(rendered));
    } else if (name == chart_.name() + "/templates/" + std::string(kNotes)) {
      out_.notes_ = std::move(rendered.text);
    }
    return true;
  }

  // A mistake in a value, or in a template that several files include, is reported once.
  void ReportInvalid() {
    std::set<std::pair<uint32_t, std::string_view>> reported;
    for (const InvalidManifest& invalid : out_.sorted_.invalid) {
      const RenderedFile& file = *invalid.manifest.file;
      const uint32_t offset = invalid.manifest.offset() + invalid.error.offset;
      const bool is_included = file.IncludeAt(offset).has_value() && !invalid.error.is_indentation;
      const InvalidCause cause = CauseOf(invalid, offset);
      const uint32_t place = cause.value.has_value()
                                 ? cause.value.begin
                                 : file.PlaceOf(offset, offset + 1, context_.sources).begin;
      if ((!is_included && !cause.value.has_value()) ||
          reported.insert({place, invalid.error.message}).second) {
        ReportInvalidManifest(invalid, cause, context_);
      }
    }
  }

  InvalidCause CauseOf(const InvalidManifest& invalid, uint32_t offset) {
    const RenderedFile& file = *invalid.manifest.file;
    if (invalid.error.end == 0) {
      return FindInvalidCause(out_, chart_, file, offset);
    }
    const RenderedPart part{&file, offset, invalid.manifest.offset() + invalid.error.end};
    const std::optional<BlamedValue> value = FindValueToBlame(out_, part, invalid.error.path);
    return {value ? FindLineOfText(value->span, file, part.begin, part.end, context_.sources)
                  : source::Span()};
  }

  const Chart& chart_;
  const Table& values_;
  CoverageRecorder* const coverage_;
  HelmContext& context_;
  RenderedChart& out_;
  functions::FunctionState state_;
  gotemplate::FunctionTable functions_;
  TemplateFiles files_;
  std::vector<std::string> order_;
  gotemplate::Evaluator evaluator_;
  ExecutedTexts texts_;
};

std::unique_ptr<RenderedChart> Render(const Chart& chart, const Table& values, const Release& release,
                                      const Recording& recording, HelmContext& context) {
  auto rendered = std::make_unique<RenderedChart>(context.limits.helm_memory);
  std::optional<CoverageRecorder> coverage;
  if (recording.uses) {
    rendered->uses_ = std::make_unique<ValueUses>(rendered->heap_, rendered->values_);
  }
  if (recording.coverage != nullptr) {
    coverage.emplace(rendered->uses_.get(), recording.coverage);
  }
  Renderer(chart, values, release, coverage ? &*coverage : nullptr, context, *rendered).Run();
  return rendered;
}

}  // namespace kval::helm::render
