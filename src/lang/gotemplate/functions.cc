#include "src/lang/gotemplate/functions.h"

#include <utility>

#include "src/lang/gotemplate/budget.h"

namespace kval::gotemplate {

Heap& Call::heap() {
  return budget_.heap();
}

Value Call::Fail(std::string text) {
  error_ = std::move(text);
  failed_ = true;
  return {};
}

size_t Call::max_text() const {
  return budget_.max_printed();
}

bool Call::CountPrinted(const TextBuffer& text) {
  return budget_.CountPrinted(text);
}

bool Call::Step(uint64_t count) {
  return budget_.Step(count);
}

bool Call::Reserve(uint64_t bytes) {
  return budget_.Reserve(bytes);
}

}  // namespace kval::gotemplate
