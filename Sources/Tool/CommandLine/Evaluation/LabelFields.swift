import Encoding

/// The members of a JSON object in a gold file, read with checks of their types.
struct LabelFields {
  let value: JSONValue
  let line: Int

  /// Reads the objects of a file, one per line. Skips blank lines.
  static func lines(of bytes: some Collection<UInt8>) throws(GoldError) -> [LabelFields] {
    var lines: [LabelFields] = []
    let split = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in split.enumerated() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(JSONError) {
        lines.append(LabelFields(value: try JSONValue(parsing: line), line: index + 1))
      } catch {
        throw .notJSON(line: index + 1, error)
      }
    }
    if lines.isEmpty { throw .empty }
    return lines
  }

  func requiredObjects(_ name: String) throws(GoldError) -> [LabelFields] {
    try requiredArray(name).map { LabelFields(value: $0, line: line) }
  }

  func fault(_ name: String, _ problem: String) -> GoldError {
    .badField(line: line, field: name, problem: problem)
  }

  /// Returns a text, or a number as written; nil if it is absent.
  func text(_ name: String) throws(GoldError) -> String? {
    switch value[name] {
    case nil, .null?: return nil
    case .string(let text)?, .number(let text)?: return text
    default: throw fault(name, "must be a string")
    }
  }

  /// Returns a non-empty text; nil if it is absent or empty.
  func filledText(_ name: String) throws(GoldError) -> String? {
    guard let text = try text(name), !text.isEmpty else { return nil }
    return text
  }

  func requiredText(_ name: String) throws(GoldError) -> String {
    guard let text = try filledText(name) else { throw fault(name, "is missing") }
    return text
  }

  func requiredArray(_ name: String) throws(GoldError) -> [JSONValue] {
    guard let array = value[name]?.array else {
      throw fault(name, value[name] == nil ? "is missing" : "must be a list")
    }
    return array
  }

  /// Returns the texts of a list; empty if it is absent. An object in the list stands for its `name`.
  func texts(_ name: String) throws(GoldError) -> [String] {
    switch value[name] {
    case nil, .null?: return []
    case .array(let elements)?:
      return elements.compactMap { element in
        if case .number(let digits) = element { return digits }
        return element.string ?? element["name"]?.string
      }
    default: throw fault(name, "must be a list")
    }
  }
}
