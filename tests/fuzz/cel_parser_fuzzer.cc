#include <cstddef>
#include <cstdint>
#include <string>

#include "src/lang/cel/parser.h"
#include "src/support/check.h"

// Parses arbitrary bytes. The parser must return a syntax tree or report at least one error.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace kval;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Arena arena;
  std::vector<cel::ProgramError> errors;
  const cel::Expr* expr = cel::Parser(text, {}, arena, errors).Parse();
  KVAL_CHECK((expr == nullptr) != errors.empty());
  for (const cel::ProgramError& error : errors) {
    KVAL_CHECK(error.at <= text.size());
  }
  return 0;
}
