import Extraction
import ItemRecords
import LanguageModel
import Networking
import System

/// The model that the settings choose for a run: the offline model or an endpoint.
enum ModelChoice {
  /// The offline model, either requested or because nothing else is set.
  case offline(isAskedFor: Bool)
  /// An endpoint, and the model's name if one is set.
  case endpoint(ModelEndpoint, model: String?)

  /// Decides from the settings. Incomplete settings are an error and never lead to a silent offline run.
  init(_ invocation: Invocation) throws(CommandFailure) {
    let settings = invocation.settings
    if settings.isOn(ModelOptionSet.offline) {
      // The command line takes precedence over variables and files.
      if settings.source(of: ModelOptionSet.baseURL) != .commandLine {
        try refuse(
          if: settings.isOn(RunOptionSet.triage)
            && settings.source(of: RunOptionSet.triage) == .commandLine,
          "--triage needs an endpoint: set --base-url, or remove --triage"
        )
        try SecondOpinionOptionSet.refuseOffline(settings)
        self = .offline(isAskedFor: true)
        return
      }
      try refuse(
        if: settings.source(of: ModelOptionSet.offline) == .commandLine,
        "--offline and --base-url cannot be used together")
    }
    guard let address = settings.value(of: ModelOptionSet.baseURL) else {
      if let named = Self.sign(of: settings, invocation.environment) {
        throw CommandFailure(
          .usage,
          "\(named) is set, but no endpoint: set --base-url (https://api.openai.com/v1 for "
            + "OpenAI) or $OPENAI_BASE_URL, or use --offline")
      }
      try SecondOpinionOptionSet.refuseOffline(settings)
      self = .offline(isAskedFor: false)
      return
    }
    let key = try APIKeySource.key(invocation)
    let headers = try Self.headers(settings)
    guard let endpoint = ModelEndpoint(base: address, key: key, headers: headers) else {
      // An invalid address may contain a secret.
      let shown = address.contains("@") ? "one with a user name or password" : "'\(address)'"
      throw CommandFailure(
        .usage, "--base-url must be an http or https address, not \(shown)")
    }
    self = .endpoint(endpoint, model: settings.value(of: ModelOptionSet.model))
  }

  /// Returns the name of a setting that makes sense only with an endpoint; nil if there is none.
  private static func sign(of settings: Settings, _ environment: [String: String]) -> String? {
    if settings.value(of: ModelOptionSet.model) != nil { return "a model" }
    if settings.value(of: ModelOptionSet.keyVariable) != nil { return "a key" }
    if settings.value(of: EndpointOptionSet.keyFile) != nil { return "a key" }
    if settings.isOn(RunOptionSet.triage) { return "--triage" }
    return APIKeySource.variableInForce(settings, environment).map { "$\($0)" }
  }

  private static func headers(
    _ settings: Settings
  ) throws(CommandFailure) -> [(name: String, value: String)] {
    var headers: [(name: String, value: String)] = []
    for text in settings.values(of: ModelOptionSet.header) {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--header must be NAME:VALUE")
      }
      let field = (name: String(parts[0]), value: String(parts[1].drop { $0 == " " }))
      let problem: String
      switch HTTPHeaders.Field(name: field.name, value: field.value).fault {
      case nil:
        headers.append(field)
        continue
      // The user may have written a key in place of the name.
      case .name?: problem = ": the text before the colon is not a valid field name"
      case .reserved?: problem = " \(field.name): this field is set by the connection itself"
      case .value?:
        problem = " \(field.name): its value contains a control character"
      }
      throw CommandFailure(.usage, "--header\(problem)")
    }
    return headers
  }
}
