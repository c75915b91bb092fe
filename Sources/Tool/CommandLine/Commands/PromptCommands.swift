import ActionItems
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// `completions` and `man`: shell completion and manual page, generated from the options.
enum PromptCommands {
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
        zsh   actionitems completions zsh > a file _actionitems in a folder of $fpath
        zsh   actionitems completions zsh > _actionitems, in a folder of $fpath
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

  @Sendable private static func complete(_ invocation: Invocation) async throws -> ExitStatus {
    if let kind = invocation.settings.value(of: values) {
      try await printKnown(kind, invocation)
      return .done
    }
    if invocation.settings.isOn(words) {
      try await printNext(invocation)
      return .done
    }
    if invocation.operands.count > 1 {
      throw ArgumentError.operandCount(
        command: "completions", operands: "SHELL", found: invocation.operands.count)
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
    let output = invocation.console.output
    switch CompletionValues(endOf: invocation.operands) {
    case .words(let words): try output.writeLines(words)
    case .known(let kind): try await printKnown(kind, invocation)
    case .files: try output.writeLines([":files"])
    case .none: break
    }
  }

  /// Maximum items examined, so that a completion appears quickly.
  private static let most = 5000

  private static func printKnown(
    _ kind: CompletionValues.Kind, _ invocation: Invocation
  ) async throws {
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
    try invocation.console.output.writeLines(lines.filter { seen.insert($0).inserted })
  }
}
