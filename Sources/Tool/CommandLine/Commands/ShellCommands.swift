import ActionItems
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// `completions` and `man`: completion in a shell, and the manual page. Both are generated from the descriptions of
/// commands and options.
enum ShellCommands {
  static let values = Option<CompletionValues.Kind>.choice(
    "values", "KIND",
    "print the values of KIND in the store instead: ids, open-ids, people or conversations"
  ).perCall

  static let words = Option.flag(
    "words", "print what can follow the words of a command line instead, as the scripts ask for it"
  ).perCall

  static let completions = Command(
    name: "completions", operands: "SHELL", operandCount: 0...10_000,
    summary: "print the completion script for a shell",
    details: """
      Prints the script that completes commands, options, ids and people in bash, zsh or fish:
        bash  actionitems completions bash > ~/.local/share/bash-completion/completions/actionitems
        zsh   actionitems completions zsh > "${fpath[1]}/_actionitems"
        fish  actionitems completions fish > ~/.config/fish/completions/actionitems.fish
      """,
    options: [values, words], run: complete)

  static let man = Command(
    name: "man", summary: "print the manual page",
    details: """
      Prints the manual page; to read it: actionitems man | man -l -
      """,
    options: [],
    run: { invocation in
      try invocation.console.output.write(ManualPage.text(Commands.all))
      return .done
    })

  /// Returns whether a call is answered without the settings and the store. A wrong setting must not prevent the
  /// completion of words.
  static func needsNoSettings(_ command: Command, _ parsed: ParsedArguments) -> Bool {
    guard command.name == completions.name, parsed.values[words.name] != nil else { return false }
    if case .known = CompletionValues(endOf: parsed.operands) { return false }
    return true
  }

  @Sendable private static func complete(_ invocation: Invocation) async throws -> ExitStatus {
    if invocation.settings.isOn(words) {
      try await printNext(invocation)
      return .done
    }
    if invocation.operands.count > 1 {
      throw ArgumentError.operandCount(
        command: "completions", operands: "SHELL", found: invocation.operands.count)
    }
    if let kind = invocation.settings.value(of: values) {
      try invocation.console.output.writeLines(try await known(kind, invocation))
      return .done
    }
    guard let name = invocation.operands.first, let shell = Shell(rawValue: name) else {
      throw CommandFailure(
        .usage,
        "'completions' needs a shell: bash, zsh or fish"
          + (invocation.operands.first.map { ", not '\($0)'" } ?? ""))
    }
    try invocation.console.output.write(shell.script)
    return .done
  }

  private static func printNext(_ invocation: Invocation) async throws {
    let prefix = CompletionValues.prefix(of: invocation.operands)
    let lines =
      switch CompletionValues(endOf: invocation.operands) {
      case .words(let words): words.map { prefix + $0 }
      case .known(let kind): try await known(kind, invocation).map { prefix + $0 }
      case .files: [":files"]
      case .none: [String]()
      }
    try invocation.console.output.writeLines(lines)
  }

  /// Maximum items examined, so that a completion appears quickly.
  private static let most = 5000

  private static func known(
    _ kind: CompletionValues.Kind, _ invocation: Invocation
  ) async throws -> [String] {
    let store = try invocation.openStore()
    let items = Mutex<[ActionItem]>([])
    try await store.forEachItem { known in
      items.withLock { items in
        // Completed items come last.
        if kind == .openIds, known.item.isComplete { return false }
        items.append(known.item)
        return items.count < most
      }
    }
    let found = items.withLock { $0 }
    var seen: Set<String> = []
    let lines: [String]
    switch kind {
    case .ids, .openIds:
      let length = try await store.distinctLength(ofIds: found.map(\.id))
      lines = found.map { "\(ItemTable.shortened($0.id, to: length))\t\(SafeText.line($0.task))" }
    case .people: lines = found.compactMap(\.assignee).map(SafeText.line)
    case .conversations:
      lines = found.map { SafeText.line($0.conversationTitle ?? $0.conversationId) }
    }
    return lines.filter { seen.insert($0).inserted }
  }
}
