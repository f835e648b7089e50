#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/program_segment.h"
#include "src/source/span.h"
#include "src/templating/annotated.h"
#include "src/templating/node_table.h"
#include "src/templating/session.h"
#include "src/templating/template.h"
#include "src/templating/tree_builder.h"

namespace kval::templating {

// One statement of a template's program that is not code.
struct TemplateOp {
  enum class Kind : uint8_t {
    kAnnotate,    // `text` names the annotation
    kEvaluate,    // the arguments of an annotation that no node follows
    kStart,       // its collection follows, or a value
    kStartWhole,  // with the value of the file
    kAddWhole,    // `count` consecutive items, as in the file
    kSetValue,
    kTextBegin,
    kTextLiteral,
    kTextValue,
    kTextAsKey,    // the text since kTextBegin is the key of the next node
    kTextAsValue,  // … is the value of the node
  };
  Kind kind = Kind::kStart;
  uint32_t node = 0;
  uint32_t count = 1;
  std::string_view text;
  source::Span span;
  source::Span name_span;
};

struct ProgramText {
  std::vector<starlark::ProgramSegment> segments;
  std::vector<TemplateOp> ops;
  bool is_code_complete = true;  // false: an error removed code, so parsing would report follow-up errors
};

// Writes the program of a YAML file or of a text file. Returns false if errors were reported.
bool WriteProgram(const yaml::File& file, const NodeTable& table, const TemplateOptions& options,
                  const Session& session, ProgramText& out);
bool WriteTextProgram(const source::SourceFile& file, const Session& session, ProgramText& out);

class Template {
 public:
  enum class Form : uint8_t { kPlain, kYaml, kText, kCode };

  Form form = Form::kPlain;
  std::string name;
  NodeTable table;
  std::vector<TemplateOp> ops;
  TreeBuilder::Options tree_options;
  const starlark::Program* program = nullptr;
  std::unique_ptr<starlark::Host> host;
  std::vector<AnnotatedDocument> plain_documents;
};

}  // namespace kval::templating
