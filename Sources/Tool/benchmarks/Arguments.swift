import Foundation

/// The command line of `benchmarks`: operands, and options with one value each. Each query removes what it returns.
struct Arguments {
  private var operands: [String] = []
  private var options: [(name: String, value: String?)] = []

  /// The error for an invalid command line. `main.swift` then prints the usage.
  struct Misused: Error {}

  init(_ words: some Sequence<String>) {
    var words = words.makeIterator()
    while let word = words.next() {
      if word.hasPrefix("--") {
        options.append((word, words.next()))
      } else {
        operands.append(word)
      }
    }
  }

  mutating func operand() throws -> String {
    if operands.isEmpty { throw Misused() }
    return operands.removeFirst()
  }

  /// Returns the next operand as a folder, and creates it.
  mutating func folder() throws -> URL {
    let folder = URL(filePath: try operand())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Returns all values of an option.
  mutating func texts(_ option: String) throws -> [String] {
    let found = options.filter { $0.name == option }
    options.removeAll { $0.name == option }
    return try found.map {
      guard let value = $0.value else { throw Misused() }
      return value
    }
  }

  mutating func text(_ option: String, else usual: String) throws -> String {
    try texts(option).last ?? usual
  }

  mutating func number(_ option: String, else usual: Int) throws -> Int {
    let text = try text(option, else: "\(usual)")
    guard let number = Int(text), number >= 0 else { throw Misused() }
    return number
  }

  /// Returns the program to measure: the `actionitems` next to this one, unless `--tool` names another.
  mutating func tool() throws -> String {
    let own = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return try text("--tool", else: own.appending(path: "actionitems").path)
  }

  /// Checks that no argument is left.
  /// - Throws: `Misused` if one is.
  func end() throws {
    if !operands.isEmpty || !options.isEmpty { throw Misused() }
  }
}
