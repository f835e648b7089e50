#include "src/yaml/events.h"

#include "src/support/pages.h"

namespace kval::yaml {

void EventStream::Forget(size_t begin, size_t end) {
  DiscardPages(events.data() + begin, events.data() + end);
}

}  // namespace kval::yaml
