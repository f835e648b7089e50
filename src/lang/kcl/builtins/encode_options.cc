#include "src/lang/kcl/builtins/encode_options.h"

#include <algorithm>

namespace kval::kcl::builtins {

runtime::EncodeOptions EncodeOptionsOf(Arguments& args, size_t index, bool is_json) {
  constexpr int64_t kMaxIndent = 64;
  runtime::EncodeOptions options;
  options.sort_keys = args.BoolOr(index++, "sort_keys", false);
  if (is_json) {
    options.indent =
        static_cast<int>(std::clamp<int64_t>(args.GetIntOr(index++, "indent", 0), 0, kMaxIndent));
  }
  options.ignore_private = args.BoolOr(index++, "ignore_private", false);
  options.ignore_none = args.BoolOr(index, "ignore_none", false);
  return options;
}

}  // namespace kval::kcl::builtins
