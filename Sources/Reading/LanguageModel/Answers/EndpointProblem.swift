import Encoding

/// The error that the body of a response reports, read from the many formats that servers use.
struct EndpointProblem {
  /// The server's message, or an empty text.
  private(set) var message = "" {
    didSet {
      words = message.prefix(Self.wordLimit).lowercased()
      sizeLimit = SizeLimit(in: words)
    }
  }
  /// The message in lower case, up to `wordLimit` characters.
  private(set) var words = ""
  /// The allowed and the requested tokens, if the message states both.
  private(set) var sizeLimit: SizeLimit?
  private(set) var type: String?
  private(set) var code: String?
  /// The parameter in question, if the server names it in a separate field.
  private(set) var parameter: String?
  /// The HTTP status in the body, which may differ from that of the response.
  private(set) var status: Int?
  /// The delay that a body field asks for, in seconds.
  private(set) var retryDelay: Double?
  /// The model's output that did not fit the schema.
  private(set) var failedGeneration: String?
  private(set) var hasFilterReasons = false
  private(set) var isDailyQuota = false

  private static let wordLimit = 4000

  /// Creates the problem of an error response. An HTML page says nothing of use.
  init(_ body: AnswerBody) {
    if let problem = body.json.flatMap({ EndpointProblem($0) }) {
      self = problem
    } else if !body.isPage {
      read(.string(body.start))
    }
  }

  /// Reads `{"error": {…}}`, the same in an array, `{"error": "…"}`, `{"object": "error", …}`, `{"detail": …}`,
  /// `{"message": …}` or `{"errors": […]}`. Returns nil if the body reports no error.
  init?(_ body: JSONValue) {
    let body = body[0] ?? body
    if let error = body["error"], !error.isNull, error != false {
      read(error)
      if message.isEmpty, let words = body["message"]?.string { message = words }
      return
    }
    guard body["choices"] == nil else { return nil }
    if let first = body["errors"]?[0] {
      read(first)
    } else if let detail = body["detail"], !detail.isNull {
      readDetail(detail)
    } else if body["message"] != nil {
      read(body)
      status = status ?? body["statusCode"]?.int
    } else {
      return nil
    }
  }

  /// Reads the error within a choice. The `message` of a choice is not an error message.
  init?(choice: JSONValue) {
    guard let error = choice["error"], error.object != nil || error.string != nil else {
      return nil
    }
    read(error)
  }

  // MARK: - Reading

  private mutating func read(_ error: JSONValue) {
    if let text = error.string {
      message = text
      return readInner()
    }
    switch error["message"] {
    case .string(let text)?: message = text
    case let inner?:
      message = inner.isNull ? "" : inner.compact
      if let detail = inner["detail"] { readDetail(detail) }
    case nil: message = error.object == nil ? error.compact : ""
    }
    type = error["type"]?.string ?? error["status"]?.string
    code = error["code"]?.string
    parameter = error["param"]?.string
    readInner()
    status = Self.status(error["code"]) ?? Self.status(error["status"])
    failedGeneration = error["failed_generation"]?.string
    if error["innererror"]?["code"]?.string == "ResponsibleAIPolicyViolation" {
      hasFilterReasons = true
    }
    readDetails(error["details"]?.array ?? [])
    readMetadata(error["metadata"])
  }

  /// Reads the error of an upstream server, which is JSON within the message.
  private mutating func readInner() {
    guard let start = message.unicodeScalars.first, start == "{" || start == "[",
      let inner = try? JSONValue(
        parsing: Array(message.utf8), limits: JSONReader.Limits(depth: AnswerBody.depth))
    else { return }
    if let detail = inner["detail"] ?? inner["error"]?["detail"] ?? inner["message"]?["detail"] {
      readDetail(detail)
    } else if inner.array != nil {
      readDetail(inner)
    }
  }

  private static func status(_ value: JSONValue?) -> Int? {
    let number = value?.int ?? value?.string.flatMap { Int($0) }
    return number.flatMap { (400...599).contains($0) ? $0 : nil }
  }

  /// Reads Pydantic's list of validation errors, or a plain text.
  private mutating func readDetail(_ detail: JSONValue) {
    guard let entries = detail.array else {
      if message.isEmpty || detail.string != nil { message = detail.string ?? detail.compact }
      return
    }
    for entry in entries {
      let place = entry["loc"]?.array?.compactMap(\.string) ?? []
      if message.isEmpty || message.hasPrefix("{") || message.hasPrefix("[") {
        message = ([entry["msg"]?.string ?? ""] + place.dropFirst().suffix(1))
          .filter { !$0.isEmpty }.joined(separator: ": ")
      }
      if parameter == nil, place.first == "body", place.count > 1 { parameter = place[1] }
      type = type ?? entry["type"]?.string
    }
  }

  /// Reads Google's error details (`google/rpc/error_details.proto`).
  private mutating func readDetails(_ details: [JSONValue]) {
    for detail in details {
      if let delay = detail["retryDelay"] {
        retryDelay =
          delay.string.flatMap { WaitText.read($0[...]) } ?? delay["seconds"]?.double
      }
      for violation in detail["violations"]?.array ?? [] {
        if violation["quotaId"]?.string?.holds("PerDay") == true { isDailyQuota = true }
      }
      if let reason = detail["reason"]?.string, code == nil { code = reason }
    }
  }

  /// Reads OpenRouter's metadata: the upstream provider's message and the reasons of a filter.
  private mutating func readMetadata(_ metadata: JSONValue?) {
    guard let metadata else { return }
    if metadata["reasons"]?.array?.isEmpty == false { hasFilterReasons = true }
    if let raw = metadata["raw"]?.string, !raw.isEmpty {
      message += message.isEmpty ? raw : " (\(raw))"
    }
  }

  // MARK: - Messages

  func sentence(status: Int) -> String {
    "the endpoint answered \(status)" + quoted(after: ": ")
  }

  /// Returns the server's message without its final full stop, so that a sentence can continue after it.
  func quoted(after separator: String) -> String {
    let words = Self.shown(message)
    return words.isEmpty ? "" : separator + (words.hasSuffix(".") ? words.dropLast() : words[...])
  }

  /// Returns a server's message on one line, at most 200 characters.
  static func shown(_ text: String) -> String {
    let line = text.prefix(2000).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
