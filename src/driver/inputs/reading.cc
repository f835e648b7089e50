#include "src/driver/inputs/reading.h"

#include "src/yaml/reader.h"

namespace kval::driver {

yaml::ReadOptions ReadOptionsFor(const DriverOptions& options) {
  yaml::ReadOptions read;
  read.limits = options.limits;
  read.dialect = options.dialect;
  read.strict_scalars = options.strict_yaml;
  read.warn_ambiguous = options.warn_ambiguous;
  read.reports_tags = !options.yaml_only;
  read.reader = options.yaml_cpp_reader ? &yaml::YamlCppReader() : nullptr;
  return read;
}

yaml::ReadOptions ReadOptionsForDialect(value::Dialect dialect, const Limits& limits) {
  yaml::ReadOptions read;
  read.limits = limits;
  read.dialect = dialect;
  return read;
}

}  // namespace kval::driver
