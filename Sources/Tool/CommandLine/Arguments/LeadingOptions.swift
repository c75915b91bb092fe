/// The common options before the command, as in `actionitems --quiet list`. They count as if they followed the command.
struct LeadingOptions {
  let options: ArraySlice<String>
  let rest: ArraySlice<String>

  /// Reads the options at the start of the arguments.
  /// - Throws: `ArgumentError` for an option that only a command has, or for a missing value.
  init(_ arguments: ArraySlice<String>) throws(ArgumentError) {
    var rest = arguments
    while let word = rest.first, word.hasPrefix("-"), word != "-", word != "--" {
      rest.removeFirst()
      let name = String(word.prefix { $0 != "=" })
      guard let option = Self.option(name) else { throw .misplacedOption(name) }
      guard let placeholder = option.placeholder, name == word else { continue }
      if rest.popFirst() == nil {
        throw .missingValue(option: option.name, placeholder: placeholder)
      }
    }
    self.rest = rest
    options = arguments[arguments.startIndex..<rest.startIndex]
  }

  func contains(_ flag: Option<Bool>) -> Bool {
    options.contains("--" + flag.name) || flag.letter.map { options.contains("-\($0)") } ?? false
  }

  /// Returns the option for `--quiet` or `-q`; for several letters, as in `-qv`, the last one.
  private static func option(_ name: String) -> (any OptionDescribing)? {
    if name.hasPrefix("--") { return CommonOptions.all.first { "--" + $0.name == name } }
    let letters = name.dropFirst().map { letter in CommonOptions.all.first { $0.letter == letter } }
    return letters.contains { $0 == nil } ? nil : letters.last ?? nil
  }
}
