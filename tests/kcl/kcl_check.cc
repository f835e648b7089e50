// kcl_check FILE...: parses files of KCL and prints what is wrong with them, for comparing with other implementations.

#include <cstdio>
#include <string>

#include "src/diag/collector.h"
#include "src/lang/kcl/syntax/parse.h"
#include "src/source/file_reader.h"
#include "src/source/source_map.h"

int main(int argc, char** argv) {
  using namespace kval;
  source::SourceMap sources;
  source::DiskFileReader reader;
  diag::Collector collector;
  diag::Emitter emitter(&collector);
  kcl::AstContext context;
  for (int i = 1; i < argc; ++i) {
    Result<const source::SourceFile*> file = sources.Load(reader, argv[i]);
    if (!file.ok()) {
      std::printf("%s: %s\n", argv[i], file.failure().message.c_str());
      return 1;
    }
    kcl::Parse(context, **file, emitter);
  }
  for (const diag::Diagnostic& diagnostic : collector.Sorted()) {
    std::printf("error[%s]: %s\n", diag::CodeOf(diagnostic.kind).c_str(), diagnostic.message.c_str());
    for (const diag::Label& label : diagnostic.labels) {
      if (sources.Knows(label.span)) {
        const source::LineColumn at = sources.Locate(label.span.begin);
        std::printf("  --> %s:%u:%u %s\n", sources.FileOf(label.span).name().c_str(), at.line, at.column,
                    label.text.c_str());
      }
    }
  }
  return emitter.error_count() > 0 ? 1 : 0;
}
