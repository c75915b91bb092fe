/// The common options that stand before the command: they count as if they stood behind it.
struct LeadingOptions {
  let options: ArraySlice<String>
  let rest: ArraySlice<String>

  /// Takes them from the words behind the program's name; refuses options that only a command has.
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

  /// The option of `--quiet` or `-q`; of several letters, as in `-qv`, the last.
  private static func option(_ name: String) -> (any OptionDescribing)? {
    if name.hasPrefix("--") { return CommonOptions.all.first { "--" + $0.name == name } }
    let letters = name.dropFirst().map { letter in CommonOptions.all.first { $0.letter == letter } }
    return letters.contains { $0 == nil } ? nil : letters.last ?? nil
  }
}
