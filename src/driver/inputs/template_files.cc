#include "src/driver/inputs/template_files.h"

#include <utility>

#include "src/diag/collector.h"
#include "src/driver/inputs/reading.h"
#include "src/source/quick_contains.h"
#include "src/support/text_search.h"
#include "src/templating/annotation_names.h"
#include "src/templating/has_no_code.h"

namespace kval::driver {
namespace {

// Whether duplicate keys are known only after evaluation: the file has code that selects nodes, merges
// mappings, or permits duplicates.
bool MayRepeatKeys(const source::SourceFile& file, const DriverOptions& options) {
  const std::string_view text = file.text();
  for (size_t at = FindWord(text, "#@"); at != std::string_view::npos; at = FindWord(text, "#@", 0, at + 1)) {
    const std::string_view code = text.substr(at + 2);
    for (const std::string_view sign : {" ", "if", "for", "def", "while"}) {
      if (code.starts_with(sign)) {
        return true;
      }
    }
  }
  for (const std::string_view sign :
       {std::string_view("<<"), templating::kCodeAnnotation, templating::kKeyOverrideAnnotation}) {
    if (source::QuickContains(file, sign)) {
      return true;
    }
  }
  return options.implicit_map_key_overrides && templating::MayHaveTemplating(file);
}

YamlText ReadYaml(const LibraryFile& file, const DriverOptions& options, Arena& arena, diag::Emitter& emit) {
  const source::SourceFile& source = *file.input.source;
  yaml::ReadOptions read = ReadOptionsFor(options);
  const yaml::DuplicateKeys plain =
      options.renders || options.as_helm ? yaml::DuplicateKeys::kLastWins : yaml::DuplicateKeys::kError;
  const bool may_be_template = templating::MayHaveTemplating(source);
  read.duplicates = may_be_template && MayRepeatKeys(source, options) ? yaml::DuplicateKeys::kKeep
                    : may_be_template                                 ? yaml::DuplicateKeys::kError
                                                                      : plain;
  const size_t before = emit.error_count();
  YamlText text;
  text.file = yaml::ReadFile(source, read, arena, emit);
  text.ok = emit.error_count() == before;
  text.has_templating = may_be_template && templating::HasTemplating(text.file);
  if (may_be_template && text.ok && (!text.has_templating || !(file.is_template || file.is_library))) {
    read.duplicates = plain;
    text.file = yaml::ReadFile(source, read, arena, emit);
    text.ok = emit.error_count() == before;
  }
  return text;
}

}  // namespace

TemplateFiles::TemplateKey TemplateFiles::KeyOf(const LibraryFile& file, const DriverOptions& options) {
  return {file.input.source,
          options.dialect,
          {options.strict_yaml, options.warn_ambiguous, options.yaml_cpp_reader, options.renders,
           options.ignore_unknown_comments, options.implicit_map_key_overrides,
           file.is_template || file.is_library}};
}

const YamlText& TemplateFiles::Read(const LibraryFile& file, const DriverOptions& options) {
  const TemplateKey key = KeyOf(file, options);
  const auto known = strings_.find(key);
  if (known == strings_.end()) {
    return strings_.emplace(key, ReadFile{ReadYaml(file, options, arena_, emit_), {}}).first->second.text;
  }
  for (diag::Diagnostic& finding : std::exchange(known->second.unreported, {})) {
    emit_.Emit(std::move(finding));
  }
  return known->second.text;
}

const YamlText& TemplateFiles::Peek(const LibraryFile& file, const DriverOptions& options) {
  return Load(file, options).text;
}

TemplateFiles::ReadFile& TemplateFiles::Load(const LibraryFile& file, const DriverOptions& options) {
  const TemplateKey key = KeyOf(file, options);
  const auto known = strings_.find(key);
  return known != strings_.end() ? known->second
                                 : strings_.emplace(key, ReadText(file, options)).first->second;
}

TemplateFiles::ReadFile TemplateFiles::ReadText(const LibraryFile& file, const DriverOptions& options) {
  diag::Collector findings;
  diag::Emitter emit(&findings);
  YamlText text = ReadYaml(file, options, arena_, emit);
  return {std::move(text), findings.Release()};
}

const templating::Template* TemplateFiles::Compile(const LibraryFile& file, const DriverOptions& options) {
  const TemplateKey key = KeyOf(file, options);
  const auto known = templates_.find(key);
  return known != templates_.end() ? known->second
                                   : templates_.emplace(key, CompileNow(file, options)).first->second;
}

const templating::Template* TemplateFiles::CompileNow(const LibraryFile& file, const DriverOptions& options) {
  const starlark::Environment& environment = starlark_.universe();
  const templating::TemplateOptions template_options{options.ignore_unknown_comments,
                                                     options.implicit_map_key_overrides};
  switch (file.type) {
    case FileType::kStarlark:
      return engine_.CompileCode(*file.input.source, environment);
    case FileType::kText:
      return engine_.CompileText(*file.input.source, environment, template_options);
    case FileType::kYaml:
    case FileType::kData:
      break;
  }
  const YamlText& text = Read(file, options);
  return text.ok || templating::HasNoCode(text.file)
             ? engine_.Compile(text.file, environment, template_options)
             : nullptr;
}

}  // namespace kval::driver
