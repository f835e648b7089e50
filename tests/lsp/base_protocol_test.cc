#include "src/lsp/base_protocol.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace kval::lsp {
namespace {

constexpr size_t kMost = 1000;

// Returns the messages parsed from `bytes`, added in pieces of `size` bytes. An error message is the last
// item.
std::vector<std::string> MessagesOf(std::string_view bytes, size_t size) {
  MessageReader frames(kMost);
  std::vector<std::string> messages;
  for (size_t at = 0; at < bytes.size(); at += size) {
    frames.Add(bytes.substr(at, size));
    while (true) {
      Result<std::optional<std::string>> next = frames.Next();
      if (!next) {
        messages.push_back("failure: " + next.failure().message);
        return messages;
      }
      if (!*next) {
        break;
      }
      messages.push_back(**next);
    }
  }
  return messages;
}

using Strings = std::vector<std::string>;

TEST(MessageReader, MessagesComeInPiecesOfAnySize) {
  const std::string bytes = AddHeader("{}") + AddHeader("") + AddHeader("{\"a\":\"\r\n\r\n\"}");
  for (size_t size = 1; size <= bytes.size(); ++size) {
    EXPECT_EQ(MessagesOf(bytes, size), (Strings{"{}", "", "{\"a\":\"\r\n\r\n\"}"})) << size;
  }
}

TEST(MessageReader, FieldsAreNamedInAnyCaseAndOthersAreSkipped) {
  EXPECT_EQ(
      MessagesOf("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH :  2 \r\n\r\n{}",
                 7),
      Strings{"{}"});
}

TEST(MessageReader, InvalidFramesAreAPermanentFailure) {
  const Strings no_length = {
      "failure: the input is not a message of the Language Server Protocol: it has no Content-Length"};
  EXPECT_EQ(MessagesOf("Length: 2\r\n\r\n{}", 100), no_length);
  EXPECT_EQ(MessagesOf("Content-Length: two\r\n\r\n{}", 100), no_length);
  EXPECT_EQ(MessagesOf("Content-Length: -2\r\n\r\n{}", 100), no_length);
  EXPECT_EQ(MessagesOf("Content-Length: 99999999999999999999\r\n\r\n{}", 100), no_length);
  EXPECT_EQ(MessagesOf("{\"jsonrpc\":\"2.0\"}\r\n\r\n", 100), no_length);
  EXPECT_EQ(MessagesOf(std::string(10'000, 'x'), 100),
            Strings{"failure: the input is not a message of the Language Server Protocol: it has no header"});
  MessageReader frames(kMost);
  frames.Add("Content-Length: x\r\n\r\n");
  EXPECT_FALSE(frames.Next().ok());
  frames.Add(AddHeader("{}"));
  EXPECT_FALSE(frames.Next().ok());
}

TEST(MessageReader, ALongMessageIsRefusedBeforeItIsRead) {
  EXPECT_EQ(MessagesOf("Content-Length: 1001\r\n\r\n", 100),
            Strings{"failure: a message has 1001 bytes, more than the limit 1000"});
  EXPECT_EQ(MessagesOf(AddHeader(std::string(kMost, ' ')), 100), Strings{std::string(kMost, ' ')});
}

}  // namespace
}  // namespace kval::lsp
