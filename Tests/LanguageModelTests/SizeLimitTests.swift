import Networking
import Testing

@testable import LanguageModel

/// An endpoint's answer to a request larger than its limit per minute, and the shorter answer that the
/// next request asks for.
@Suite struct SizeLimitTests {
  private static func rateLimit(_ words: String) -> String {
    #"{"error":{"message":"\#(words)","type":"tokens","code":"rate_limit_exceeded"}}"#
  }

  /// The answers to a request larger than the limit per minute, and to one that only comes too soon.
  @Test(arguments: [
    Answer(
      "larger than its limit, 429", 429,
      rateLimit(
        "Request too large for model `m` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 8123, please reduce your message size and try again. Need more tokens? Upgrade today at https://x.test/settings/billing"
      ), "split, 8123 of 6000"),
    Answer(
      "larger than its limit, in words of the rate limit", 429,
      rateLimit(
        "Rate limit reached for model `m` on tokens per minute (TPM): Limit 6000, Used 0, Requested 8123. Please try again in 21.23s."
      ), ["Retry-After": "22"], "split, 8123 of 6000"),
    Answer(
      "larger than its limit, after a model's name with a limit in it", 429,
      rateLimit(
        "Rate limit reached for model `limit-8b` in organization `o` on tokens per min (TPM): Limit 7000, Used 0, Requested 12903. Please try again in 0.8s."
      ), ["Retry-After": "1"], "split, 12903 of 7000"),
    Answer(
      "larger than its limit, about", 429,
      rateLimit(
        "Rate limit reached for model `m`: Limit ~7000, Used ~0, Requested ~12903. Please try again in 0.8s."
      ), "split, 12903 of 7000"),
    Answer(
      "larger than its limit, and something is used", 429,
      rateLimit("Rate limit reached: Limit 6000, Used 5000, Requested 8123."),
      ["Retry-After": "60"], "split, 8123 of 6000"),
    Answer(
      "larger than its limit, with the cap named", 413,
      rateLimit("Too large: Limit 6000, Requested 8123, reduce your messages or max_tokens."),
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, numbers with commas", 429,
      rateLimit("Rate limit reached (TPM): Limit 30,000, Used 0, Requested 40,150."),
      "split, 40150 of 30000"),
    Answer(
      "larger than its limit, the other way round", 429,
      rateLimit("Requested: 8123 tokens, which is more than the limit of 6000 tokens per minute."),
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, with colons", 400,
      rateLimit("Rate limit exceeded. limit: 6000, used: 0, requested: 8123"),
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, an object as message", 429,
      #"{"error":{"message":{"text":"Rate limit","limit":6000,"requested":8123}}}"#,
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, a string as error", 429,
      #"{"error":"Rate limit reached: Limit 6000, Requested 8123"}"#, "split, 8123 of 6000"),
    Answer(
      "larger than its limit, a list", 429,
      #"[{"error":{"message":"Rate limit reached: Limit 6000, Requested 8123","code":429}}]"#,
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, behind a router", 429,
      #"{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"{\"error\":{\"message\":\"Rate limit reached: Limit 6000, Requested 8123\"}}"}}}"#,
      "split, 8123 of 6000"),
    Answer(
      "larger than its limit, behind a router that answers 200", 200,
      #"{"choices":null,"error":{"message":"Rate limit reached: Limit 6000, Requested 8123","code":429}}"#,
      "split, 8123 of 6000"),
    Answer(
      "too large, without numbers", 429, rateLimit("Request too large, reduce your message size"),
      "split"),
    Answer(
      "fits later", 429,
      rateLimit(
        "Rate limit reached (TPM): Limit 6000, Used 5000, Requested 2000. Please try again in 10s."),
      "retry, slowDown, 10.0 s"),
    Answer(
      "fits later, though it is called large", 429,
      rateLimit("Request too large for now: Limit 6000, Used 5000, Requested 2000."),
      ["Retry-After": "9"], "retry, slowDown, 9.0 s"),
    Answer(
      "fits later, numbers with commas", 429,
      rateLimit("Rate limit reached (TPM): Limit 1,000,000, Used 999,000, Requested 2,000."),
      "retry, slowDown"),
    Answer(
      "as much as is allowed fits later", 429,
      rateLimit("Rate limit reached (TPM): Limit 6000, Used 1, Requested 6000."),
      "retry, slowDown"),
    Answer(
      "too many requests, not tokens", 429,
      rateLimit("Rate limit reached (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s."),
      "retry, slowDown, 20.0 s"),
    Answer(
      "one number says nothing", 429,
      rateLimit("This request would exceed your rate limit of 30,000 input tokens per minute."),
      "retry, slowDown"),
    Answer(
      "too many tokens for now", 429,
      rateLimit("Too many tokens, please wait before trying again."),
      "retry, slowDown"),
    Answer(
      "nothing is allowed at all", 429, rateLimit("Rate limit reached: Limit 0, Requested 8123"),
      "stop, quota"),
  ])
  func `a request larger than its limit is not waited for`(answer: Answer) {
    answer.check()
  }

  @Test func `counts of the question alone leave out the answer where that is counted`() {
    let limit = SizeLimit(allowed: 6000, requested: 8000)
    #expect(limit.ofPrompt(cap: 1000) == SizeLimit(allowed: 5000, requested: 7000))
    // The response cannot have been counted.
    #expect(limit.ofPrompt(cap: 9000) == limit)
  }

  @Test func `answers are asked shorter once, to a quarter of what is allowed`() {
    let shape = RequestShape()
    let limit = SizeLimit(allowed: 6000, requested: 8000)
    let next = shape.fitting(limit, cap: 4096)
    #expect(next?.mostCap == 1500)
    #expect(next?.fitting(limit, cap: 1500) == nil)
    #expect(shape.fitting(limit, cap: 0) == nil)
    #expect(shape.fitting(SizeLimit(allowed: 100, requested: 8000), cap: 4096)?.mostCap == 1024)
  }
}
