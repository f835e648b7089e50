#include "src/driver/data_values.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/driver/flags/coalesce_flags.h"
#include "src/driver/flags/flag_path.h"
#include "src/driver/helm/layer.h"
#include "src/driver/helm/set.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/inputs/unchecked_reporter.h"
#include "src/driver/session.h"
#include "src/merge/flag_path.h"
#include "src/yaml/document.h"
#include "src/yaml/implicit_document.h"

namespace kval::driver {
namespace {

using diag::Def;
using Text = std::string_view;

constexpr Def<Text> kNoFiles{diag::Kind::kNoInput, "the directory {} contains no data values"};
constexpr Def<Text> kNoEquals{diag::Kind::kBadFlagValue, "expected `{} key=value`"};
constexpr Def<Text> kBadPath{diag::Kind::kBadFlagValue, "{}"};
constexpr Def<> kNoLibrary{diag::Kind::kBadFlagValue, "a library reference cannot be empty"};
constexpr Def<Text> kBadPrefix{diag::Kind::kBadFlagValue,
                               "the prefix `{}` has a `:`, which no prefix may have"};
constexpr Def<> kHasAnnotations{diag::Kind::kBadFlagValue,
                                "a data values file must be plain YAML, without annotations"};

constexpr Def<> kAfterAll{diag::Kind::kBadFlagValue, "this comes after the last node and is ignored"};
constexpr Def<Text> kNeedsHelm{diag::Kind::kBadFlagValue, "`{}` is a flag of Helm's profile"};

// The line on which the last node of a file ends.
uint32_t LastLineOf(const yaml::File& file) {
  uint32_t end = 0;
  for (const yaml::Document& document : file.documents) {
    end = std::max(end, document.root->span.size() == 0 ? document.marker.end : document.root->span.end);
  }
  return end <= file.source->base() ? 0 : file.source->LineOf(end - 1);
}

// The names of ytt's flags in locations, whatever the user called them.
constexpr std::string_view kNames[] = {"data-values-file", "data-values-env", "data-values-env-yaml",
                                       "data-value",       "data-value-yaml", "data-value-file"};

source::FlagSource TextOf(const FlagValue& flag) {
  switch (flag.kind) {
    case FlagKind::kValue:
      return {flag.flag, "--data-value-yaml"};
    case FlagKind::kEnv:
      return {flag.flag, "--data-values-env-yaml"};
    default:
      return {flag.flag, {}};
  }
}

// The path of `name=path`, as `-f` takes it, too.
Text WithoutName(Text path) {
  const size_t equals = path.find('=');
  return equals == Text::npos ? path : path.substr(equals + 1);
}

class FlagReader {
 public:
  FlagReader(const DriverOptions& options, source::FileReader& reader, Session& session,
             std::vector<Layer>& layers)
      : options_(options), reader_(reader), session_(session), layers_(layers), build_(&session.arena) {}

  bool Run() {
    std::vector<const FlagValue*> flags;
    for (const FlagValue& flag : options_.flags) {
      if (!options_.as_helm || !IsHelmFlag(flag)) {
        flags.push_back(&flag);
      }
    }
    std::stable_sort(flags.begin(), flags.end(), [](const FlagValue* a, const FlagValue* b) {
      return Precedence(a->kind) < Precedence(b->kind);
    });
    const size_t before = session_.emit.error_count();
    for (const FlagValue* flag : flags) {
      One(*flag);
    }
    layers_ = CoalesceFlags(std::move(layers_), build_);
    return session_.emit.error_count() == before;
  }

 private:
  // Helm's flags share one rank: among themselves the later one counts.
  static int Precedence(FlagKind kind) {
    return std::min(static_cast<int>(kind), static_cast<int>(FlagKind::kSet));
  }

  void One(const FlagValue& flag) {
    library_.clear();
    library_at_ = {};
    const size_t before = layers_.size();
    const size_t errors = session_.emit.error_count();
    Read(flag);
    if (session_.emit.error_count() > errors && layers_.size() == before) {
      Lost();
    }
    for (size_t i = before; i < layers_.size(); ++i) {
      layers_[i].library = library_;
      layers_[i].library_at = library_at_;
    }
  }

  // A flag or a file that could not be understood may have set anything.
  void Lost() {
    const value::Value* unread = build_.MakeUnreadable(*build_.Null({}));
    layers_.push_back({{unread, unread, {}}, merge::Defaults::kPlain, std::nullopt, {}, {}, 0});
  }

  void Read(const FlagValue& flag) {
    switch (flag.kind) {
      case FlagKind::kValuesFile:
        return ValuesFile(flag);
      case FlagKind::kEnv:
      case FlagKind::kEnvYaml:
        return Environment(flag);
      case FlagKind::kValue:
      case FlagKind::kValueYaml:
      case FlagKind::kValueFile:
        return KeyValue(flag);
      case FlagKind::kSet:
      case FlagKind::kSetString:
      case FlagKind::kSetJson:
        return ParseHelmSet(flag, session_, scalars_, layers_);
      case FlagKind::kSetLiteral:
        session_.emit.Report({}, kNeedsHelm, flag.flag).Hint("add `--profile helm`").Emit();
        return;
    }
  }

  // Takes the address of a library, `@lib:`, off the front. False when it is none that can be read.
  bool TakeLibrary(Text& text, source::Span at) {
    const size_t colon = text.find(':');
    if (!text.starts_with("@") || colon == Text::npos) {
      return true;
    }
    if (colon == 1) {
      session_.emit.Report(at, kNoLibrary).Emit();
      return false;
    }
    Result<std::vector<LibraryRef>> ref = ParseLibraryRef(text.substr(0, colon));
    if (!ref) {
      session_.emit.Report(at, kBadPath, ref.failure().message).Emit();
      return false;
    }
    library_ = *std::move(ref);
    library_at_ = at.has_value() ? source::Span{at.begin, at.begin + static_cast<uint32_t>(colon)} : at;
    text.remove_prefix(colon + 1);
    return true;
  }

  void ValuesFile(const FlagValue& flag) {
    Text path = flag.text;
    if (!TakeLibrary(path, {})) {
      return;
    }
    const size_t before = files_read_;
    Paths(std::string(WithoutName(path)));
    if (files_read_ == before) {
      session_.emit.Report({}, kNoFiles, path)
          .Hint("files that end in .yml, .yaml and .json are read")
          .Emit();
    }
  }

  void Paths(const std::string& path) {
    const source::PathKind kind = path == "-" ? source::PathKind::kOther : reader_.KindOf(path);
    if (kind != source::PathKind::kDirectory) {
      return PlainFile(kind == source::PathKind::kFile ? session_.sources.LoadOnce(reader_, {}, path, path)
                                                       : session_.sources.Load(reader_, path));
    }
    const source::Tree tree = reader_.Walk(path);
    for (const Failure& failure : tree.failures) {
      ++files_read_;  // reported, so that its absence is no news
      diag::ReportReadFailure({}, failure, session_.emit);
      Lost();
    }
    for (const std::string& name : tree.files) {
      if (name.ends_with(".yml") || name.ends_with(".yaml") || name.ends_with(".json")) {
        const std::string file = path.ends_with("/") ? path + name : path + "/" + name;
        PlainFile(session_.sources.LoadOnce(reader_, path, file, file));
      }
    }
  }

  void PlainFile(const Result<const source::SourceFile*>& file) {
    ++files_read_;
    if (!file) {
      diag::ReportReadFailure({}, file.failure(), session_.emit);
      return Lost();
    }
    const auto [known, is_new] = layers_of_.try_emplace(*file, layers_.size(), 0);
    const auto [first, count] = known->second;
    for (size_t i = first; i < first + count; ++i) {
      layers_.push_back(Layer(layers_[i]));
    }
    if (is_new) {
      ReadPlainFile(**file);
      known->second.second = layers_.size() - first;
    }
  }

  void ReadPlainFile(const source::SourceFile& file) {
    const yaml::File parsed = yaml::ReadFile(file, ReadOptionsFor(options_), session_.arena, session_.emit);
    const uint32_t last = LastLineOf(parsed);
    for (const yaml::Comment& comment : parsed.comments) {
      if (file.Text(comment.span).starts_with("#@") && file.LineOf(comment.span.begin) > last) {
        session_.emit.Report(comment.span, kAfterAll).As(diag::Severity::kWarning).Emit();
        continue;
      }
      if (!comment.is_hidden && file.Text(comment.span).starts_with("#@")) {
        session_.emit.Report(comment.span, kHasAnnotations)
            .Hint("pass the file with `-f`, which reads annotations")
            .Emit();
        return Lost();
      }
    }
    const size_t before = layers_.size();
    for (const yaml::Document& document : parsed.documents) {
      if (document.is_invalid && document.root->kind == value::Kind::kNull) {
        Lost();
      } else if (document.root->kind != value::Kind::kNull || IsRecovered(*document.root)) {
        layers_.push_back({{document.root, document.root, document.span, false, document.may_be_suspicious},
                           merge::Defaults::kPlain,
                           std::nullopt,
                           {},
                           {}});
      }
    }
    if (layers_.size() == before) {
      UncheckedReporter(options_, session_).Empty(*parsed.source);
    }
  }

  const source::SourceFile& AddText(const FlagValue& flag, std::string name, std::string text) {
    return session_.flag_strings.Add(TextOf(flag), std::move(name), std::move(text), session_.sources);
  }

  // Variables count in their order in the environment, as in ytt; of several with one name the first does.
  void Environment(const FlagValue& flag) {
    Text name = flag.text;
    if (!TakeLibrary(name, {})) {
      return;
    }
    if (name.find(':') != Text::npos) {
      session_.emit.Report({}, kBadPrefix, name).Emit();
      return;
    }
    const std::string prefix = std::string(name) + "_";
    std::set<Text> seen;
    static const std::vector<std::string> kNone;
    for (const std::string& variable : options_.environment != nullptr ? *options_.environment : kNone) {
      const size_t equals = variable.find('=');
      if (!variable.starts_with(prefix) || equals == std::string::npos || equals < prefix.size() ||
          !seen.insert(Text(variable).substr(0, equals)).second) {
        continue;
      }
      const source::SourceFile& file =
          AddText(flag, "(" + flag.flag.substr(2) + " arg) " + flag.text, variable);
      const source::Span value{file.base() + static_cast<uint32_t>(equals) + 1, file.span().end};
      Set(ReadVariablePath(file.text().substr(prefix.size(), equals - prefix.size()),
                           file.base() + static_cast<uint32_t>(prefix.size()), file.span(), session_),
          file, value, flag);
    }
  }

  void KeyValue(const FlagValue& flag) {
    const std::string name = "(" + std::string(kNames[static_cast<size_t>(flag.kind)]) + " arg)";
    const source::SourceFile& file = AddText(flag, name, flag.text);
    const size_t equals = flag.text.find('=');
    if (equals == std::string::npos) {
      session_.emit.Report(file.span(), kNoEquals, flag.flag).Emit();
      return;
    }
    const source::Span value{file.base() + static_cast<uint32_t>(equals) + 1, file.span().end};
    Text key = file.text().substr(0, equals);
    if (TakeLibrary(key, file.span())) {
      Set(ReadFlagPath(key, file.base() + static_cast<uint32_t>(equals - key.size()), file.span(),
                       merge::EmptySteps::kAreKeys, session_),
          file, value, flag);
    }
  }

  void Set(const std::optional<std::vector<merge::FlagStep>>& steps, const source::SourceFile& file,
           source::Span span, const FlagValue& flag) {
    if (!steps) {
      return;
    }
    const value::Value* value = ValueOf(file, span, flag);
    if (value == nullptr) {
      value = build_.MakeUnreadable(*build_.Null(span));
    }
    merge::MergePlan plan(merge::Defaults::kPlain);
    const value::Value* root = merge::FlagOverlay(*steps, *value, build_, plan);
    layers_.push_back(FlagLayer(root, std::move(plan), span));
  }

  const value::Value* ValueOf(const source::SourceFile& file, source::Span span, const FlagValue& flag) {
    switch (flag.kind) {
      case FlagKind::kValueYaml:
      case FlagKind::kEnvYaml:
        return YamlValue(file, span, flag);
      case FlagKind::kValueFile:
        return FileValue(file, span);
      default:
        return build_.String(file.Text(span), span);
    }
  }

  const value::Value* FileValue(const source::SourceFile& file, source::Span span) {
    Result<std::string> text = reader_.Read(std::string(WithoutName(file.Text(span))));
    if (!text) {
      diag::ReportReadFailure(span, text.failure(), session_.emit);
      return nullptr;
    }
    return build_.String(*text, span);
  }

  // The value is parsed as a separate text, because it starts in the middle of a line.
  const value::Value* YamlValue(const source::SourceFile& file, source::Span span, const FlagValue& flag) {
    const std::string name = "(" + flag.flag.substr(flag.flag.find_first_not_of('-')) + " arg) " +
                             std::string(file.text().substr(0, span.begin - file.base() - 1));
    const source::SourceFile& text = AddText(flag, name, std::string(file.Text(span)));
    const yaml::File parsed = yaml::ReadFile(text, ReadOptionsFor(options_), session_.arena, session_.emit);
    if (parsed.documents.empty() || parsed.documents[0].is_invalid) {
      return nullptr;
    }
    return yaml::HasImplicitEmptyDocument(parsed) ? build_.Null({span.begin, span.begin})
                                                  : parsed.documents[0].root;
  }

  const DriverOptions& options_;
  source::FileReader& reader_;
  Session& session_;
  std::vector<Layer>& layers_;
  FlagScalars scalars_;
  value::Builder build_;
  std::vector<LibraryRef> library_;  // of the flag that is read
  source::Span library_at_;
  size_t files_read_ = 0;
  std::map<const source::SourceFile*, std::pair<size_t, size_t>> layers_of_;  // the first, and how many
};

}  // namespace

bool FlagLayers(const DriverOptions& options, source::FileReader& reader, Session& session,
                std::vector<Layer>& layers) {
  return FlagReader(options, reader, session, layers).Run();
}

}  // namespace kval::driver
