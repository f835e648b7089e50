#include "src/helm/user_values.h"

#include <algorithm>
#include <utility>

#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/helm/embedded_values.h"
#include "src/helm/go_number.h"
#include "src/helm/merge_values.h"
#include "src/helm/remote.h"

namespace kval::helm {
namespace {

constexpr diag::Def<std::string_view> kNoValueFile{
    diag::Kind::kNotChecked, "the values file {} is outside of the chart and is not read"};

constexpr diag::Def<> kFileParameters{diag::Kind::kNotChecked,
                                      "`fileParameters` name files that are not read"};
constexpr diag::Def<> kValuesFiles{
    diag::Kind::kNotChecked, "the files in `valuesFiles` replace the chart's `values.yaml` and are not read"};

constexpr SetKind kOrder[] = {SetKind::kJson, SetKind::kSet, SetKind::kString, SetKind::kFile,
                              SetKind::kLiteral};

class UserValues {
 public:
  UserValues(const UserInput& input, HelmContext& context) : input_(input), context_(context) {}

  ReadTable Read() {
    std::vector<const source::SourceFile*> strings = input_.strings;
    for (const std::string& path : input_.files) {
      if (const source::SourceFile* text = Load(path)) {
        strings.push_back(text);
      }
    }
    Table* values = context_.forest.NewTable();
    if (std::any_of(strings.begin(), strings.end(), MayBeOuter)) {
      AddSides(strings);
    }
    const source::SourceFile* last = nullptr;
    for (const ValuesInput& input : input_.inputs) {
      last = input.text != nullptr ? input.text : last;
      Add(input, *values);
    }
    for (const source::SourceFile* text : strings) {
      // Merging the last file again changes nothing.
      if (text != last || MayBeOuter(text)) {
        AddText(*text, *values);
      }
      last = text;
    }
    for (const SetKind kind : kOrder) {
      for (const SetFlag& flag : input_.flags) {
        is_known_ = (flag.kind != kind || ApplySet(flag, *values, context_)) && is_known_;
      }
    }
    const source::Span place = last == nullptr ? source::Span() : source::Span{last->base(), last->base()};
    return {is_known_ ? values : nullptr, is_known_ && is_whole_, place};
  }

 private:
  // Displayed relative to the working directory. `./-` is a file, `-` is standard input.
  static std::string FromWorkingDirectory(const std::string& path) {
    return path.starts_with("./") && path != "./-" ? path.substr(2) : path;
  }

  const source::SourceFile* Load(const std::string& path) {
    if (IsRemote(path)) {
      ReportRemote({}, path, context_.emit);
      is_known_ = false;
      return nullptr;
    }
    const std::string read = StandardInputOr(FromWorkingDirectory(path));
    const Result<const source::SourceFile*> file =
        context_.reader.KindOf(read) == source::PathKind::kFile
            ? context_.sources.LoadOnce(context_.reader, {}, read, read)
            : context_.sources.Load(context_.reader, read);
    if (!file) {
      diag::ReportReadFailure({}, file.failure(), context_.emit);
      is_known_ = false;
      return nullptr;
    }
    return *file;
  }

  // Whether the text can be another object at all is seen without reading it.
  static bool MayBeOuter(const source::SourceFile* file) {
    return file->text().find("argoproj.io/") != std::string_view::npos ||
           file->text().find("helm.toolkit.fluxcd.io/") != std::string_view::npos;
  }

  // Takes files of ConfigMaps and Secrets out of those that hold values, and keeps all of these objects.
  void AddSides(std::vector<const source::SourceFile*>& strings) {
    std::vector<const source::SourceFile*> rest;
    for (const source::SourceFile* text : strings) {
      const bool may_be = text->text().find("ConfigMap") != std::string_view::npos ||
                          text->text().find("Secret") != std::string_view::npos;
      const std::vector<const value::Value*> documents =
          may_be ? ReadQuietly(*text) : std::vector<const value::Value*>();
      size_t count = 0;
      for (const value::Value* document : documents) {
        if (IsValuesSource(*document)) {
          sides_.Add({document, text});
          ++count;
        }
      }
      if (count == 0 || count < documents.size()) {
        rest.push_back(text);
      }
    }
    strings = std::move(rest);
  }

  // Errors are reported when the file is read for its values.
  std::vector<const value::Value*> ReadQuietly(const source::SourceFile& file) {
    diag::Collector unheard;
    diag::Emitter silent(&unheard);
    HelmContext quiet{context_.reader, context_.sources, context_.arena,
                      context_.forest, silent,           context_.limits};
    return ReadDocuments(file, quiet);
  }

  void AddText(const source::SourceFile& file, Table& values) {
    if (!MayBeOuter(&file) || !AddObjects(file, values)) {
      Merge(ReadValues(file, Author::kUser, context_), values);
    }
  }

  void Merge(const ReadTable& read, Table& values) {
    is_whole_ = is_whole_ && read.is_whole;
    is_known_ = is_known_ && read.table != nullptr;
    if (read.table != nullptr) {
      MergeValues(values, *read.table, context_.forest);
    }
  }

  void Add(const ValuesInput& input, Table& values) {
    if (input.text != nullptr) {
      Merge(ReadValues(*input.text, Author::kUser, context_), values);
    } else if (input.map != nullptr) {
      Merge(ValuesOf(*input.map, "values", Author::kUser, context_), values);
    } else if (input.flag) {
      is_known_ = ApplySet(*input.flag, values, context_) && is_known_;
    }
  }

  // The objects of a file that hold values; false when there is none.
  bool AddObjects(const source::SourceFile& file, Table& values) {
    const std::vector<const value::Value*> documents = ReadDocuments(file, context_);
    bool found = documents.empty();  // an error, already reported
    is_known_ = is_known_ && !documents.empty();
    for (const value::Value* document : documents) {
      if (HasEmbeddedValues(*document)) {
        found = true;
        AddObject(*document, file, values);
      }
    }
    return found;
  }

  void AddObject(const value::Value& object, const source::SourceFile& file, Table& values) {
    EmbeddedValues outer;
    is_known_ = ReadEmbeddedValues(object, sides_, file, context_, outer) && is_known_;
    if (outer.chart_values != nullptr) {
      context_.emit.Report(outer.chart_values->span, kValuesFiles)
          .As(diag::Severity::kWarning)
          .Hint("pass them with `-f` before this file")
          .Emit();
    }
    if (outer.file_parameters != nullptr) {
      context_.emit.Report(outer.file_parameters->span, kFileParameters).As(diag::Severity::kWarning).Emit();
    }
    for (const ValuesFileRef& file_of_chart : outer.value_files) {
      AddChartFile(file_of_chart, values);
    }
    for (const ValuesStep& step : outer.steps) {
      if (step.layer != nullptr) {
        Merge(ValuesOf(*step.layer, "values", Author::kUser, context_), values);
      } else {
        is_known_ = ApplySet(step.flag, values, context_) && is_known_;
      }
    }
  }

  // Argo CD resolves `valueFiles` in the chart's directory.
  void AddChartFile(const ValuesFileRef& expected, Table& values) {
    const std::string name = FieldText(*expected.name);
    const source::Span at = expected.name->span;
    const std::string path = input_.chart + "/" + name;
    const bool is_elsewhere = input_.chart.empty() || IsRemote(name) || name.starts_with('$');
    const source::PathKind kind = is_elsewhere ? source::PathKind::kMissing : context_.reader.KindOf(path);
    if (expected.may_be_missing && !is_elsewhere && kind == source::PathKind::kMissing) {
      return;
    }
    if (kind != source::PathKind::kFile) {
      context_.emit.Report(at, kNoValueFile, name).As(diag::Severity::kWarning).Emit();
      return;
    }
    const Result<const source::SourceFile*> file =
        context_.sources.LoadBelow(context_.reader, input_.chart, path);
    if (!file) {
      diag::ReportReadFailure(at, file.failure(), context_.emit);
      is_known_ = false;
      return;
    }
    Merge(ReadValues(**file, Author::kUser, context_), values);
  }

  const UserInput& input_;
  HelmContext& context_;
  ValuesSources sides_;
  bool is_known_ = true;  // apart from gaps
  bool is_whole_ = true;
};

}  // namespace

ReadTable ReadUserValues(const UserInput& input, HelmContext& context) {
  return UserValues(input, context).Read();
}

}  // namespace kval::helm
