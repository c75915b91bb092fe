import LanguageModel
import Testing

@testable import Networking

/// Error messages of servers, each in its own form, and requests without an answer.
@Suite struct EndpointProblemTests {
  @Test(arguments: [
    Answer(
      "OpenAI, bad key", 401,
      #"{"error":{"message":"You didn't provide an API key.","type":"invalid_request_error","param":null,"code":null}}"#,
      "stop, key"),
    Answer(
      "OpenAI, no quota", 429,
      #"{"error":{"message":"Your quota is used up.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#,
      "stop, quota"),
    Answer(
      "OpenAI, no model", 404,
      #"{"error":{"message":"The model `nano-9` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}"#,
      "stop, model"),
    Answer(
      "OpenAI, cap renamed", 400,
      #"{"error":{"message":"Unsupported parameter: 'max_tokens' cannot be used here. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#,
      #"change, renamed("max_tokens")"#),
    Answer(
      "OpenAI, cap renamed, by words alone", 400,
      #"{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}"#,
      #"change, renamed("max_tokens")"#),
    Answer(
      "OpenAI, temperature", 400,
      #"{"error":{"message":"Unsupported value: 'temperature' may only be 1.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}"#,
      #"change, withoutParameter("temperature")"#),
    Answer(
      "OpenAI, schema", 400,
      #"{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' cannot be used.","type":"invalid_request_error","param":"response_format","code":null}}"#,
      "change, simplerFormat"),
    Answer(
      "OpenAI, no system role", 400,
      #"{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role","code":"unsupported_value"}}"#,
      "change, rulesInQuestion"),
    Answer(
      "OpenAI, too long", 400,
      #"{"error":{"message":"Your messages are 9000 tokens, this model takes 8192.","code":"context_length_exceeded","param":"messages"}}"#,
      "split"),
    Answer(
      "OpenAI, question and cap too long", 400,
      #"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (904 in the messages, 4096 in the completion).","code":"context_length_exceeded"}}"#,
      "change, lowerCap(Optional(3184))"),
    Answer(
      "OpenAI, cap too large", 400,
      #"{"error":{"message":"max_tokens is too large: 32768. This model supports at most 16384 completion tokens.","param":"max_tokens","code":"invalid_value"}}"#,
      "change, lowerCap(Optional(16384))"),
    Answer(
      "OpenAI, larger than its own limit", 429,
      #"{"error":{"message":"Request too large for m on tokens per min (TPM): Limit 10000, Requested 12000.","type":"tokens","code":"rate_limit_exceeded"}}"#,
      "split, 12000 of 10000"),
    Answer(
      "OpenAI, prompt flagged", 400,
      #"{"error":{"message":"Invalid prompt: it was flagged as going against our usage policy.","code":"invalid_prompt"}}"#,
      "skip"),
    Answer(
      "OpenAI, own trouble", 500,
      #"{"error":{"message":"We had an error.","type":"server_error"}}"#, "retry, failure"),
    Answer(
      "OpenAI, overloaded", 503, #"{"error":{"message":"The engine is overloaded.","code":null}}"#,
      "retry, slowDown"),
    Answer(
      "OpenAI, not to be repeated", 500, "{}", ["x-should-retry": "false"], "fail"),
    Answer(
      "OpenAI, to be repeated", 400, "{}", ["x-should-retry": "true"], "retry, failure"),
  ])
  func `OpenAI`(answer: Answer) { answer.check() }

  @Test(arguments: [
    Answer(
      "Azure, bad key", 401,
      #"{"error":{"code":"401","message":"Access denied due to an invalid subscription key or wrong API endpoint."}}"#,
      "stop, key"),
    Answer(
      "Azure, no token", 401, #"{ "statusCode": 401, "message": "Unauthorized. No token." }"#,
      "stop, key"),
    Answer(
      "Azure, no deployment", 404,
      #"{"error":{"code":"DeploymentNotFound","message":"There is no such API deployment."}}"#,
      "stop, model"),
    Answer(
      "Azure, no resource", 404, #"{"error":{"code":"404","message":"Resource not found"}}"#,
      "stop, address"),
    Answer(
      "Azure, filter", 400,
      #"{"error":{"message":"Filtered.","param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
      "skip"),
    Answer(
      "Azure, rate", 429,
      #"{"error":{"code":"429","message":"You have exceeded the call rate. Please retry after 6 seconds."}}"#,
      "retry, slowDown, 6.0 s"),
    Answer(
      "Azure, old version", 400,
      #"{"error":{"code":"BadRequest","message":"response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later"}}"#,
      "change, simplerFormat"),
    Answer(
      "Ollama, no model", 404,
      #"{"error":{"message":"model \"tiny\" not found, try pulling it first","type":"api_error","param":null,"code":null}}"#,
      "stop, model"),
    Answer("Ollama, no /v1", 404, "404 page not found", "stop, address"),
    Answer(
      "Ollama, full", 503,
      #"{"error":{"message":"server busy, please try again.  maximum pending requests exceeded"}}"#,
      "retry, slowDown"),
    Answer(
      "Ollama, too long", 400,
      #"{"error":{"message":"the input length exceeds the context length","type":"invalid_request_error"}}"#,
      "split"),
    Answer(
      "Ollama, too large for the machine", 500,
      #"{"error":"model requires more system memory (9.1 GiB) than is available (4.0 GiB)"}"#,
      "stop, model"),
    Answer(
      "vLLM, no model", 404,
      #"{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","param":null,"code":404}"#,
      "stop, model"),
    Answer("vLLM, wrong path", 404, #"{"detail":"Not Found"}"#, "stop, address"),
    Answer("vLLM, bad key", 401, #"{"error":"Unauthorized"}"#, "stop, key"),
    Answer(
      "vLLM, too long", 400,
      #"{"object":"error","message":"This model's maximum context length is 2048 tokens. However, you requested 6000 tokens (5000 in the messages, 1000 in the completion).","type":"BadRequestError","param":null,"code":400}"#,
      "split"),
    Answer(
      "vLLM, cap too large", 400,
      #"{"object":"error","message":"'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 1000 input tokens (4096 > 4096 - 1000).","code":400}"#,
      "change, lowerCap(Optional(3088))"),
    Answer(
      "vLLM, unknown field", 400,
      #"{"object":"error","message":"[{'type': 'extra_forbidden'}] Extra inputs are not permitted: top_q","type":"BadRequestError"}"#,
      #"change, withoutParameter("top_q")"#),
    Answer(
      "vLLM, no system role", 400,
      #"{"object":"error","message":"System role not supported","type":"BadRequestError"}"#,
      "change, rulesInQuestion"),
    Answer(
      "llama.cpp, too long", 400,
      #"{"error":{"code":400,"message":"the request is longer than what fits","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}"#,
      "split"),
    Answer(
      "llama.cpp, too long as 500", 500,
      #"{"error":{"code":500,"message":"context size has been exceeded","type":"server_error"}}"#,
      "split"),
    Answer(
      "llama.cpp, loading", 503,
      #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
      "retry, slowDown"),
    Answer(
      "llama.cpp, grammar", 400,
      #"{"error":{"code":400,"message":"failed to parse grammar","type":"invalid_request_error"}}"#,
      "change, simplerFormat"),
    Answer(
      "llama.cpp, grammar as 500", 500,
      #"{"error":{"code":500,"message":"JSON schema conversion failed","type":"server_error"}}"#,
      "change, simplerFormat"),
    Answer(
      "LM Studio, object refused", 400,
      #"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#,
      "change, simplerFormat"),
    Answer(
      "LM Studio, too long", 400,
      #"{"error":"Trying to keep the first 5000 tokens, but the model is loaded with a context length of only 4096 tokens."}"#,
      "split"),
    Answer(
      "LM Studio, no /v1", 200,
      #"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#, "stop, address"),
    Answer(
      "LM Studio, nothing loaded", 404, #"{"error":{"message":"No models loaded."}}"#, "stop, model"
    ),
  ])
  func `servers that people run themselves, and Azure`(answer: Answer) { answer.check() }

  @Test(arguments: [
    Answer(
      "OpenRouter, rate in a good answer", 200,
      #"{"id":"x","choices":null,"error":{"code":429,"message":"Rate limited upstream"}}"#,
      "retry, slowDown"),
    Answer(
      "OpenRouter, error in the choice", 200,
      #"{"choices":[{"index":0,"finish_reason":"error","message":{"content":""},"error":{"code":502,"message":"The provider failed"}}]}"#,
      "retry, failure"),
    Answer(
      "OpenRouter, no credit", 402, #"{"error":{"code":402,"message":"Add credits."}}"#,
      "stop, quota"),
    Answer(
      "OpenRouter, moderated", 403,
      #"{"error":{"code":403,"message":"Input not accepted","metadata":{"reasons":["violence"],"flagged_input":"…"}}}"#,
      "skip"),
    Answer(
      "OpenRouter, nobody knows the parameters", 404,
      #"{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}"#,
      "change, simplerFormat"),
    Answer(
      "OpenRouter, no such model", 400,
      #"{"error":{"message":"acme/nano is not a valid model ID","code":400}}"#, "stop, model"),
    Answer(
      "OpenRouter, limit begins anew", 429, #"{"error":{"message":"Slow","code":429}}"#,
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1767600012500"],
      "retry, slowDown, 12.5 s"),
    Answer(
      "Groq, rate", 429,
      #"{"error":{"message":"Rate limit reached on tokens per minute (TPM): Limit 6000, Used 5500, Requested 900. Please try again in 4.25s. Need more?","type":"tokens","code":"rate_limit_exceeded"}}"#,
      "retry, slowDown, 4.25 s"),
    Answer(
      "Groq, minutes", 429,
      #"{"error":{"message":"Please try again in 7m54.5s.","code":"rate_limit_exceeded"}}"#,
      "retry, slowDown, 474.5 s"),
    Answer(
      "Groq, larger than its own limit", 413,
      #"{"error":{"message":"Request too large on tokens per minute (TPM): Limit 6000, Requested 9000, please reduce your message size and try again.","code":"rate_limit_exceeded"}}"#,
      "split, 9000 of 6000"),
    Answer(
      "Groq, bad JSON without the text", 400,
      #"{"error":{"message":"Failed to generate JSON.","code":"json_validate_failed","failed_generation":""}}"#,
      "retry, nothing"),
    Answer(
      "Groq, the word is missing", 400,
      #"{"error":{"message":"'messages' must contain the word 'json' to use 'response_format' of type 'json_object'."}}"#,
      "fail"),
    Answer(
      "Groq, cap too large", 400,
      #"{"error":{"message":"`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model"}}"#,
      "change, lowerCap(nil)"),
    Answer(
      "Groq, gone", 400,
      #"{"error":{"message":"The model `old` has been decommissioned.","code":"model_decommissioned"}}"#,
      "stop, model"),
    Answer(
      "Mistral, unknown field", 422,
      #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":1}]},"type":"invalid_request_error","param":null,"code":null}"#,
      #"change, renamed("seed")"#),
    Answer(
      "Mistral, cap", 422,
      #"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}"#,
      #"change, renamed("max_completion_tokens")"#),
    Answer(
      "Mistral, too long", 400,
      #"{"object":"error","message":"Prompt contains 40000 tokens, too large for model with 32768 maximum context length","type":"invalid_request_prompt","code":"3051"}"#,
      "split"),
    Answer(
      "Mistral, no such model", 400,
      #"{"object":"error","message":"Invalid model: nano","type":"invalid_model","code":"1500"}"#,
      "stop, model"),
    Answer("Mistral, rate", 429, #"{"message":"Requests rate limit exceeded"}"#, "retry, slowDown"),
    Answer(
      "DeepSeek, no balance", 402,
      #"{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}"#,
      "stop, quota"),
    Answer(
      "DeepSeek, format", 400,
      #"{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}"#,
      "change, simplerFormat"),
    Answer(
      "DeepSeek, cap", 400,
      #"{"error":{"message":"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"}}"#,
      "change, lowerCap(Optional(8192))"),
    Answer(
      "Gemini, rate", 429,
      #"[{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"QuotaFailure","violations":[{"quotaId":"RequestsPerMinute"}]},{"@type":"RetryInfo","retryDelay":"22.5s"}]}}]"#,
      "retry, slowDown, 22.5 s"),
    Answer(
      "Gemini, used up for today", 429,
      #"[{"error":{"code":429,"message":"You exceeded your current quota.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerModel"}]},{"retryDelay":"9s"}]}}]"#,
      "stop, quota"),
    Answer(
      "Gemini, bad key", 400,
      #"[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]"#,
      "stop, key"),
    Answer(
      "Gemini, unknown field", 400,
      #"[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"top_q\": Cannot find field.","status":"INVALID_ARGUMENT"}}]"#,
      #"change, withoutParameter("top_q")"#),
    Answer(
      "Gemini, too long", 400,
      #"[{"error":{"code":400,"message":"The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]"#,
      "split"),
    Answer(
      "Gemini, overloaded", 503,
      #"[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]"#,
      "retry, slowDown"),
    Answer(
      "Gemini, no model", 404,
      #"[{"error":{"code":404,"message":"models/nano is not found for API version v1main","status":"NOT_FOUND"}}]"#,
      "stop, model"),
    Answer(
      "Anthropic, overloaded", 529,
      #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
      "retry, slowDown"),
    Answer(
      "Anthropic, no credit", 400,
      #"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low."}}"#,
      "stop, quota"),
    Answer(
      "Anthropic, too long", 400,
      #"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
      "split"),
    Answer(
      "Anthropic, cap", 400,
      #"{"error":{"type":"invalid_request_error","message":"max_tokens: 32768 > 8192, which is the maximum allowed number of output tokens for m"}}"#,
      "change, lowerCap(Optional(8192))"),
    Answer(
      "Anthropic, rate", 429, #"{"error":{"type":"rate_limit_error","message":"Slow down"}}"#,
      [
        "anthropic-ratelimit-requests-remaining": "0", "anthropic-ratelimit-tokens-remaining": "9",
        "anthropic-ratelimit-requests-reset": "2026-01-05T08:00:09Z",
        "anthropic-ratelimit-tokens-reset": "2026-01-05T08:00:59Z",
      ],
      "retry, slowDown, 9.0 s"),
  ])
  func `servers that people rent`(answer: Answer) { answer.check() }

  @Test(arguments: [
    Answer("bad gateway with a page", 502, "<html>502</html>", "retry, failure"),
    Answer("behind a cache", 520, "<html>", "retry, failure"),
    Answer("unavailable, without words", 503, "", "retry, failure"),
    Answer("gateway time-out", 504, "", "retry, failure"),
    Answer("request time-out", 408, "", "retry, failure"),
    Answer("conflict", 409, "", "retry, failure"),
    Answer("too many, without words", 429, "", "retry, slowDown"),
    Answer("forbidden with a page", 403, "<html>", "stop, key"),
    Answer("payment", 402, "", "stop, quota"),
    Answer("too large", 413, "", "split"),
    Answer("wrong method", 405, "", "stop, address"),
    Answer("gone", 410, "", "stop, address"),
    Answer("not to be had", 404, "", "stop, address"),
    Answer("not implemented", 501, "", "fail"),
    Answer("anything else", 400, #"{"error":{"message":"bad"}}"#, "fail"),
    Answer("teapot", 418, "", "fail"),
    Answer("elsewhere", 304, "", "stop, address"),
    Answer(
      "errors in a list", 400, #"{"errors":[{"message":"invalid api key","code":1000}]}"#,
      "stop, key"),
    Answer("an error without words", 500, #"{"error":{}}"#, "retry, failure"),
    Answer(
      "a wait as a date", 503, "", ["retry-after": "Mon, 05 Jan 2026 08:00:30 GMT"],
      "retry, slowDown, 30.0 s"),
  ])
  func `anywhere`(answer: Answer) { answer.check() }

  @Test(
    arguments: [
      ("cancelled", .cancelled, "fail"),
      ("bad address", .invalidURL(.malformed), "stop, connection"),
      (
        "redirect", .redirectRefused(status: 301, from: Self.place, to: nil), "stop, connection"
      ),
      ("plain text", .plainTextRefused(Self.place), "stop, connection"),
      ("certificate", .tlsFailed(.expired, Self.place), "stop, connection"),
      ("handshake", .tlsFailed(.handshake("x"), Self.place), "retry, failure"),
      ("no name", .unknownHost(.init(host: "h", port: 1)), "retry, failure"),
      ("refused", .connectionRefused(.init(host: "h", port: 1)), "retry, absence"),
      ("silence", .timedOut(.total, after: .seconds(1), Self.place), "retry, failure"),
      ("broken", .connectionBroken(Self.place, answerBegun: true), "retry, failure"),
      ("no HTTP", .badResponse(Self.place, reason: "x"), "retry, failure"),
      ("endless body", .responseTooLarge(Self.place, limit: 9), "fail"),
      ("endless header", .headerTooLarge(Self.place, .fields(9)), "fail"),
      (
        "proxy wants a password", .proxyRefused(.init(host: "p", port: 1), status: 407),
        "stop, connection"
      ),
      ("proxy is down", .proxyRefused(.init(host: "p", port: 1), status: 502), "retry, failure"),
    ] as [(String, HTTPError, String)])
  func `no answer`(name: String, error: HTTPError, responseAction: String) {
    #expect(Answer.words(AnswerClassifier.read(error)) == responseAction, "\(name)")
  }

  static let place = HTTPDestination(scheme: "https", host: "h", port: 443)
}
