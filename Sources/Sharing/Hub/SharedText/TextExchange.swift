import Crypto
import Encoding

/// A page's request about the text that it edits: the body of `POST /items/ID/text`. `TextRoomProblem` is a refusal.
///
///     {"window": "…", "key": "…", "room": "…", "has": {"5f0c…": 12}, "cursor": ["5f0c…", 11],
///      "batch": {"editors": […], "operations": […]}}
struct TextExchange: Sendable {
  /// The name of the page's event stream.
  var window: String
  /// The editor's name. It is derived from a key that only the page has, so that no other page can use it.
  var editor: String
  /// The id of the room that the page has joined; nil to join the current or a new one.
  var room: String?
  var known = TextVersion()
  /// The operations that the hub lacks, as far as the page knows.
  var operations: [TextOperation] = []
  var cursor: TextCursor?
  /// Whether the page is about to save the text that the answer gives.
  var isSaving = false
  var isLeaving = false
  /// The stored text as the page knows it, sent with all of its operations when the hub has lost the text.
  var stored: String?

  init(_ body: [UInt8]) throws(TextProblem) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: body, limits: .init(depth: 6))
    } catch {
      throw .malformed("\(error)")
    }
    guard let window = value["window"]?.string, let key = value["key"]?.string,
      (16...100).contains(key.utf8.count)
    else { throw .malformed("there is no window, or no key of 16 to 100 bytes") }
    self.window = window
    editor = Self.editor(key)
    room = value["room"]?.string
    guard room.map(Self.isName) ?? true else { throw .malformed("the room has no name") }
    isSaving = value["saving"]?.bool ?? false
    isLeaving = value["leaving"]?.bool ?? false
    stored = value["stored"]?.string
    if let batch = value["batch"], !batch.isNull { operations = try TextBatch(batch).operations }
    for member in value["has"]?.object ?? [] {
      guard let count = member.value.int, count >= 0 else { throw .malformed("a count is invalid") }
      known[member.key] = count
    }
    guard known.counts.count <= TextReplica.mostEditors else { throw .badEditor }
    if let place = value["cursor"]?.array {
      cursor = TextCursor(after: nil)
      if !place.isEmpty {
        guard place.count == 2, let editor = place[0].string, Self.isName(editor),
          let number = place[1].int, number >= 0
        else { throw .malformed("the cursor is invalid") }
        cursor?.element = ElementID(editor, number)
      }
    }
    for operation in operations {
      guard Self.isName(operation.id.editor) else { throw .badEditor }
      guard operation.insertion?.pieces.allSatisfy(Self.isPlain) ?? true else {
        throw .malformed("there are control characters in the text")
      }
    }
  }

  /// The name of the editor with a key.
  static func editor(_ key: String) -> String { Hex.string(SHA256.digest(key.utf8).prefix(8)) }

  /// ASCII only, because the page's script compares names too, and orders other characters differently.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 40 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isPlain(_ piece: TextOperation.Piece) -> Bool {
    if case .text(let text) = piece { isPlain(text) } else { true }
  }

  /// Whether a browser's text box keeps the text unchanged.
  static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
  }
}

/// The reason why a page's request about a text is refused.
enum TextRoomProblem: Error, Hashable, CustomStringConvertible {
  /// The hub has lost the text, so a page has to send all of it.
  case gone
  /// The page knows another room, or another stored text.
  case another
  /// The limit of editors or of texts is reached.
  case tooMany
  case tooFast
  case foreign
  case text(TextProblem)

  var status: Int {
    switch self {
    case .gone: 410
    case .another: 409
    case .tooMany: 503
    case .tooFast: 429
    case .foreign: 403
    case .text(.tooLong), .text(.full): 413
    case .text: 422
    }
  }

  var description: String {
    switch self {
    case .gone: "the hub no longer has this text; send all of it, with 'stored'"
    case .another: "the text was reopened or saved since"
    case .tooMany: "too many people are editing"
    case .tooFast: "too many changes to this text at a time"
    case .foreign: "an editor must use its own name"
    case .text(let problem): "\(problem)"
    }
  }
}
