import System

/// The options for the pager, and the choice of its program. `Invocation.beginPaging` (at the end) starts to use it.
extension Pager {
  static let program = Option.text(
    "pager", "COMMAND", "the pager for output longer than the screen"
  ).defaulting(to: "$PAGER, else less")
  static let off = Option.flag("no-pager", "do not use a pager")

  static let options: [any OptionDescribing] = [program, off]

  /// Chooses the pager. Returns nil if none is wanted, or if the program does not exist.
  init?(_ settings: Settings, _ environment: [String: String]) {
    if settings.isOn(Self.off) { return nil }
    let usual = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
    let wanted = settings.value(of: Self.program) ?? usual
    guard wanted != "cat", Self.isThere(wanted, environment["PATH"] ?? "/usr/bin:/bin") else {
      return nil
    }
    self.init(command: wanted)
  }

  /// Returns whether the first word is an executable. Commands with shell syntax are left to the shell.
  private static func isThere(_ command: String, _ path: String) -> Bool {
    guard let word = command.split(separator: " ").first,
      word.allSatisfy({ $0.isLetter || $0.isNumber || "/._+-".contains($0) })
    else { return !command.allSatisfy(\.isWhitespace) }
    func isExecutable(_ path: String) -> Bool {
      (try? FileSystem.check(path, for: .executing)) != nil
    }
    if word.contains("/") { return isExecutable(String(word)) }
    return path.split(separator: ":").contains { isExecutable("\($0)/\(word)") }
  }
}

extension Invocation {
  /// Sends the output through a pager if it goes to a terminal and exceeds the screen.
  func beginPaging() {
    guard let pager = Pager(settings, environment) else { return }
    console.output.beginPaging(pager)
  }
}
