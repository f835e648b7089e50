#pragma once

#include "src/templating/annotated.h"

namespace kval::annotations {
enum class SchemaDialect;
}

namespace kval::schemas::ytt {

// A schema document in annotated YAML. A list of them is in overlay order.
struct AnnotatedSchema {
  templating::AnnotatedDocument document;
  annotations::SchemaDialect dialect;
};

}  // namespace kval::schemas::ytt
