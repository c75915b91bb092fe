import Encoding
import ItemRecords
package import Networking

/// Submits batches to an OpenAI-compatible endpoint and fetches their results: `/files` and `/batches`.
package struct BatchClient: Sendable {
  private let endpoint: ModelEndpoint
  private let transport: any HTTPSending
  private let timeouts: HTTPTimeouts
  private let retries: RetryLimits
  private let environment: EndpointClient.Environment

  /// The minimum speed of a connection for files, in bytes per second.
  private static let slowest = 50_000
  /// The maximum size of a result file in bytes.
  package static let largestOutput = 4 << 30

  package init(
    _ endpoint: ModelEndpoint, transport: any HTTPSending, timeouts: HTTPTimeouts,
    retries: RetryLimits, environment: EndpointClient.Environment = .system
  ) {
    (self.endpoint, self.transport, self.timeouts) = (endpoint, transport, timeouts)
    (self.retries, self.environment) = (retries, environment)
  }

  /// Returns whether a text is a plausible id. Ids become part of a URL.
  static func isName(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  // MARK: - Submission

  /// Uploads a file of questions and returns its id.
  package func upload(
    path: String, name: String, length: Int
  ) async throws -> String {
    // A number between 0 and 1 has 52 random bits.
    let random = (0..<3).map { _ in String(environment.random().bitPattern, radix: 36) }
    let form = UploadForm(
      path: path, name: name, length: length, boundary: "actionitems-" + random.joined())
    var fields = endpoint.fields(hasBody: false)
    fields.add("Content-Type", form.contentType)
    var request = HTTPRequest(
      .post, endpoint.accountURL("/files"), headers: fields, timeouts: patient(for: form.body.count)
    )
    request.fileBody = form.body
    let answer = try await json(request, "POST /files", mayRepeat: true)
    guard let id = answer["id"]?.string, Self.isName(id) else { throw strange("POST /files") }
    return id
  }

  package func begin(fileId: String, note: String) async throws -> BatchStatus {
    var writer = JSONWriter()
    writer.value([
      "input_file_id": .string(fileId), "endpoint": .string(endpoint.questionPath),
      "completion_window": "24h", "metadata": ["actionitems": .string(note)],
    ])
    let request = HTTPRequest(
      .post, endpoint.accountURL("/batches"), headers: endpoint.fields(hasBody: true),
      body: writer.bytes, timeouts: timeouts)
    return try status(try await json(request, "POST /batches", mayRepeat: false), "POST /batches")
  }

  /// Returns the batch that was created from a file; nil if it is not among the last 100.
  package func find(fileId: String) async throws -> BatchStatus? {
    let answer = try await json(
      get("/batches", query: "limit=100"), "GET /batches", mayRepeat: true)
    guard let list = answer["data"]?.array else { throw strange("GET /batches") }
    return list.lazy.compactMap { BatchStatus($0) }.first { $0.inputFile == fileId }
  }

  // MARK: - Fetching

  package func status(of id: String) async throws -> BatchStatus {
    let what = "GET /batches/\(id)"
    return try status(try await json(get("/batches/\(id)"), what, mayRepeat: true), what)
  }

  /// Downloads a file from the endpoint to a path.
  package func download(_ fileId: String, to path: String) async throws {
    var request = get("/files/\(fileId)/content")
    request.timeouts = patient(for: 500_000_000)
    request.outputPath = path
    request.maximumResponseBytes = Self.largestOutput
    _ = try await send(request, "GET /files/\(fileId)/content", mayRepeat: true)
  }

  private func get(_ operation: String, query: String? = nil) -> HTTPRequest {
    var url = endpoint.accountURL(operation)
    if let query { url += (url.contains("?") ? "&" : "?") + query }
    return HTTPRequest(
      .get, url, headers: endpoint.fields(hasBody: false), timeouts: timeouts)
  }

  /// Returns the usual time-outs, extended for a file.
  private func patient(for bytes: Int) -> HTTPTimeouts {
    var timeouts = timeouts
    timeouts.total = (timeouts.total ?? .seconds(120)) + .seconds(bytes / Self.slowest)
    return timeouts
  }

  // MARK: - Answers

  private func status(
    _ answer: JSONValue, _ what: String
  ) throws(ModelFailure) -> BatchStatus {
    guard let status = BatchStatus(answer) else { throw strange(what) }
    return status
  }

  private func strange(_ what: String) -> ModelFailure {
    ModelFailure(
      .address,
      "\(endpoint.host) answered \(what) with something else"
        + endpoint.addressHint)
  }

  private func json(
    _ request: HTTPRequest, _ what: String, mayRepeat: Bool
  ) async throws -> JSONValue {
    let response = try await send(request, what, mayRepeat: mayRepeat)
    let body = endpoint.secrets.masked(response.body)
    guard let value = try? JSONValue(parsing: body, limits: JSONReader.Limits(depth: 32)) else {
      throw strange(what)
    }
    return value
  }

  /// Sends a request, with retries. A request that must not be repeated is sent again only if the endpoint cannot have
  /// processed it.
  /// - Throws: `ModelFailure`, or `CancellationError`.
  private func send(
    _ request: HTTPRequest, _ what: String, mayRepeat: Bool
  ) async throws -> HTTPResponse {
    var state = RetryState(retries: retries)
    while true {
      let action: ResponseAction
      do throws(HTTPError) {
        let response = try await transport.send(request)
        if (200...299).contains(response.status) { return response }
        action = reaction(to: response, what, mayRepeat: mayRepeat)
      } catch {
        if error == .cancelled || error == .shutDown { throw CancellationError() }
        let why = "\(what): \(endpoint.secrets.masked(error.description))"
        action =
          !error.isTransient
          ? .stop(.connection, why: why)
          : mayRepeat || !error.mayHaveBeenProcessed
            ? .retry(.failure, after: nil, why: why) : .fail(why: why)
      }
      state.note(nil, isUsed: false)
      switch try state.next(action, random: environment.random()) {
      case .retry(_, let wait?, _): try await environment.wait(wait)
      case .fail(let why): throw ModelFailure(.window, why, state.usage)
      case .stop(let cause, let why): throw ModelFailure(cause, why, state.usage)
      default: throw strange(what)
      }
    }
  }

  /// Returns the reaction to an error: a retry, a stop, or a failure.
  private func reaction(
    to response: HTTPResponse, _ what: String, mayRepeat: Bool
  ) -> ResponseAction {
    let place = "\(endpoint.host) answered \(response.status) to \(what): "
    let reading = AnswerClassifier.read(
      response, now: Double(environment.now()) / 1000, secrets: endpoint.secrets)
    switch reading.responseAction {
    case .retry(let cause, let after, let why):
      // These statuses show that nothing was done.
      return mayRepeat || [429, 503].contains(response.status)
        ? .retry(cause, after: after, why: place + why) : .fail(why: place + why)
    case .stop(let cause, let why):
      let hint = response.status == 404 ? endpoint.addressHint : ""
      return .stop(cause, why: place + why + hint)
    case .change(_, let why), .split(_, let why), .raiseCap(let why), .skip(let why),
      .fail(let why):
      return .fail(why: place + why)
    case .use: return reading.responseAction
    }
  }
}
