// A converted schema accepts the same values as its original unless a loss is reported. Compares both with
// random values, for the schemas of the tests and for random schemas.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/driver/session.h"
#include "tests/schemas/conversion.h"
#include "tests/schemas/random_schema.h"

namespace kval {
namespace {

namespace fs = std::filesystem;

using testing::Compiled;
using testing::CompileText;
using testing::FileOf;
using testing::kLanguages;
using testing::Language;
using testing::RandomSchemas;

std::string TextOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Said {
  bool holds = false;
  std::string findings;
};

Said Validate(Language language, const std::string& schema, const std::string& values) {
  source::MemoryFileReader reader;
  const std::string name = std::string("/") + FileOf(language);
  reader.Add(name, schema);
  reader.Add("/values.yml", values);
  driver::DriverOptions options;
  options.has_dialect = true;  // the same for all languages
  options.inputs.push_back({name, {}, driver::InputRole::kAuto});
  options.inputs.push_back({"/values.yml", {}, driver::InputRole::kValues});
  driver::Session session;
  driver::Run(options, reader, session);
  Said said;
  said.holds = session.emit.error_count() == 0;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    said.findings +=
        diag::CodeOf(finding.kind) + " " + diag::Display(finding.path) + ": " + finding.message + "\n";
  }
  return said;
}

// A written schema, and the number of its losses that change the set of accepted values.
struct Written {
  std::string text;
  size_t losses = 0;
};

Written WriteIn(Compiled& from, Language to) {
  driver::Session& session = *from.session;
  diag::Collector lost;
  diag::Emitter emit(&lost);
  schemas::ConversionWarnings losses("it", &session.sources, &emit);
  Written written;
  written.text = testing::Write(session, to, losses);
  for (const diag::Diagnostic& finding : lost.Sorted()) {
    const bool only_kval = !finding.labels.empty() && finding.labels.front().text.starts_with("only kval");
    written.losses += only_kval ? 0 : 1;
  }
  return written;
}

struct Counts {
  int accepted = 0, refused = 0;
  int without_loss[std::size(kLanguages)] = {};  // conversions, by target language
};

void Compare(Language own, const std::string& schema, RandomSchemas& random, int values, Counts& counts) {
  Compiled compiled = CompileText(own, schema);
  EXPECT_TRUE(compiled.ok) << compiled.Findings() << schema;
  std::vector<std::string> documents;
  for (int i = 0; i < values; ++i) {
    documents.push_back(random.Mapping(2));
  }
  for (Language to : kLanguages) {
    // Writing modifies the model.
    compiled = CompileText(own, schema);
    const Written written = WriteIn(compiled, to);
    const Compiled again = CompileText(to, written.text);
    EXPECT_TRUE(again.ok) << schema << "\n" << written.text << "\n" << again.Findings();
    if (written.losses > 0 || !again.ok) {
      continue;
    }
    ++counts.without_loss[static_cast<size_t>(to)];
    for (const std::string& document : documents) {
      const Said before = Validate(own, schema, document);
      const Said after = Validate(to, written.text, document);
      (before.holds ? counts.accepted : counts.refused) += 1;
      if (before.holds != after.holds) {
        ADD_FAILURE() << schema << "\n"
                      << before.findings << "-- becomes\n"
                      << written.text << "\n"
                      << after.findings << "-- for\n"
                      << document;
        break;
      }
    }
  }
}

TEST(ConversionPropertyTest, SchemasOfTheTests) {
  RandomSchemas random(1);
  Counts counts;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(KVAL_TESTDATA) / "equiv")) {
    for (Language own : kLanguages) {
      if (fs::exists(entry.path() / FileOf(own))) {
        Compare(own, TextOf(entry.path() / FileOf(own)), random, 8, counts);
      }
    }
  }
}

TEST(ConversionPropertyTest, RandomJsonSchemas) {
  Counts counts;
  const char* rounds = std::getenv("KVAL_ROUNDS");
  const int count = rounds == nullptr ? 150 : std::atoi(rounds);
  for (int seed = 0; seed < count; ++seed) {
    RandomSchemas random(static_cast<uint32_t>(seed));
    const std::string schema = random.Document(1 + seed % 3);
    SCOPED_TRACE(seed);
    Compare(Language::kJsonSchema, schema, random, 12, counts);
  }
  EXPECT_GT(counts.accepted, count);
  EXPECT_GT(counts.refused, count);
  for (const Language to : kLanguages) {
    EXPECT_GT(counts.without_loss[static_cast<size_t>(to)], count / 20) << FileOf(to);
    RecordProperty(FileOf(to), counts.without_loss[static_cast<size_t>(to)]);
  }
}

}  // namespace
}  // namespace kval
