import LanguageModel

/// The options that choose a model.
enum ModelOptionSet {
  static let offline = Option.flag("offline", "use the offline model: no endpoint, no key, no cost")
  static let baseURL = Option.text(
    "base-url", "URL", otherVariables: ["OPENAI_BASE_URL"],
    "the endpoint's address, as in https://api.openai.com/v1")
  static let model = Option.text(
    "model", "NAME", otherVariables: ["OPENAI_MODEL"], "the model's name at the endpoint")
  static let keyVariable = Option.text(
    "api-key-env", "NAME", "the variable that holds the key"
  ).defaulting(to: "OPENAI_API_KEY")
  static let header = Option.text(
    "header", "NAME:VALUE", isRepeatable: true, isSecret: true,
    "send a header field with every request")
  static let caFile = Option.text("ca", "FILE", "trust the certificate authorities in FILE")
  static let requestTimeout = Option<Duration>.duration(
    "request-timeout", "give up a request after TIME"
  ).defaulting(to: "2m; 10m on loopback")
  static let connectTimeout = Option<Duration>.duration(
    "connect-timeout", "give up connecting after TIME"
  ).defaulting(to: "10s")

  static let retries = Option<Int>.number(
    "retries", 0...20,
    "send a request that failed again, up to N times, and up to 4 N where the endpoint is only busy"
  ).defaulting(to: "5")

  static let all: [any OptionDescribing] =
    [
      offline, baseURL, model, keyVariable, header, caFile, requestTimeout, connectTimeout,
      retries,
    ] + EndpointOptionSet.all + LimitOptionSet.all
}

/// The options that say how an endpoint is reached and what it is sent.
enum EndpointOptionSet {
  static let keyFile = Option.text(
    "api-key-file", "FILE", "read the key from FILE instead of a variable")
  static let bodyOption = Option<BodyOption>.value(
    "body-option", "K=V", expected: "NAME=VALUE, and not model, messages or stream",
    isRepeatable: true,
    "put a member into the body of every request, as in reasoning_effort=low; V may be JSON",
    read: { BodyOption($0) })
  static let proxy = Option.text(
    "proxy", "URL", isSecret: true, "go through this proxy (else as $https_proxy says)")
  static let allowPlainText = Option.flag(
    "allow-plain-http", "send key and chat over http to other machines, unprotected")
  static let idleTimeout = Option<Duration>.duration(
    "idle-timeout", "give up an answer that pauses for TIME once it has begun"
  ).defaulting(to: "1m; 5m on loopback")
  static let longestWait = Option<Duration>.duration(
    "longest-wait", "end the run where the endpoint wants to be left alone for longer"
  ).defaulting(to: "5m")
  static let cache = Option.text(
    "cache", "DIR", "keep answers in DIR, and pay for no question twice")
  static let trustSilence = Option.flag(
    "trust-silence", "believe replies without items, also where there seems to be one")

  static let all: [any OptionDescribing] = [
    keyFile, bodyOption, proxy, allowPlainText, idleTimeout, longestWait, cache, trustSilence,
  ]
}
