import Encoding

/// A response to an HTTP request (RFC 9110). `HubRequest` is the request.
struct HubAnswer: Hashable, Sendable {
  /// A header field.
  struct Field: Hashable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    static func tag(_ tag: String) -> Field { Field("ETag", "\"\(tag)\"") }
  }

  var status: Int
  var fields: [Field] = []
  var type = "application/json"
  var body: [UInt8] = []
  private(set) var problem: String?

  init(_ status: Int, json body: [UInt8] = [], fields: [Field] = []) {
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  init(_ status: Int, text: String) {
    self.init(status, json: Array(text.utf8))
    type = "text/plain; charset=utf-8"
  }

  /// The response, or 304 if the client already has this version (`If-None-Match`; RFC 9110, 13.1.2).
  func unlessKnown(_ request: HubRequest) -> HubAnswer {
    guard let tag = fields.first(where: { $0.name == "ETag" })?.value.dropFirst().dropLast(),
      request.names(tag: String(tag), in: "if-none-match", weakly: true) == true
    else { return self }
    return HubAnswer(304, fields: fields)
  }

  /// A line of JSON without invisible characters, so that people can read it too.
  static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    write(&writer)
    writer.endLine()
    return writer.bytes
  }

  static let readOnly = problem(403, "this token is read-only")

  /// A problem document (RFC 9457).
  static func problem(_ status: Int, _ detail: String, fields: [Field] = []) -> HubAnswer {
    let body = line {
      $0.value([
        "status": .int(status), "title": .string(words(status)), "detail": .string(detail),
      ])
    }
    var answer = HubAnswer(status, json: body, fields: fields)
    answer.type = "application/problem+json"
    answer.problem = detail
    return answer
  }

  /// Asks for a token, or says what is wrong with one (RFC 6750, section 3).
  static func unauthorized(_ detail: String, hasToken: Bool = true) -> HubAnswer {
    // No character of `detail` may end the quoted string or the header field, whatever it contains.
    let plain = detail.utf8.map {
      (0x20..<0x7F).contains($0) && !#""\"#.utf8.contains($0) ? $0 : 0x27
    }
    let words =
      #"Bearer error="invalid_token", error_description="\#(String(decoding: plain, as: UTF8.self))""#
    return .problem(
      401, detail, fields: [.init("WWW-Authenticate", hasToken ? words : "Bearer")])
  }

  static func notAllowed(_ request: HubRequest, _ methods: String) -> HubAnswer {
    .problem(
      405, "\(SafeHeader.shown(request.path)) accepts \(methods)",
      fields: [.init("Allow", methods)])
  }

  /// The reason phrase of the status (RFC 9110, section 15, and RFC 6585).
  var words: String { Self.words(status) }

  private static func words(_ status: Int) -> String { allWords[status] ?? "Status" }

  private static let allWords = [
    200: "OK", 201: "Created", 204: "No Content", 303: "See Other", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 409: "Conflict", 410: "Gone", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
    421: "Misdirected Request", 422: "Unprocessable Content", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests", 500: "Internal Server Error",
    503: "Service Unavailable", 507: "Insufficient Storage",
  ]
}
