import Encoding
import Store
import System

/// `merge-items FROM…`: merges several stores, or items as lines, into one store.
enum MergeItemsCommand {
  static let command = Command(
    name: "merge-items", operands: "FROM…", operandCount: 1...100_000,
    summary: "merge other stores, or items in JSON lines, into one store",
    details: """
      Each FROM is the folder of a store, or a file ('-' for standard input) with an item per line, as
      printed by 'extract --json'. Their items are merged into the store given by --store, in any order,
      and any number of times: field by field, a person's value before a model's, then the later one.

      From a store, the read messages are merged as well, so that the next run reads only windows that
      failed there. Runs, people.json, cursors and remotes are not merged; the other store is not
      changed. Lines add items only. Four machines can read an archive like this:

        actionitems extract --shard 1/4 --store part-1 ARCHIVE     (2/4 … on the others)
        actionitems merge-items part-1 part-2 part-3 part-4

      'inspect --plan 4' shows the sizes of four shares. A conversation without an id is assigned to a
      share by its title, or else by its first message.
      """,
    options: [LockWait.wait], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let console = invocation.console
    var status = ExitStatus.done
    // Invalid paths are reported before a store is created.
    var sources: [Source] = []
    for path in invocation.operands {
      do throws(CommandFailure) {
        sources.append(try Source(path))
      } catch {
        console.fail(error.message)
        status = .partial
      }
    }
    if sources.isEmpty { return .noInput }
    let store = try invocation.makeStore()
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    var whole = FoldOutcome()
    for source in sources {
      let outcome = try await invocation.changing(store) {
        switch source {
        case .store(let folder): try await store.fold(storeIn: folder)
        case .lines(let path): try await ItemLines(path: path, console: console).fold(into: store)
        }
      }
      for warning in outcome.warnings { console.fail("\(source.name): \(warning)") }
      if !outcome.warnings.isEmpty { status = .partial }
      console.detail("\(source.name): \(sentence(outcome))")
      whole.add(outcome)
    }
    try await invocation.changing(store) { try await store.compactIfWorthwhile() }
    try invocation.printOutcome([
      "applied": .int(whole.applied), "known": .int(whole.known), "marks": .int(whole.marks),
      "conflicts": .texts(whole.conflicting.sorted()),
    ])
    console.inform(sentence(whole))
    if !whole.conflicting.isEmpty {
      console.alert(
        "\(whole.conflicting.count.counted("item has", "items have")) conflicting values set by people: "
          + "'actionitems sync --conflicts' shows them")
    }
    return status
  }

  private static func sentence(_ outcome: FoldOutcome) -> String {
    "\(outcome.applied.counted("item")) new or changed, \(outcome.known) known, "
      + "\(outcome.marks.counted("message")) read before"
  }

  /// An operand: a store, or a file with an item per line.
  private enum Source {
    case store(DiskFolder)
    case lines(String)

    init(_ path: String) throws(CommandFailure) {
      if path != "-", let folder = try? DiskFolder(existing: path) {
        let isStore: Bool
        do {
          isStore = try ActionItemStore.isThere(folder)
          // A damaged store is reported; the other sources are still merged.
          if isStore { _ = try ActionItemStore(path: path) }
        } catch {
          throw CommandFailure(.noInput, "\(error)")
        }
        guard isStore else {
          throw CommandFailure(.noInput, "\(path) is a folder, but not a store")
        }
        self = .store(folder)
        return
      }
      do throws(SystemError) {
        if path != "-" { try FileSystem.check(path, for: .reading) }
      } catch {
        throw CommandFailure(.noInput, "\(InputStream.Failure(name: path, reason: error))")
      }
      self = .lines(path)
    }

    var name: String {
      switch self {
      case .store(let folder): folder.path
      case .lines(let path): InputStream.name(of: path)
      }
    }
  }
}
