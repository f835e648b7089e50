#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "src/driver/releases/application_parameters.h"
#include "src/driver/releases/release_context.h"
#include "src/helm/render/rendered.h"
#include "src/helm/tables.h"
#include "src/lang/gotemplate/execution_options.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::driver {

// Fills the templates of an ApplicationSet with parameters: `{{ .name }}` with Go's templates, Sprig and Argo
// CD's functions, or `{{name}}`. Source: argo-cd applicationset/utils, valyala/fasttemplate.
class ParameterTemplate {
 public:
  // Why a text cannot be filled.
  struct Failure {
    source::Span at;
    std::string text;
  };

  ParameterTemplate(const value::Value& application_set, ReleaseContext& context);

  bool is_go() const { return is_go_; }
  // Sets the parameters of the next calls. If they are incomplete, strings with other parameters stay as they
  // are.
  void SetParameters(const Parameters& parameters);

  // Fills the keys and strings of a value, which keep their places in the file. Strings that cannot be filled
  // stay as they are; the first one is the failure.
  const value::Value* Fill(const value::Value& value);
  // The same for a generator: keys of its `values` that have unknown parameters stay as they are.
  const value::Value* FillGenerator(const value::Value& generator);
  // Fills a string as a separate text, whose places lead to the file (ReleaseContext::rendered). Null if it
  // cannot be filled.
  const source::SourceFile* FillBlock(const value::Value& string);
  // The failure since the last call.
  std::optional<Failure> TakeFailure();

 private:
  const value::Value* FillFields(const value::Value& body, bool has_values);
  const value::Value* FillString(const value::Value& value);
  // `must_know`: a missing parameter is an error. Pieces of the result have places in `text`.
  std::optional<helm::render::RenderedFile> FillText(const source::SourceFile& text, bool must_know);
  std::optional<helm::render::RenderedFile> Replace(const source::SourceFile& text);

  ReleaseContext& context_;
  value::Builder& build_;
  bool is_go_;
  gotemplate::MissingKey missing_key_ = gotemplate::MissingKey::kDefault;
  bool is_complete_ = true;
  bool has_parameters_ = false;
  std::map<std::string, std::string, std::less<>> texts_;
  const helm::Table* data_ = nullptr;
  uint64_t work_left_;  // of all templates
  std::string error_;   // of the last text; empty: it was filled
  std::optional<Failure> failure_;
};

}  // namespace kval::driver
