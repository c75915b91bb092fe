import HTTPTransport

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
