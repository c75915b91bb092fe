import JSONText

/// What an endpoint says is wrong, in the forms that servers use.
struct EndpointProblem {
  var message: String
  var type: String?
  var code: String?
  var parameter: String?
  /// The HTTP status that a body claims which came with another one.
  var status: Int?

  init(message: String) {
    self.message = message
  }

  /// `{"error": {…}}`, the same in an array, `{"error": "…"}`, or `{"object": "error", …}`; nil where
  /// the body tells of no error.
  init?(_ body: JSONValue) {
    let body = body[0] ?? body
    let error: JSONValue
    if let inner = body["error"], !inner.isNull {
      error = inner
    } else if body["object"]?.string == "error" || body["choices"] == nil, body["message"] != nil {
      error = body
    } else {
      return nil
    }
    if let text = error.string {
      message = text
      return
    }
    message = error["message"].map { $0.string ?? $0.compact } ?? ""
    type = error["type"]?.string
    code = error["code"]?.string
    parameter = error["param"]?.string
    status = error["code"]?.int ?? error["status"]?.int
  }

  // MARK: - Kinds

  private var words: String { message.lowercased() }

  var isContentFilter: Bool {
    code == "content_filter" || words.contains("content management policy")
  }

  var isQuota: Bool { code == "insufficient_quota" || type == "insufficient_quota" }

  var isTooLong: Bool {
    code == "context_length_exceeded" || type == "exceed_context_size_error"
      || ["context size has been exceeded", "maximum context length", "context length exceeded"]
        .contains(where: words.contains)
  }

  /// What to leave out or to put otherwise.
  var change: RequestChange? {
    let named = parameter ?? ""
    if named.hasPrefix("response_format") || words.contains("response_format")
      || words.contains("json_schema") || words.contains("json_object")
    {
      return .simplerFormat
    }
    if named == "temperature" || words.contains("temperature") {
      return .withoutParameter("temperature")
    }
    return nil
  }

  // MARK: - Words

  /// The sentence that a person reads.
  func sentence(status: Int) -> String {
    message.isEmpty
      ? "the endpoint answered \(status)"
      : "the endpoint answered \(status): \(Self.shown(message))"
  }

  /// A server's words, on one line and not too many.
  static func shown(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
