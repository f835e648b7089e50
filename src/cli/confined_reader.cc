#include "src/cli/confined_reader.h"

#include "src/support/lexical_path.h"

namespace kval::cli {

bool ConfinedReader::Confine(const std::string& path) {
  const Result<std::string> here = reader_.RealPath(".");
  if (!here || path == "-") {
    return false;
  }
  confined_.insert(path);
  const Result<std::string> real = reader_.RealPath(path);
  return real ? source::IsRealPathBeneath(*real, *here)
              : IsWithinDirectory(LexicallyNormal(path.starts_with('/') ? path : *here + "/" + path), *here);
}

}  // namespace kval::cli
