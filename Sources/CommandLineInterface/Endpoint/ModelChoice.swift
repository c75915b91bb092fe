import Extraction
import HTTPTransport
import LanguageModel
import Streams

/// Which model a run uses.
enum ModelChoice {
  /// The offline model, because it was asked for or because nothing else is set.
  case offline(isAskedFor: Bool)
  /// An endpoint, and the model's name if one is set.
  case endpoint(ModelEndpoint, model: String?)

  /// Decides from the settings; what is half set is an error, never a silent offline run.
  init(_ invocation: Invocation) throws(CommandFailure) {
    let settings = invocation.settings
    if settings.isOn(ModelOptionSet.offline) {
      // What is typed goes before what a variable or a file says.
      if settings.source(of: ModelOptionSet.baseURL) != .commandLine {
        if settings.isOn(RunOptionSet.triage),
          settings.source(of: RunOptionSet.triage) == .commandLine
        {
          throw CommandFailure(
            .usage,
            "--triage is for an endpoint, and --offline asks none: leave one of them out, or give --base-url"
          )
        }
        self = .offline(isAskedFor: true)
        return
      }
      if settings.source(of: ModelOptionSet.offline) == .commandLine {
        throw CommandFailure(.usage, "--offline and --base-url exclude each other")
      }
    }
    guard let address = settings.value(of: ModelOptionSet.baseURL) else {
      if let named = Self.sign(of: settings, invocation.environment) {
        throw CommandFailure(
          .usage,
          "\(named) is set, but no endpoint: give --base-url (https://api.openai.com/v1 for "
            + "OpenAI) or $OPENAI_BASE_URL, or --offline to go without")
      }
      self = .offline(isAskedFor: false)
      return
    }
    let key = try KeyOption.key(invocation)
    let headers = try Self.headers(settings)
    guard let endpoint = ModelEndpoint(base: address, key: key, headers: headers) else {
      // Whatever stands in it may be secret where it is no address.
      let shown = address.contains("@") ? "one with a user name or password" : "'\(address)'"
      throw CommandFailure(
        .usage, "--base-url has to be an http or https address, not \(shown)")
    }
    self = .endpoint(endpoint, model: settings.value(of: ModelOptionSet.model))
  }

  /// A setting that makes sense with an endpoint only; nil where there is none.
  private static func sign(of settings: Settings, _ environment: [String: String]) -> String? {
    if settings.value(of: ModelOptionSet.model) != nil { return "a model" }
    if settings.value(of: ModelOptionSet.keyVariable) != nil { return "a key" }
    if settings.value(of: EndpointOptionSet.keyFile) != nil { return "a key" }
    if settings.isOn(RunOptionSet.triage) { return "--triage" }
    return KeyOption.variableInForce(settings, environment).map { "$\($0)" }
  }

  private static func headers(
    _ settings: Settings
  ) throws(CommandFailure) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for text in settings.values(of: ModelOptionSet.header) {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--header has to be NAME:VALUE")
      }
      let field = (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
      let problem: String
      switch HTTPHeaders.Field(name: field.name, value: field.value).fault {
      case nil:
        headers.append(field)
        continue
      // A key may have been written where the name belongs.
      case .name?: problem = ": what stands before the colon cannot be the name of a field"
      case .reserved?: problem = " \(field.name): that field is the connection's own"
      case .value?:
        problem = " \(field.name): its value has a line break or another control character"
      }
      throw CommandFailure(.usage, "--header\(problem)")
    }
    return headers
  }

  /// Whether chat leaves this machine.
  var isRemote: Bool {
    if case .endpoint(let endpoint, _) = self { !endpoint.isLoopback } else { false }
  }
}
