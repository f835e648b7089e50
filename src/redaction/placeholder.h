#pragma once

#include <string_view>

namespace kval::redaction {

// Whether a string is a placeholder for a secret: `${DB_PASSWORD}`, `$(PASSWORD)`, `{{ .Values.password }}`,
// `((db/password))`, `<your password>`, `%PASSWORD%`, asterisks. The content decides: names in capitals,
// names that refer to a secret or its source, words that request input, and expressions over names are
// placeholders. A word that may be the secret (`${hunter}`, `<hunter>`, `{{ hunter }}`, `$hunter`), mixed
// letters and digits (`${x7Kp9Qz}`), a default (`${A:-hunter2}`) and a literal (`{{ "p4ss!" }}`) are not.
// Several may be joined by separators. Linear.
bool IsPlaceholder(std::string_view text);

}  // namespace kval::redaction
