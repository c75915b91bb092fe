import LanguageModel

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
