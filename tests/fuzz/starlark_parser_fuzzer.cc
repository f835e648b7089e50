#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/lang/starlark/interpreter.h"
#include "src/support/check.h"

// Parses the input in three modes: as a file, as one expression, and line by line with host calls (lines that
// start with `@` or `=`). Every reported span must be inside the input.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  source::SourceMap sources;
  const source::SourceFile& file =
      sources.AddText("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  starlark::Interpreter interpreter(&sources, {});
  diag::Collector collector;
  diag::Emitter emitter(&collector);

  const starlark::ProgramSegment whole[] = {starlark::StarlarkCode{file.span()}};
  interpreter.Parse("fuzz", whole, interpreter.universe(), emitter);
  for (const auto form : {starlark::HostCall::Form::kExpression, starlark::HostCall::Form::kArguments}) {
    const starlark::ProgramSegment call[] = {starlark::HostCall{0, file.span(), form, file.span()}};
    interpreter.Parse("fuzz", call, interpreter.universe(), emitter);
  }

  std::vector<starlark::ProgramSegment> lines;
  for (uint32_t line = 1; line <= file.line_count(); ++line) {
    const source::Span span = file.LineSpan(line);
    const char first = span.size() > 0 ? file.Text(span)[0] : ' ';
    if (first == '@' || first == '=') {
      using Form = starlark::HostCall::Form;
      lines.push_back(starlark::HostCall{
          line, span, first == '@' ? Form::kArguments : Form::kExpression, {span.begin + 1, span.end}});
    } else {
      lines.push_back(starlark::StarlarkCode{span});
    }
  }
  interpreter.Parse("fuzz", lines, interpreter.universe(), emitter);

  for (const diag::Diagnostic& diagnostic : collector.diagnostics()) {
    for (const diag::Label& label : diagnostic.labels) {
      KVAL_CHECK(!label.span.has_value() ||
                 (label.span.begin <= label.span.end && label.span.begin >= file.base() &&
                  label.span.end <= file.span().end));
    }
  }
  return 0;
}
