import Encoding
import ItemRecords
import LanguageModel
import Networking
import TestSupport
import Testing

@Suite struct AnswerClassifierTests {
  // MARK: - Good answers

  @Test(arguments: [
    Answer(
      "plain", 200,
      #"{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"[]"}}]}"#,
      "use []"),
    Answer(
      "parts, thinking among them", 200,
      #"{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"[1"},{"type":"text","text":",2]"}]}}]}"#,
      "use [1,2]"),
    Answer(
      "JSON that is no text", 200, #"{"choices":[{"message":{"content":{"items":[]}}}]}"#,
      #"use {"items":[]}"#),
    Answer(
      "a list that is no parts", 200, #"{"choices":[{"message":{"content":[{"task":"x"}]}}]}"#,
      #"use [{"task":"x"}]"#),
    Answer(
      "blank lines before it (DeepSeek)", 200,
      "\n\n\r\n \n{\"choices\":[{\"message\":{\"content\":\"[]\"}}]}", "use []"),
    Answer(
      "comments before it (OpenRouter)", 200,
      ": WORKING ON IT\n\n: STILL\n\n{\"choices\":[{\"message\":{\"content\":\"[]\"}}]}", "use []"),
    Answer(
      "a byte order mark before it", 200,
      "\u{FEFF}{\"choices\":[{\"message\":{\"content\":\"[]\"}}]}", "use []"),
    Answer(
      "an error that is none", 200,
      #"{"error":null,"choices":[{"message":{"content":"[]","refusal":null}}]}"#, "use []"),
    Answer(
      "the answer where the thinking belongs (vLLM)", 200,
      #"{"choices":[{"finish_reason":"stop","message":{"content":null,"reasoning_content":"So: {\"items\":[]}"}}]}"#,
      #"use So: {"items":[]}"#),
    Answer(
      "the same in the newer field", 200,
      #"{"choices":[{"finish_reason":"stop","message":{"content":"","reasoning":"[]\n"}}]}"#,
      "use []\n"),
    Answer(
      "cut", 200,
      #"{"choices":[{"finish_reason":"length","message":{"content":"{\"items\":[{\"ta"}}]}"#,
      #"use {"items":[{"ta, cut"#),
    Answer(
      "cut, in another word (Mistral)", 200,
      #"{"choices":[{"finish_reason":"model_length","message":{"content":"[1"}}]}"#, "use [1, cut"
    ),
    Answer(
      "what a server held back (Groq)", 400,
      #"{"error":{"message":"Failed to validate JSON.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{\"items\":[]"}}"#,
      #"use {"items":[]"#),
  ])
  func `an answer is used whatever its wrapping`(answer: Answer) {
    answer.check()
  }

  @Test(arguments: [
    Answer("no text", 200, #"{"choices":[{"message":{"content":""}}]}"#, "retry, nothing"),
    Answer("null", 200, #"{"choices":[{"message":{"content":null}}]}"#, "retry, nothing"),
    Answer("blanks", 200, #"{"choices":[{"message":{"content":" \n "}}]}"#, "retry, nothing"),
    Answer("no message", 200, #"{"choices":[{"finish_reason":"stop"}]}"#, "retry, nothing"),
    Answer(
      "thinking without an answer", 200,
      #"{"choices":[{"finish_reason":"stop","message":{"content":null,"reasoning":"Let me think"}}]}"#,
      "retry, nothing"),
    Answer(
      "all thinking, cut", 200,
      #"{"choices":[{"finish_reason":"length","message":{"content":"","reasoning":"…"}}],"usage":{"prompt_tokens":7,"completion_tokens":640}}"#,
      "raise the cap"),
    Answer(
      "all thinking in the text, cut", 200,
      #"{"choices":[{"finish_reason":"length","message":{"content":"<think>\nFirst, "}}]}"#,
      "raise the cap"),
    Answer(
      "refusal", 200, #"{"choices":[{"message":{"content":null,"refusal":"No."}}]}"#, "skip"),
    Answer(
      "filtered", 200,
      #"{"choices":[{"finish_reason":"content_filter","message":{"content":"{\"it"}}]}"#, "skip"),
    Answer(
      "filtered (Gemini)", 200,
      #"{"choices":[{"finish_reason":"SAFETY","message":{"role":"assistant"}}]}"#, "skip"),
    Answer("no choices", 200, #"{"choices":[],"usage":{"prompt_tokens":3}}"#, "retry, failure"),
    Answer("null choices", 200, #"{"id":"x","choices":null}"#, "retry, failure"),
    Answer("a page", 200, "<!DOCTYPE html><html></html>", "retry, nothing"),
    Answer("nothing", 200, "", "retry, nothing"),
    Answer("no JSON", 200, "OK", "retry, nothing"),
    Answer("JSON that broke off", 200, #"{"choices":[{"mess"#, "retry, nothing"),
    Answer(
      "broken off by the provider (OpenRouter)", 200,
      #"{"choices":[{"finish_reason":"error","message":{"content":""}}]}"#, "retry, failure"),
  ])
  func `an answer of no use says what to do instead`(answer: Answer) {
    answer.check()
  }

  @Test func `usage is taken over, of answers without use as well`() {
    let cut = Answer.read(
      200,
      #"{"choices":[{"finish_reason":"length","message":{"content":"x"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#
    )
    #expect(
      cut.responseAction
        == .use(
          ChatReply(text: "x", finishReason: "length", promptTokens: 5, answerTokens: 1)))
    #expect(cut.usage == ModelUsage(promptTokens: 5, completionTokens: 1))
    let thought = Answer.read(
      200,
      #"{"choices":[{"finish_reason":"length","message":{"content":""}}],"usage":{"prompt_tokens":7,"completion_tokens":640}}"#
    )
    #expect(thought.usage == ModelUsage(promptTokens: 7, completionTokens: 640))
    #expect(Answer.read(200, #"{"choices":[],"usage":{"prompt_tokens":-3}}"#).usage == nil)
  }

  // MARK: - Texts

  @Test func `a server's words are shown on one line and not without end`() {
    let long = String(repeating: #"word\n"#, count: 500)
    guard case .stop(.key, let why) = Answer.read(401, #"{"error":"\#(long)"}"#).responseAction
    else {
      Issue.record("no stop")
      return
    }
    #expect(!why.contains("\n") && why.count < 260)
  }

  @Test(arguments: [
    (
      "in a message", 401, #"{"error":{"message":"Incorrect API key provided: sk-secret-1234."}}"#
    ),
    (
      "where it is cut", 401,
      #"{"error":{"message":"\#(String(repeating: "x", count: 195)) sk-secret-1234"}}"#
    ),
    ("escaped", 401, #"{"error":{"message":"key \u0073k-secret-1234"}}"#),
    ("in an answer", 200, #"{"choices":[{"message":{"content":"[\"sk-secret-1234\"]"}}]}"#),
    ("in a refusal", 200, #"{"choices":[{"message":{"refusal":"sk-secret-1234"}}]}"#),
    ("as plain text", 500, "Bearer sk-secret-1234 sk-secret-1234"),
  ])
  func `a key that the server repeats does not come through`(
    name: String, status: Int, body: String
  ) {
    let reading = AnswerClassifier.read(
      HTTPResponse(status: status, body: Array(body.utf8)), now: 0,
      secrets: Secrets(["sk-secret-1234", "x"]))
    let shown = "\(reading)"
    #expect(!shown.contains("sk-s") && shown.contains("***"), "\(name): \(shown)")
  }

  @Test func `any response is read, and always in the same way`() {
    let seeds = [
      #"{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"[]"}],"refusal":null}}],"usage":{"prompt_tokens":5,"completion_tokens":1}}"#,
      #"[{"error":{"code":429,"message":"Please retry in 3.2s. Limit 10, Requested 7","status":"RESOURCE_EXHAUSTED","details":[{"@type":"RetryInfo","retryDelay":"15s"}]}}]"#,
      #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"no"}]}}"#,
      #"{"error":{"message":"maximum context length is 100 tokens (90 in the messages, 20 in the completion); max_tokens","metadata":{"reasons":["x"],"raw":"y"}}}"#,
    ].map { Array($0.utf8) }
    var mutator = ByteMutator(seed: 4, tokens: ["null", "[", "{\"error\":", "429", "limit "])
    var random = SeededRandom(seed: 5)
    for round in 0..<500 {
      let bytes = mutator.mutate(seeds[round % seeds.count])
      let status = [200, 400, 422, 429, 500, 503].randomElement(using: &random) ?? 200
      let response = HTTPResponse(
        status: status, headers: ["retry-after": String(decoding: bytes.prefix(9), as: UTF8.self)],
        body: bytes)
      let first = AnswerClassifier.read(response, now: 1)
      #expect(first == AnswerClassifier.read(response, now: 1))
      if case .retry(_, let wait?, _) = first.responseAction { #expect(wait >= .zero) }
    }
  }
}
