#include "src/driver/documents.h"

#include <algorithm>
#include <string_view>

#include "src/driver/roles.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using annotations::SchemaDialect;
using diag::Def;

constexpr Def<> kMixed{diag::Kind::kBadSchema, "a schema and data values cannot stand in the same file"};
constexpr Def<> kOtherDocument{diag::Kind::kBadSchema,
                               "a file with a schema or data values may hold no other documents"};
constexpr Def<> kNotForDataValues{
    diag::Kind::kBadAnnotationArgument,
    "`@schema/definition` needs `data_values=True`: only data values have schemas"};
constexpr Def<std::string_view> kNotADocument{diag::Kind::kMisplacedAnnotation,
                                              "`@{}` can only stand on a document"};

// One YAML file, read, with what its headers say.
struct ReadInput {
  const Input* input = nullptr;
  yaml::File file;
  bool has_schema = false;
  bool has_values = false;
  bool is_template = false;
};

class Sorter {
 public:
  Sorter(const Options& options, Session& session) : options_(options), session_(session) {}

  Documents Run(const std::vector<Input>& inputs) {
    std::vector<ReadInput> files;
    bool has_templates = false;
    for (const Input& input : inputs) {
      if (input.is_yaml && !IsOfLibrary(input)) {
        files.push_back(Read(input));
        has_templates = has_templates || files.back().is_template;
      }
    }
    const bool flags_give_values =
        std::any_of(options_.flags.begin(), options_.flags.end(),
                    [](const FlagValue& flag) { return flag.kind == FlagKind::kValuesFile; });
    for (const ReadInput& file : files) {
      const bool is_values = file.input->role == Role::kValues || (!has_templates && !flags_give_values);
      Sort(file, is_values);
    }
    return std::move(documents_);
  }

 private:
  // Files of private libraries are read by whoever evaluates the library.
  static bool IsOfLibrary(const Input& input) {
    return input.source->name().find("_ytt_lib/") != std::string::npos;
  }

  ReadInput Read(const Input& input) {
    ReadInput read;
    read.input = &input;
    const bool may_be_template = templating::MayHaveTemplating(input.source->text());
    yaml::ReadOptions options;
    options.dialect = options_.dialect;
    options.strict_scalars = options_.strict_yaml;
    options.warn_ambiguous = options_.warn_ambiguous;
    options.reader = options_.yaml_cpp_reader ? &yaml::YamlCppReader() : nullptr;
    options.duplicates = may_be_template ? yaml::DuplicateKeys::kKeep : yaml::DuplicateKeys::kError;
    const size_t before = session_.emit.error_count();
    read.file = yaml::ReadFile(*input.source, options, session_.arena, session_.emit);
    if (may_be_template && input.role != Role::kValues) {
      Classify(read);
    }
    documents_.schema_failed =
        documents_.schema_failed || (read.has_schema && session_.emit.error_count() > before);
    return read;
  }

  static void Classify(ReadInput& read) {
    for (const yaml::Document& document : read.file.documents) {
      const Header header = HeaderOf(read.file, document);
      read.has_schema = read.has_schema || header.role == DocumentRole::kReleasedSchema ||
                        header.role == DocumentRole::kProposalSchema;
      read.has_values = read.has_values || header.role == DocumentRole::kValues;
    }
    read.is_template = !read.has_schema && !read.has_values && templating::HasTemplating(read.file);
  }

  void Sort(const ReadInput& read, bool plain_is_values) {
    if (read.has_schema || read.has_values) {
      Annotated(read);
    } else if (!read.is_template && plain_is_values) {
      for (const yaml::Document& document : read.file.documents) {
        Plain(document);
      }
    }
  }

  void Plain(const yaml::Document& document) {
    if (document.is_faulty || (document.root->kind == value::Kind::kNull && document.root->raw.empty())) {
      return;
    }
    documents_.values.push_back(
        {{document.root, document.root, document.span}, true, SchemaDialect::kReleased});
  }

  void Annotated(const ReadInput& read) {
    const bool faulty = std::any_of(read.file.documents.begin(), read.file.documents.end(),
                                    [](const yaml::Document& document) { return document.is_faulty; });
    if (faulty) {
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return;
    }
    const templating::Template* compiled =
        session_.templates.Compile(read.file, session_.starlark.universe(),
                                   {options_.ignore_unknown_comments, options_.implicit_map_key_overrides});
    const templating::Output output =
        compiled == nullptr ? templating::Output{} : session_.templates.Run(*compiled);
    if (!output.ok) {
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return;
    }
    if (read.has_schema && read.has_values) {
      session_.emit.Report(HeaderPlace(read), kMixed).Emit();
      documents_.schema_failed = true;
      return;
    }
    for (const templating::AnnotatedDocument& document : output.documents) {
      One(document, read);
    }
  }

  static source::Span HeaderPlace(const ReadInput& read) {
    for (const yaml::Document& document : read.file.documents) {
      const Header header = HeaderOf(read.file, document);
      if (header.role != DocumentRole::kNone) {
        return header.annotation;
      }
    }
    return {};
  }

  void One(const templating::AnnotatedDocument& document, const ReadInput& read) {
    const templating::AnnotationTable& table = session_.annotations;
    if (table.Has(document.node, "library/ref")) {
      return;
    }
    if (table.Has(document.node, "data/values-schema")) {
      documents_.schemas.push_back({document, SchemaDialect::kReleased});
    } else if (const templating::Annotation* definition = table.Find(document.node, "schema/definition")) {
      if (IsForDataValues(*definition)) {
        documents_.schemas.push_back({document, SchemaDialect::kProposal});
      } else {
        session_.emit.Report(definition->span, kNotForDataValues).Emit();
        documents_.schema_failed = true;
      }
    } else if (table.Has(document.node, "data/values")) {
      documents_.values.push_back({document, false, SchemaDialect::kReleased});
    } else if (document.root->kind != value::Kind::kNull) {
      session_.emit.Report(document.span, kOtherDocument)
          .Related(HeaderPlace(read), "this makes the file one of schemas or data values")
          .Emit();
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
    }
  }

  static bool IsForDataValues(const templating::Annotation& definition) {
    const templating::Argument* flag = definition.Keyword("data_values");
    const templating::Argument* name = definition.Keyword("name");
    return (flag != nullptr && flag->value.is_bool() && flag->value.boolean()) ||
           (name != nullptr && name->value.is_string() && name->value.text() == "data/values");
  }

  const Options& options_;
  Session& session_;
  Documents documents_;
};

}  // namespace

Documents SortDocuments(const Options& options, const std::vector<Input>& inputs, Session& session) {
  return Sorter(options, session).Run(inputs);
}

}  // namespace kval::driver
