/// A message as words and sentences.
struct Utterance {
  private let bytes: [UInt8]
  var words: Words = []
  var sentences: [Range<Int>] = []
  /// What its phrases do, and what those among its first words do.
  var cues: CueKinds = []
  var firstCues: CueKinds = []
  /// Whether the message speaks to a program: `!help`, `/join`.
  var isCommand = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes of a word.
  func bytes(of word: Word) -> ArraySlice<UInt8> { bytes(from: word.start, to: word.end) }

  /// The bytes of the text between two places, as far as there are any.
  func bytes(from start: Int32, to end: Int32 = .max) -> ArraySlice<UInt8> {
    bytes[Range(from: Int(start), to: Int(end)).clamped(to: bytes.indices)]
  }

  /// The text of some words, as it stands, without the marks around it.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, last < words.count else { return "" }
    return String(decoding: bytes(from: words[first].start, to: words[last].end), as: UTF8.self)
  }

  /// The text of one word.
  func text(_ index: Int) -> String { text(index..<index + 1) }

  /// What a word may be; nothing where there is none.
  func roles(_ index: Int) -> Roles { words[index].roles }

  /// Whether a word has one of some roles.
  func has(_ index: Int, _ roles: Roles) -> Bool { !self.roles(index).isDisjoint(with: roles) }

  /// The sentence that a word belongs to.
  func sentence(of index: Int) -> Range<Int> {
    sentences.first { $0.contains(index) } ?? index..<index + 1
  }

  /// Whether a sentence asks something.
  func isQuestion(_ sentence: Range<Int>) -> Bool {
    sentence.last.map { words[$0].after.contains(.question) } ?? false
  }
}
