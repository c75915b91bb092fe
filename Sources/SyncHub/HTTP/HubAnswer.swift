import JSONText

/// An answer to an ordinary request (RFC 9110).
struct HubAnswer: Hashable, Sendable {
  /// A field of the head.
  struct Field: Hashable, Sendable {
    let name: String
    let value: String
  }

  var status: Int
  var fields: [Field] = []
  var type = "application/json"
  var body: [UInt8] = []
  /// What is wrong, in words; nil where nothing is.
  private(set) var problem: String?

  init(_ status: Int, json body: [UInt8] = [], fields: [Field] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  init(_ status: Int, text: String) {
    self.init(status, json: Array(text.utf8))
    type = "text/plain; charset=utf-8"
  }

  /// The answer, unless whoever asks says that it has just that (RFC 9110, 13.1.2).
  func unlessKnown(_ request: HubRequest) -> HubAnswer {
    guard let tag = fields.first(where: { $0.name == "ETag" })?.value.dropFirst().dropLast(),
      request.names(tag: String(tag), in: "if-none-match", weakly: true) == true
    else { return self }
    return HubAnswer(304, fields: fields)
  }

  /// What is wrong, as RFC 9457 has it.
  static func problem(_ status: Int, _ detail: String, fields: [Field] = []) -> HubAnswer {
    var writer = JSONWriter(escaping: .invisibles)
    writer.value([
      "status": .number("\(status)"), "title": .string(words(status)), "detail": .string(detail),
    ])
    writer.endLine()
    var answer = HubAnswer(status, json: writer.bytes, fields: fields)
    answer.type = "application/problem+json"
    answer.problem = detail
    return answer
  }

  /// Asks for a token, or says what is wrong with one (RFC 6750, section 3).
  static func unauthorized(_ detail: String, hasToken: Bool = true) -> HubAnswer {
    // Nothing may end the text, or the field: a stranger has written some of what a problem tells of.
    let plain = detail.utf8.map {
      (0x20..<0x7F).contains($0) && !#""\"#.utf8.contains($0) ? $0 : 0x27
    }
    let words =
      #"Bearer error="invalid_token", error_description="\#(String(decoding: plain, as: UTF8.self))""#
    return .problem(
      401, detail, fields: [.init(name: "WWW-Authenticate", value: hasToken ? words : "Bearer")])
  }

  /// Names the methods that there are.
  static func notAllowed(_ request: HubRequest, _ methods: String) -> HubAnswer {
    .problem(
      405, "\(SafeHeader.shown(request.path)) takes \(methods)",
      fields: [.init(name: "Allow", value: methods)])
  }

  /// What a status is called (RFC 9110, section 15, and RFC 6585).
  var words: String { Self.words(status) }

  private static func words(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }
}
