// k independent errors cause exactly k findings, each at the location of its error.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "src/driver/pipeline.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

// Schema of one field, with a valid and an invalid line of values.
struct Seed {
  std::string schema, good, bad;
  uint32_t column;  // start column of the expected primary location in the bad line
};

// Returns the field number `index`. The kinds of errors repeat after 7 fields.
Seed SeedAt(int index) {
  const std::string name = "field" + std::to_string(index);
  const auto column = [&](const std::string& before) { return static_cast<uint32_t>(before.size() + 1); };
  switch (index % 7) {
    case 0:
      return {"  " + name + ": 1\n", "  " + name + ": 2\n", "  " + name + ": text\n",
              column("  " + name + ": ")};
    case 1:
      return {"  " + name + ": a\n", "  " + name + ": b\n", "  " + name + ": 12\n",
              column("  " + name + ": ")};
    case 2:
      return {"  #@schema/validation min=10\n  " + name + ": 10\n", "  " + name + ": 11\n",
              "  " + name + ": 9\n", column("  " + name + ": ")};
    case 3:
      return {"  " + name + ": true\n", "  " + name + ": false\n", "  " + name + ": null\n",
              column("  " + name + ": ")};
    case 4:
      return {"  " + name + ": 1\n", "  " + name + ": 3\n", "  " + name + "_unknown_key: 3\n", column("  ")};
    case 5:
      return {"  #@schema/validation format=\"ipv4\"\n  " + name + ": 10.0.0.1\n",
              "  " + name + ": 10.0.0.2\n", "  " + name + ": 10.0.0.256\n", column("  " + name + ": ")};
    default:
      return {"  " + name + ":\n  - 0\n", "  " + name + ": [1, 2]\n", "  " + name + ": [1, two]\n",
              column("  " + name + ": [1, ")};
  }
}

struct Place {
  uint32_t line, column;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Sample {
  std::string schema = "#@data/values-schema\n---\ngroup:\n";
  std::string values = "group:\n";
  std::vector<Place> errors;
};

Sample MakeSample(size_t error_count, size_t field_count, std::mt19937& random) {
  std::vector<size_t> order(field_count);
  for (size_t i = 0; i < field_count; ++i) {
    order[i] = i;
  }
  std::shuffle(order.begin(), order.end(), random);
  order.resize(error_count);
  Sample sample;
  for (size_t i = 0; i < field_count; ++i) {
    const Seed seed = SeedAt(static_cast<int>(i));
    const bool is_bad = std::find(order.begin(), order.end(), i) != order.end();
    sample.schema += seed.schema;
    sample.values += is_bad ? seed.bad : seed.good;
    if (is_bad) {
      sample.errors.push_back({static_cast<uint32_t>(i + 2), seed.column});
    }
  }
  return sample;
}

class SeededErrors : public testing::TestWithParam<size_t> {};

TEST_P(SeededErrors, AreReportedAtTheirLocations) {
  std::mt19937 random(static_cast<uint32_t>(GetParam()));
  const Sample sample = MakeSample(GetParam(), 70, random);
  source::MemoryFileReader reader;
  reader.Add("schema.yml", sample.schema);
  reader.Add("values.yml", sample.values);
  DriverOptions options;
  options.inputs = {{"schema.yml", {}, InputRole::kAuto}, {"values.yml", {}, InputRole::kAuto}};
  Session session;
  driver::Run(options, reader, session);
  std::vector<Place> found;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    const source::Span at = finding.labels.front().span;
    ASSERT_TRUE(at.has_value()) << finding.message;
    EXPECT_EQ(session.sources.FileOf(at).name(), "values.yml") << finding.message;
    const source::LineColumn place = session.sources.Locate(at.begin);
    found.push_back({place.line, place.column});
  }
  EXPECT_EQ(found, sample.errors) << sample.values;
}

INSTANTIATE_TEST_SUITE_P(Counts, SeededErrors, testing::Range<size_t>(0, 51));

}  // namespace
}  // namespace kval::driver
