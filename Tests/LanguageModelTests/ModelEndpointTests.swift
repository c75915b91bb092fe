import Encoding
import Networking
import Testing

@testable import LanguageModel

/// The addresses and secrets of endpoints. Also: `CapabilityList`, which remembers what they support.
@Suite struct ModelEndpointTests {
  @Test(arguments: [
    ("plain", "https://api.example/v1", "https://api.example/v1/chat/completions", "api.example"),
    ("slash", "https://api.example/v1/", "https://api.example/v1/chat/completions", "api.example"),
    (
      "whole address", "https://api.example/v1/chat/completions",
      "https://api.example/v1/chat/completions", "api.example"
    ),
    (
      "list of models", "https://a.example/v1/models", "https://a.example/v1/chat/completions",
      "a.example"
    ),
    ("fragment", "https://a.example/v1#x", "https://a.example/v1/chat/completions", "a.example"),
    (
      "query", "https://x.example/openai/deployments/d?api-version=1",
      "https://x.example/openai/deployments/d/chat/completions?api-version=1", "x.example"
    ),
    (
      "port", "http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1/chat/completions",
      "127.0.0.1:11434"
    ),
    (
      "no path", "http://localhost:1234", "http://localhost:1234/chat/completions", "localhost:1234"
    ),
    (
      "OpenAI", "https://api.openai.com", "https://api.openai.com/v1/chat/completions",
      "api.openai.com"
    ),
    (
      "Groq", "https://api.groq.com/openai", "https://api.groq.com/openai/v1/chat/completions",
      "api.groq.com"
    ),
    (
      "OpenRouter", "https://openrouter.ai/", "https://openrouter.ai/api/v1/chat/completions",
      "openrouter.ai"
    ),
    (
      "Mistral", "https://api.mistral.ai", "https://api.mistral.ai/v1/chat/completions",
      "api.mistral.ai"
    ),
    (
      "DeepSeek", "https://api.deepseek.com", "https://api.deepseek.com/chat/completions",
      "api.deepseek.com"
    ),
    (
      "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai/",
      "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
      "generativelanguage.googleapis.com"
    ),
    (
      "Gemini, shortened", "https://generativelanguage.googleapis.com",
      "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
      "generativelanguage.googleapis.com"
    ),
    (
      "Anthropic", "https://api.anthropic.com", "https://api.anthropic.com/v1/chat/completions",
      "api.anthropic.com"
    ),
    (
      "Azure, deployment", "https://n.openai.azure.com/openai/deployments/d",
      "https://n.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
      "n.openai.azure.com"
    ),
    (
      "Azure, version named",
      "https://n.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01-preview",
      "https://n.openai.azure.com/openai/deployments/d/chat/completions?api-version=2025-01-01-preview",
      "n.openai.azure.com"
    ),
    (
      "Azure, newer", "https://n.openai.azure.com",
      "https://n.openai.azure.com/openai/v1/chat/completions", "n.openai.azure.com"
    ),
  ])
  func `base addresses have many forms`(name: String, base: String, url: String, host: String)
    throws
  {
    let endpoint = try #require(ModelEndpoint(base: base, key: nil), "\(name)")
    #expect(endpoint.url("/chat/completions") == url && endpoint.host == host, "\(name)")
    #expect(endpoint.isLoopback == (name == "port" || name == "no path"))
  }

  @Test(arguments: [
    (
      "Azure, deployment", "https://n.openai.azure.com/openai/deployments/d",
      "https://n.openai.azure.com/openai/files?api-version=2024-10-21", "/chat/completions"
    ),
    (
      "Azure, newer", "https://n.openai.azure.com", "https://n.openai.azure.com/openai/v1/files",
      "/chat/completions"
    ),
    ("OpenAI", "https://api.openai.com", "https://api.openai.com/v1/files", "/v1/chat/completions"),
  ])
  func `files and batches are the account's`(
    name: String, base: String, files: String, questions: String
  ) throws {
    let endpoint = try #require(ModelEndpoint(base: base, key: nil), "\(name)")
    #expect(endpoint.accountURL("/files") == files, "\(name)")
    #expect(endpoint.questionPath == questions, "\(name)")
  }

  @Test(arguments: [
    "", "api.example", "ftp://x.example", "https://", "http:// x", "https://user:word@x.example/v1",
  ])
  func `invalid addresses are refused, and so are those with a password`(base: String) {
    #expect(ModelEndpoint(base: base, key: nil) == nil)
  }

  @Test(
    arguments: [
      ("usual", "https://a.example/v1", [], ["Authorization": "Bearer sk-secret"]),
      ("Azure", "https://n.openai.azure.com", [], ["api-key": "sk-secret"]),
      (
        "the user's own", "https://a.example/v1", [("authorization", "Basic eA==")],
        ["authorization": "Basic eA=="]
      ),
      (
        "a token at Azure", "https://n.openai.azure.com", [("Authorization", "Bearer t")],
        ["Authorization": "Bearer t"]
      ),
      (
        "beside it", "https://a.example/v1", [("X-Title", "t")],
        ["Authorization": "Bearer sk-secret", "X-Title": "t"]
      ),
    ] as [(String, String, [(name: String, value: String)], HTTPHeaders)])
  func `the key goes where the server looks for it`(
    name: String, base: String, headers: [(name: String, value: String)], expected: HTTPHeaders
  ) throws {
    let endpoint = try #require(
      ModelEndpoint(base: base, key: APIKey("sk-secret"), headers: headers))
    let fields = endpoint.fields(hasBody: false).fields.filter { $0.name != "Accept" }
    #expect(HTTPHeaders(fields) == expected, "\(name)")
  }

  @Test func `what any field says is masked, save who asks and for whom`() throws {
    let endpoint = try #require(
      ModelEndpoint(
        base: "https://a.example/v1", key: APIKey("sk-secret"),
        headers: [
          ("X-Api-Key", "other-secret"), ("Authorization", "Bearer third-secret"),
          ("X-Gateway", "fourth-secret"), ("X-Title", "actionitems"),
        ]
      ))
    #expect(
      endpoint.secrets.masked("sk-secret other-secret third-secret fourth-secret actionitems")
        == "*** *** *** *** actionitems")
    #expect("\(endpoint.secrets)" == "5 secrets")
  }

  @Test func `a wrong address gets a hint where /v1 is missing`() throws {
    func hint(_ base: String) -> String {
      ModelEndpoint(base: base, key: nil)?.addressHint ?? "?"
    }
    #expect(hint("http://localhost:11434").hasSuffix("try --base-url http://localhost:11434/v1"))
    #expect(hint("https://a.example/llm/").hasSuffix("try --base-url https://a.example/llm/v1"))
    #expect(hint("https://a.example/v1").isEmpty && hint("https://a.example/v1beta/x").isEmpty)
  }

  @Test func `what is known of an endpoint is kept under its name, and not for ever`() throws {
    var list = CapabilityList()
    var shape = RequestShape()
    shape.format = .object
    shape.refused = ["temperature"]
    shape.mostCap = 8192
    shape.isCapRaised = true
    shape.hasRulesInQuestion = true
    list.note(shape, endpoint: "https://a.example/v1", model: "m", now: 1000)
    let read = CapabilityList(try .init(parsing: list.bytes))
    #expect(read == list)
    #expect(read.shape(endpoint: "https://a.example/v1", model: "m", now: 2000) == shape)
    #expect(read.shape(endpoint: "https://a.example/v1", model: "n", now: 2000) == nil)
    #expect(read.shape(endpoint: "https://a.example/v1", model: "m", now: 31 * 86_400) == nil)
    var later = read
    later.note(RequestShape(), endpoint: "https://a.example/v1", model: "m", now: 31 * 86_400)
    #expect(
      later.shape(endpoint: "https://a.example/v1", model: "m", now: 32 * 86_400) == RequestShape())
    for text in ["null", "{}", #"{"endpoints":[{"endpoint":1},7,{"endpoint":"a","model":"b"}]}"#] {
      #expect(CapabilityList(try .init(parsing: text.utf8)) == CapabilityList())
    }
  }
}
