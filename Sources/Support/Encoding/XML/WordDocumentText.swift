/// Reads a Word document's main part as plain text, with a line for each paragraph and line break (ECMA-376, part 1,
/// section 17).
/// The text ends at the first damaged place.
public final class WordDocumentText: ByteSource {
  private var xml: XMLStream
  private let noteDamage: (XMLError) -> Void
  private var output: [UInt8] = []
  private var given = 0
  private var isAtEnd = false
  private var depth = 0
  /// The depth of the element being left out: a fallback, deleted or moved text, or a field instruction.
  private var leftOut: Int?
  /// The number of open runs. Outside of a run, a `tab` element is a setting.
  private var runs = 0
  private var isText = false

  /// Starts at the first byte of the part, `word/document.xml` in the archive. `noteDamage` gets the error that ends
  /// the text early.
  public init(_ source: any ByteSource, _ noteDamage: @escaping (XMLError) -> Void) {
    xml = XMLStream(source)
    self.noteDamage = noteDamage
  }

  /// Copies the next bytes of the text. Throws what the source throws.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if given == output.count {
      output.removeAll(keepingCapacity: true)
      given = 0
      do {
        while output.isEmpty, !isAtEnd { try step() }
      } catch let error as XMLError {
        isAtEnd = true
        noteDamage(error)
      }
    }
    let count = min(buffer.count, output.count - given)
    output.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[given..<given + count]))
    }
    given += count
    return count
  }

  private func step() throws {
    switch try xml.next() {
    case nil: isAtEnd = true
    case .start(let name):
      depth += 1
      if leftOut != nil { return }
      switch name {
      case "Fallback", "del", "moveFrom", "instrText": leftOut = depth
      case "r": runs += 1
      case "t": isText = true
      case "br" where runs > 0, "cr" where runs > 0: output.append(0x0A)
      case "tab" where runs > 0: output.append(0x09)
      default: break
      }
    case .end(let name):
      if depth == leftOut { leftOut = nil }
      depth -= 1
      if leftOut != nil { return }
      switch name {
      case "p": output.append(0x0A)
      case "r": runs = max(0, runs - 1)
      case "t": isText = false
      default: break
      }
    case .text(let text): if isText, leftOut == nil { output += text }
    }
  }
}
