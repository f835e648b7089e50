#pragma once

#include <string_view>

namespace kval::report {

// Whether the text stands where a secret will be put, and is none itself: `${DB_PASSWORD}`, `$(PASSWORD)`,
// `{{ .Values.password }}`, `((db/password))`, `<your password>`, `%PASSWORD%`,
// stars. What stands between the marks decides: names in capitals, names that say that they stand for a
// secret or where it comes from, words that ask a reader for something, and expressions over names are
// placeholders. A word that may be the secret itself (`${hunter}`, `<hunter>`, `{{ hunter }}`, `$hunter`), a
// text in which letters and digits are mixed (`${x7Kp9Qz}`), a default (`${A:-hunter2}`), a literal that is
// no name
// (`{{ "p4ss!" }}`) are not. Several may follow one another, with nothing but separators between them.
// Linear.
bool IsPlaceholder(std::string_view text);

}  // namespace kval::report
