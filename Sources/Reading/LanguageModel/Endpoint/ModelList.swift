import CivilTime
import Encoding
import ItemRecords
package import Networking

/// The models that an endpoint lists, with the context sizes that it states: `GET {base}/models`, and at Ollama also
/// `POST /api/show`.
package struct ModelList: Hashable, Sendable {
  /// The model names in alphabetical order.
  package let names: [String]
  /// The context sizes that the server states, in tokens, by model.
  private let contexts: [String: Int]
  /// The server program, if the list shows it.
  package let server: ServerProgram?
  /// The endpoint's time from the `Date` field, in seconds since 1970.
  package let serverTime: Double?

  /// Requests the models: `GET {base}/models`.
  package init(
    at endpoint: ModelEndpoint, transport: any HTTPSending, timeouts: HTTPTimeouts
  ) async throws(ModelFailure) {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.send(
        HTTPRequest(
          .get, endpoint.url("/models"), headers: endpoint.fields(hasBody: false),
          timeouts: timeouts))
    } catch {
      let responseAction = AnswerClassifier.read(error).masked(endpoint.secrets)
      if case .stop(let cause, let why) = responseAction {
        throw ModelFailure(cause, why)
      }
      throw ModelFailure(
        error == .cancelled ? .cancelled : .endpoint, endpoint.secrets.masked(error.description))
    }
    serverTime = response.headers["date"].flatMap { HTTPDate.seconds($0) }
    guard (200...299).contains(response.status) else {
      let problem = EndpointProblem(AnswerBody(response.body, endpoint.secrets))
      let why =
        "\(endpoint.host) answered \(response.status) to GET /models" + problem.quoted(after: ": ")
      switch response.status {
      case 401, 403: throw ModelFailure(.key, why + "; check the key")
      case 404: throw ModelFailure(.address, why + endpoint.addressHint)
      default: throw ModelFailure(problem.isOverload ? .busy : .endpoint, why)
      }
    }
    let json = try? JSONValue(parsing: response.body)
    guard let list = json?["data"]?.array ?? json?["models"]?.array ?? json?.array else {
      throw ModelFailure(
        .address,
        "\(endpoint.host) sent an unexpected answer to GET /models"
          + endpoint.addressHint)
    }
    var contexts: [String: Int] = [:]
    names = list.compactMap { model in
      guard let name = model["id"]?.string ?? model["name"]?.string else { return nil }
      contexts[name] = Self.context(of: model)
      return name
    }.sorted()
    self.contexts = contexts
    server = list.lazy.compactMap { $0["owned_by"]?.string }.first.flatMap(ServerProgram.init)
  }

  /// Returns the listed name of a model; nil if it is not listed.
  package func listed(_ model: String) -> String? {
    // Ollama lists `name:latest` and accepts `name`.
    [model, model + ":latest", "models/" + model].first(where: names.contains)
  }

  // MARK: - The context

  /// The members of a model's entry that state its context: of vLLM, OpenRouter, Groq and Mistral.
  private static let contextNames = [
    "max_model_len", "context_length", "context_window", "max_context_length",
  ]

  private static func context(of model: JSONValue) -> Int? {
    // The context of one slot of llama.cpp's server, and not that of the model's training.
    let stated = [model["meta"]?["n_ctx"]] + contextNames.map { model[$0] }
    return stated.lazy.compactMap(ModelUsage.count).first { $0 > 0 }
  }

  /// Returns the context that the server states for a model, in tokens; nil if it states none.
  package func contextTokens(
    of model: String, at endpoint: ModelEndpoint, transport: any HTTPSending,
    timeouts: HTTPTimeouts
  ) async -> Int? {
    // A server with one model answers to any name.
    let name = listed(model) ?? (names.count == 1 ? names[0] : model)
    if let context = contexts[name] { return context }
    guard server == .ollama else { return nil }
    return await Self.ollamaContext(of: name, at: endpoint, transport, timeouts)
  }

  /// Asks Ollama, whose list has no contexts: `POST /api/show`.
  private static func ollamaContext(
    of model: String, at endpoint: ModelEndpoint, _ transport: any HTTPSending,
    _ timeouts: HTTPTimeouts
  ) async -> Int? {
    let root = endpoint.base.hasSuffix("/v1") ? String(endpoint.base.dropLast(3)) : endpoint.base
    let question: JSONValue = ["model": .string(model)]
    // Without an answer the context stays unknown, as with most servers.
    let response = try? await transport.send(
      HTTPRequest(
        .post, root + "/api/show", headers: endpoint.fields(hasBody: true),
        body: Array(question.compact.utf8), timeouts: timeouts))
    guard let response, response.status == 200,
      let answer = try? JSONValue(
        parsing: response.body, limits: JSONReader.Limits(depth: AnswerBody.depth))
    else { return nil }
    // The model's parameters are lines of a name and a value.
    let parameters = answer["parameters"]?.string ?? ""
    for line in parameters.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "num_ctx", let tokens = Int(words[1]), tokens > 0 {
        return tokens
      }
    }
    // The context of the model's training, which `model_info` has, is rarely that of the server.
    return nil
  }
}
