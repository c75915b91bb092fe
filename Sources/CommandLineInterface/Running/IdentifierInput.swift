/// The ids that a command is given, typed or on standard input.
enum IdentifierInput {
  /// The operands; `-` stands for the words of standard input.
  static func ids(_ operands: [String]) throws(CommandFailure) -> [String] {
    var ids: [String] = []
    for operand in operands {
      guard operand == "-" else {
        ids.append(operand)
        continue
      }
      while let line = readLine() {
        ids += line.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    guard !ids.isEmpty else { throw CommandFailure(.usage, "no IDs on standard input") }
    return ids
  }
}
