// The reader on yaml-cpp: its EventHandler gives the events with the place where each starts. YAML::Node is
// never used: its key check is quadratic in some versions.
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "src/yaml/characters_check.h"
#include "src/yaml/reader.h"
#include "src/yaml/yaml_cpp_locator.h"

namespace kval::yaml {
namespace {

// Thrown out of yaml-cpp when it repeats itself; caught in this file.
struct Runaway {
  size_t position;
};

class Recorder final : public YAML::EventHandler {
 public:
  explicit Recorder(size_t max_events) : max_events_(max_events) {}

  void OnDocumentStart(const YAML::Mark& mark) override { Add(EventKind::kDocumentStart, mark); }
  void OnDocumentEnd() override { Add(EventKind::kDocumentEnd, YAML::Mark::null_mark()); }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Add(EventKind::kScalar, mark).is_null = true;
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { Add(EventKind::kAlias, mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& content) override {
    Add(EventKind::kScalar, mark).content = content;
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value style) override {
    Add(EventKind::kSequenceStart, mark).is_flow = style == YAML::EmitterStyle::Flow;
  }
  void OnSequenceEnd() override { Add(EventKind::kSequenceEnd, YAML::Mark::null_mark()); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value style) override {
    Add(EventKind::kMappingStart, mark).is_flow = style == YAML::EmitterStyle::Flow;
  }
  void OnMapEnd() override { Add(EventKind::kMappingEnd, YAML::Mark::null_mark()); }

  const std::vector<RawEvent>& events() const { return events_; }

  // Ends the nesting that an exception left open.
  void CloseAll() {
    std::vector<EventKind> open;
    for (const RawEvent& event : events_) {
      switch (event.kind) {
        case EventKind::kDocumentStart:
          open.push_back(EventKind::kDocumentEnd);
          break;
        case EventKind::kMappingStart:
          open.push_back(EventKind::kMappingEnd);
          break;
        case EventKind::kSequenceStart:
          open.push_back(EventKind::kSequenceEnd);
          break;
        case EventKind::kDocumentEnd:
        case EventKind::kMappingEnd:
        case EventKind::kSequenceEnd:
          open.pop_back();
          break;
        case EventKind::kScalar:
        case EventKind::kAlias:
          break;
      }
    }
    complete_ = open.empty();
    if (!complete_) {
      DropOpenDocument();
    }
  }

 private:
  RawEvent& Add(EventKind kind, const YAML::Mark& mark) {
    if (events_.size() >= max_events_) {
      throw Runaway{mark.is_null() ? 0 : static_cast<size_t>(mark.pos)};
    }
    RawEvent& event = events_.emplace_back();
    event.kind = kind;
    event.position = mark.is_null() ? 0 : static_cast<size_t>(mark.pos);
    return event;
  }

  void DropOpenDocument() {
    while (!events_.empty() && events_.back().kind != EventKind::kDocumentEnd) {
      events_.pop_back();
    }
  }

  size_t max_events_;
  bool complete_ = true;
  std::vector<RawEvent> events_;
};

class YamlCppReaderImpl final : public Reader {
 public:
  EventStream Read(const source::SourceFile& file, const Limits& limits) const override {
    EventStream stream;
    const auto fail = [&](diag::Kind kind, size_t position, const std::string& message) {
      const uint32_t at = file.base() + static_cast<uint32_t>(std::min(position, file.text().size()));
      stream.errors.push_back({kind, {at, at}, message, "", {}, {}, ""});
    };
    if (file.text().size() > limits.file_size) {
      fail(diag::Kind::kLimitSize, 0,
           "the file is larger than " + std::to_string(limits.file_size) + " bytes");
      return stream;
    }
    // yaml-cpp replaces ill-formed bytes, after which its positions are wrong.
    CheckCharacters(file, &stream);
    if (!stream.errors.empty()) {
      return stream;
    }
    Recorder recorder(file.text().size() * 4 + 100);
    try {
      std::istringstream input{std::string(file.text())};
      YAML::Parser parser(input);
      size_t before = 0;
      bool repeats = false;
      while (!repeats && parser.HandleNextDocument(recorder)) {
        repeats = Repeats(recorder.events(), before);
        before = recorder.events().size();
      }
      if (repeats) {
        fail(diag::Kind::kYamlSyntax, PositionOf(recorder.events()), "yaml-cpp cannot continue from here");
      }
    } catch (const YAML::DeepRecursion& error) {
      fail(diag::Kind::kLimitDepth, PositionOf(error.mark),
           "collections are nested more deeply than yaml-cpp can read");
    } catch (const YAML::Exception& error) {
      fail(diag::Kind::kYamlSyntax, PositionOf(error.mark), error.msg);
    } catch (const Runaway& runaway) {
      fail(diag::Kind::kYamlSyntax, runaway.position, "yaml-cpp cannot continue from here");
    }
    recorder.CloseAll();
    LocateEvents(file, recorder.events(), &stream);
    return stream;
  }

 private:
  static size_t PositionOf(const YAML::Mark& mark) {
    return mark.is_null() ? 0 : static_cast<size_t>(mark.pos);
  }
  static size_t PositionOf(const std::vector<RawEvent>& events) {
    for (size_t i = events.size(); i-- > 0;) {
      if (events[i].kind == EventKind::kDocumentStart) {
        return events[i].position;
      }
    }
    return 0;
  }

  // The document that starts at events[last] starts where the one before it started: yaml-cpp up to 0.9 stays
  // at `,` behind a flow collection for ever.
  static bool Repeats(const std::vector<RawEvent>& events, size_t last) {
    if (last == 0 || last >= events.size()) {
      return last > 0;
    }
    size_t previous = last - 1;
    while (previous > 0 && events[previous].kind != EventKind::kDocumentStart) {
      --previous;
    }
    return events[previous].position == events[last].position;
  }
};

}  // namespace

const Reader& YamlCppReader() {
  static const YamlCppReaderImpl kReader;
  return kReader;
}

}  // namespace kval::yaml
