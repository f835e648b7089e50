// Compares the native reader with the yaml-cpp reader over all files of the corpora.
#include <gtest/gtest.h>

#include "src/source/source_map.h"
#include "tests/yaml/corpus.h"
#include "tests/yaml/dump.h"
#include "tests/yaml/event_text.h"

namespace kval::yaml {
namespace {

std::vector<std::string> CorpusFiles(const std::string& root) {
  std::vector<std::string> files;
  for (const char* directory : {"/helm-values", "/ytt", "/crds"}) {
    const std::vector<std::string> below = FilesBelow(root + directory, {".yml", ".yaml"});
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

// Omits the presentation: yaml-cpp does not always distinguish plain from quoted scalars, and resolves `null`
// and `~` while it parses.
std::string Comparable(const EventStream& stream, const source::SourceFile& file) {
  return EventText(stream, file, {false});
}

std::string Spans(const std::vector<Comment>& comments, const source::SourceFile& file) {
  std::string out;
  for (const Comment& comment : comments) {
    out +=
        std::to_string(comment.span.begin - file.base()) + ": " + std::string(file.Text(comment.span)) + "\n";
  }
  return out;
}

std::string ScalarSpans(const EventStream& stream, const source::SourceFile& file) {
  std::string out;
  for (const Event& event : stream.events) {
    if ((event.kind == EventKind::kScalar && !event.is_missing) || event.kind == EventKind::kAlias) {
      out += std::to_string(event.span.begin - file.base()) + "-" +
             std::to_string(event.span.end - file.base()) + "\n";
    }
  }
  return out;
}

TEST(Agreement, ReadersGiveTheSameEventsSpansAndComments) {
  const auto root = CorpusRoot();
  if (!root) {
    GTEST_SKIP() << "no corpora";
  }
  size_t compared = 0;
  std::vector<std::string> disagreements;
  for (const std::string& path : CorpusFiles(*root)) {
    source::SourceMap sources;
    const source::SourceFile& file = sources.AddText(path, ReadAll(path));
    const EventStream ours = NativeReader().Read(file);
    const EventStream theirs = YamlCppReader().Read(file);
    if (!ours.errors.empty() || !theirs.errors.empty()) {
      if (ours.errors.empty() != theirs.errors.empty()) {
        disagreements.push_back((ours.errors.empty() ? "native only: " : "yaml-cpp only: ") +
                                path.substr(root->size()));
      }
      continue;
    }
    ++compared;
    EXPECT_EQ(Comparable(ours, file), Comparable(theirs, file)) << path;
    EXPECT_EQ(Spans(ours.comments, file), Spans(theirs.comments, file)) << path;
    EXPECT_EQ(ScalarSpans(ours, file), ScalarSpans(theirs, file)) << path;
    EXPECT_EQ(ours.dashes, theirs.dashes) << path;
  }
  // yaml-cpp accepts a key without a colon.
  EXPECT_EQ(disagreements,
            std::vector<std::string>{"yaml-cpp only: /ytt/cases/templating/ParseErrTemplateFile/in/tpl.yml"});
  EXPECT_GT(compared, 1000U);
}

TEST(Agreement, TheTextOfAScalarsSpanGivesTheSameValueAgain) {
  const auto root = CorpusRoot();
  if (!root) {
    GTEST_SKIP() << "no corpora";
  }
  size_t scalars = 0;
  for (const std::string& path : CorpusFiles(*root)) {
    const Reading reading(ReadAll(path), {value::Dialect::kYtt, DuplicateKeys::kLastWins});
    const EventStream stream = NativeReader().Read(*reading.file.source);
    if (!stream.errors.empty()) {
      continue;
    }
    std::string scratch;
    for (const Event& event : stream.events) {
      const bool is_block = event.style == value::Style::kLiteral || event.style == value::Style::kFolded;
      if (event.kind != EventKind::kScalar || event.is_missing || is_block || event.needs_decoding) {
        continue;
      }
      const std::string_view text = reading.Text(event.span);
      const Reading again((event.style == value::Style::kPlain ? "[ " : "[") + std::string(text) + " ]");
      ++scalars;
      ASSERT_EQ(again.file.documents.size(), 1U);
      if (text.find_first_of("[]{},#") != std::string_view::npos && event.style == value::Style::kPlain) {
        continue;
      }
      const value::Value& root_value = *again.file.documents[0].root;
      ASSERT_EQ(root_value.items().size(), 1U) << path << " " << text;
      if (root_value.items()[0]->kind == value::Kind::kString) {
        EXPECT_EQ(root_value.items()[0]->raw, DecodeScalar(event, *reading.file.source, scratch)) << path;
      }
      EXPECT_EQ(again.Text(root_value.items()[0]->span), text) << path;
    }
  }
  EXPECT_GT(scalars, 10000U);
}

}  // namespace
}  // namespace kval::yaml
