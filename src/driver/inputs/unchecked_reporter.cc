#include "src/driver/inputs/unchecked_reporter.h"

#include <algorithm>
#include <utility>

#include "annotations/data/specs.h"
#include "annotations/ineffective.h"
#include "src/driver/session.h"
#include "src/support/substitute.h"

namespace kval::driver {
namespace {

using diag::Def;
using Words = std::string_view;

constexpr Def<Words, Words> kNotChecked{diag::Kind::kNotChecked, "{} is not checked: {}"};
constexpr Def<Words> kManifestAsValues{diag::Kind::kNotChecked,
                                       "{} is a Kubernetes manifest, but is merged as values"};
constexpr Def<Words> kUnknownHeader{diag::Kind::kUnknownAnnotation,
                                    "unknown annotation `@{}` in the header of a document"};
constexpr Def<Words, Words> kUnusable{diag::Kind::kUnusableSchema, "{} is {}, which kval does not support"};

std::string Headers() {
  return Substitute("schemas begin with `#@{}`, values with `#@{}`", annotations::kDataValuesSchema.name,
                    annotations::kDataValues.name);
}

source::Span BeginOf(const source::SourceFile& file) {
  return {file.base(), file.base()};
}

// Whether a document says in its header that it is an overlay, which no data values are without their own.
bool IsOverlay(const yaml::File& file) {
  return std::ranges::any_of(
      file.documents, [&](const yaml::Document& document) { return HeaderOf(file, document).is_overlay; });
}

// The intended header of a comment without effect: a schema, values, or another annotation.
std::string HintFor(const MalformedHeader& header) {
  if (!header.suggested.empty()) {
    return Substitute("did you mean `#@{}`?", header.suggested);
  }
  const std::string known = annotations::HintForUnknown(header.text);
  return known.starts_with("did you mean") ? known : Headers();
}

// How a schema that cannot be used here is put to use.
std::string HintFor(const Classification& schema, Words path) {
  if (schema.language == SchemaLanguage::kCrd) {
    return Substitute(
        "`kval check -f {} -f RESOURCE`, with no other schema, checks resources against it, and so does "
        "`kval k8s --crds {} RESOURCE`; `--as values=FILE` reads the file as values",
        path, path);
  }
  if (schema.language == SchemaLanguage::kFormat) {
    return "kval reads values in YAML and JSON: convert the file first";
  }
  return Substitute(
      "kval reads schemas in annotated YAML, which begin with `#@{}`, in KCL and in JSON Schema; `--as "
      "values=FILE` reads the file as values",
      annotations::kDataValuesSchema.name);
}

}  // namespace

diag::Severity UncheckedReporter::severity() const {
  return options_.unchecked == UncheckedPolicy::kError ? diag::Severity::kError : diag::Severity::kNote;
}

void UncheckedReporter::Report(source::Span at, Words name, Words why, std::string hint) const {
  if (!is_silent()) {
    if (options_.unchecked == UncheckedPolicy::kError) {
      hint += hint.ends_with('?') ? " " : "; ";
      hint += "`--allow-unchecked` skips it";
    }
    session_.emit.Report(at, kNotChecked, name, why).As(severity()).Hint(std::move(hint)).Emit();
  }
}

void UncheckedReporter::Template(const yaml::File& file) const {
  if (FailedHeader(file)) {
    return;
  }
  const source::SourceFile& source = *file.source;
  if (IsOverlay(file)) {
    Report(BeginOf(source), source.name(),
           "it is an overlay on the output of templates, which `kval render` applies",
           Substitute("to overlay data values, write `#@{}` above the `---`", annotations::kDataValues.name));
  } else {
    Report(BeginOf(source), source.name(), "it is a template",
           Substitute("`kval render` renders it; if it contains values, start it with `#@{}` and `---`",
                      annotations::kDataValues.name));
  }
}

void UncheckedReporter::Output(const yaml::File& file, OutputUse use) const {
  const std::string_view name = file.source->name();
  constexpr Words kHint = "`--as values=FILE` reads it as values";
  if (use == OutputUse::kUnknown && !is_silent()) {
    session_.emit.Report(BeginOf(*file.source), kNotChecked, name, "a plain file is output of the templates")
        .As(diag::Severity::kNote)
        .Hint(std::string(kHint))
        .Emit();
    return;
  }
  Report(BeginOf(*file.source), name,
         Substitute("next to templates, `#@{}` files or `--data-values-file`, a plain file is output",
                    annotations::kDataValues.name),
         std::string(kHint));
}

void UncheckedReporter::Text(const source::SourceFile& file) const {
  Report(BeginOf(file), file.name(), "it is a text template",
         "`kval render` renders it; `--as values=FILE` reads it as values");
}

void UncheckedReporter::ForLibrary(const Envelope& envelope) const {
  const bool is_schema = envelope.schema != nullptr;
  if (!session_.sources.Contains(envelope.at)) {
    return;
  }
  const std::string why =
      Substitute("it is for library `{}`, which `kval render` evaluates", LibraryRefText(envelope.original));
  Report(envelope.at, is_schema ? "a schema" : "a document of values", why,
         "check the library separately, with its files");
}

void UncheckedReporter::Empty(const source::SourceFile& file) const {
  if (!is_silent()) {
    session_.emit.Report(BeginOf(file), kNotChecked, file.name(), "it has no values")
        .As(diag::Severity::kNote)
        .Emit();
  }
}

bool UncheckedReporter::FailedHeader(const yaml::File& file, MalformedHeaders which) const {
  bool has_failed = false;
  for (const yaml::Document& document : file.documents) {
    for (const driver::MalformedHeader& header : FindMalformedHeaders(file, document)) {
      // Comments after `---` belong to the first node and are reported when it is evaluated.
      const bool is_of_node = document.marker.has_value() && header.at.begin > document.marker.begin;
      if (!header.is_intended() && (which == MalformedHeaders::kIntended || (is_silent() && is_of_node))) {
        continue;
      }
      if (is_silent()) {
        WarnUnknown(header);
      } else if (!has_failed) {
        Report(header.at, file.source->name(),
               Substitute("`{}` in its header is not an annotation", header.text), HintFor(header));
      }
      has_failed = true;
    }
  }
  return has_failed;
}

void UncheckedReporter::UnknownAnnotations(const yaml::File& file) const {
  for (const yaml::Document& document : file.documents) {
    for (const driver::MalformedHeader& header : FindMalformedHeaders(file, document)) {
      WarnUnknown(header);
    }
  }
}

void UncheckedReporter::WarnUnknown(const MalformedHeader& header) const {
  if (session_.annotations.MarkReported(header.at)) {
    session_.emit.Report(header.at, kUnknownHeader, header.text).Hint(HintFor(header)).Emit();
  }
}

void UncheckedReporter::Foreign(const source::SourceFile& file, const Classification& schema) const {
  const source::Span at = schema.at.has_value() ? schema.at : BeginOf(file);
  const bool is_allowed = options_.unchecked == UncheckedPolicy::kNote;
  session_.emit.Report(at, kUnusable, file.name(), schema.name)
      .As(is_allowed ? diag::Severity::kNote : diag::Severity::kError)
      .Hint(HintFor(schema, file.name()))
      .Emit();
}

void UncheckedReporter::ManifestAsValues(const source::SourceFile& file) const {
  session_.emit.Report(BeginOf(file), kManifestAsValues, file.name())
      .As(diag::Severity::kNote)
      .Hint("`kval k8s " + std::string(file.name()) + "` validates it; `--as values=FILE` hides this note")
      .Emit();
}

}  // namespace kval::driver
