import CBuildCommit
package import CivilTime
import Encoding
import Extraction
import ItemRecords
import LanguageModel
import Store
import Sync
import SyncHub
import System

/// The entry point of the command-line tool: finds the command, runs it, and converts each result to an exit status.
package enum Tool {
  package static let version = "0.1.0"

  /// The name and version of the tool; release builds include the commit.
  package static var title: String {
    let commit = String(cString: build_commit())
    return "actionitems \(version)" + (commit.isEmpty ? "" : " (\(commit))")
  }

  /// Runs the tool. `arguments` begin with the program's name.
  package static func run(
    arguments: [String], environment: [String: String],
    now: @escaping @Sendable () -> Timestamp
  ) async -> Int32 {
    CurrentProcess.ignoreWriteSignals()
    let output = OutputStream(.standardOutput, isBuffered: true, environment: environment)
    let errors = OutputStream(.standardError, isBuffered: false, environment: environment)
    defer { output.endPaging() }
    var console = Console(output: output, errors: errors, isQuiet: false, isVerbose: false)
    do {
      let status = try await start(arguments.dropFirst(), environment, now, output, errors) {
        console = $0
      }
      do throws(OutputError) {
        try output.flush()
      } catch {
        // A closed pipe does not change the result of the command.
        guard error.isClosedPipe else { throw error }
      }
      return status.rawValue
    } catch {
      console.endProgress()
      let failure = Self.failure(error)
      if !failure.message.isEmpty { console.fail(failure.message) }
      // Output from before the failure is still wanted.
      do throws(OutputError) { try output.flush() } catch {}
      return failure.status.rawValue
    }
  }

  private static func start(
    _ arguments: ArraySlice<String>, _ environment: [String: String],
    _ now: @escaping @Sendable () -> Timestamp, _ output: OutputStream, _ errors: OutputStream,
    _ useConsole: (Console) -> Void
  ) async throws -> ExitStatus {
    let leading = try LeadingOptions(arguments)
    let arguments = leading.rest
    if arguments.isEmpty, leading.options.isEmpty {
      try errors.write("error: \(ArgumentError.noCommand)\n\n" + HelpText.overview(Commands.all))
      return .usage
    }
    if leading.contains(CommonOptions.version) || arguments.first == "version" {
      try output.write(title + "\n")
      return .done
    }
    let wantsAll = leading.contains(CommonOptions.helpAll)
    if wantsAll || leading.contains(CommonOptions.help) || arguments.first == "help" {
      let topic = arguments.first == "help" ? arguments.dropFirst() : arguments
      try output.write(try help(topic, isWhole: wantsAll))
      return .done
    }
    if let first = arguments.first, isAboutFamily(arguments) {
      try output.write(try help([first], isWhole: false))
      return .done
    }
    let (command, words) = try Commands.find(arguments)
    let parsed = try ParsedArguments(
      leading.options + arguments.dropFirst(words), for: command)
    let isWhole = parsed.values[CommonOptions.helpAll.name] != nil
    if isWhole || parsed.values[CommonOptions.help.name] != nil {
      try output.write(
        HelpText(command, family: Commands.family(command.name), isWhole: isWhole).text)
      return .done
    }
    if parsed.values["version"] != nil {
      try output.write(title + "\n")
      return .done
    }
    guard command.operandCount.contains(parsed.operands.count) else {
      throw ArgumentError.operandCount(
        command: command.name, operands: command.operands, found: parsed.operands.count)
    }
    try DescriptorLimit.check()
    let settings = try settings(command, parsed, environment)
    let console = Console(
      output: output, errors: errors, isQuiet: settings.isOn(CommonOptions.quiet),
      isVerbose: settings.isOn(CommonOptions.verbose))
    useConsole(console)
    let ignored = settings.ignored
    if !ignored.isEmpty {
      console.warn(
        ignored.joined(separator: " and ")
          + (ignored.count == 1 ? " is" : " are") + " ignored: allowed only on the command line")
    }
    let invocation = Invocation(
      command: command, settings: settings, operands: parsed.operands, console: console,
      environment: environment, now: now)
    CrashReport.setCommand(command.name)
    try invocation.check()
    return try await Interruption.watching(isServer: command.isServer) {
      console.endProgress()
      console.fail($0.description)
    } _: {
      try await command.run(invocation)
    }
  }

  private static func help(_ topic: ArraySlice<String>, isWhole: Bool) throws -> String {
    guard let first = topic.first else { return HelpText.overview(Commands.all) }
    let family = Commands.family(first)
    if topic.count == 1, !family.isEmpty, !Commands.all.contains(where: { $0.name == first }) {
      return HelpText.family(first, family)
    }
    let command = try Commands.find(topic).0
    return HelpText(command, family: Commands.family(command.name), isWhole: isWhole).text
  }

  /// Returns whether the arguments ask for the commands that begin with a word, as in `actionitems store`.
  private static func isAboutFamily(_ words: ArraySlice<String>) -> Bool {
    guard let first = words.first, !Commands.family(first).isEmpty,
      !Commands.all.contains(where: { $0.name == first })
    else { return false }
    let rest = words.dropFirst()
    guard let next = rest.first else { return true }
    return next == "help" || next.hasPrefix("-") && (rest.contains("--help") || rest.contains("-h"))
  }

  static func settings(
    _ command: Command, _ parsed: ParsedArguments, _ environment: [String: String]
  ) throws -> Settings {
    if ShellCommands.needsNoSettings(command, parsed) {
      return try Settings(command: command, arguments: parsed, environment: [:], file: nil)
    }
    let named =
      parsed.values["config"]?.last
      ?? environment[CommonOptions.config.variable].flatMap { $0.isEmpty ? nil : $0 }
    var file: SettingsFile?
    if let path = named ?? UserFolders(environment: environment).settingsFile {
      // A settings file that is about to be written need not exist.
      let isRequired = named != nil && parsed.values[ConfigCommand.begin.name] == nil
      file = try SettingsFile(path: path, isRequired: isRequired, options: Commands.allOptions)
    }
    return try Settings(
      command: command, arguments: parsed, environment: environment, file: file)
  }

  /// Converts an error to a message and an exit status. This is the only place that does so.
  static func failure(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let error as ArgumentError: CommandFailure(.usage, error.description)
    case let error as SettingsError: CommandFailure(.usage, error.description)
    case StoreError.locked(let path, let holder):
      CommandFailure(
        .locked,
        StoreError.locked(path: path, holder: holder).description + ", or wait with --wait 30m")
    case let error as StoreError:
      switch error {
      // The arguments match nothing, or several things.
      case .noItem, .noRun, .nothingToUndo, .sameStore, .notUndoable(_, .noChange), .notJoinable,
        .setOnBoth:
        CommandFailure(.usage, error.description)
      // The store is valid, but the request cannot be carried out.
      case .undoneRun, .rereadRun, .settledRun, .notUndoable, .noConflict:
        CommandFailure(.partial, error.description)
      default: CommandFailure(.store, error.description)
      }
    // Reached if the caller did not count the changes that were stored before the error.
    case let part as KeptInPart: failure(part.cause)
    case let error as StorageError: CommandFailure(.store, error.description)
    case let error as JournalError: CommandFailure(.store, error.description)
    case let error as IndexError: CommandFailure(.store, "\(error)")
    case let error as JSONError: CommandFailure(.store, "invalid line in the store: \(error)")
    case let error as HubError: CommandFailure(.store, error.description)
    case let error as TokenRegister.Problem:
      CommandFailure(.limit, "cannot create a token: \(error)")
    case let failure as ModelFailure: CommandFailure(.endpoint, failure.description)
    case let error as SyncError:
      CommandFailure(error.isOfStore ? .store : .locked, error.description)
    case let error as OutputError:
      error.isClosedPipe
        ? CommandFailure(.done, "") : CommandFailure(.partial, error.description)
    case let interruption as Interruption.Caught:
      CommandFailure(
        interruption.status,
        (interruption.problem.map { failure($0).message + "\n" } ?? "") + interruption.description)
    case is CancellationError:
      failure(Interruption.Caught(status: Interruption.received ?? .interrupted))
    default: CommandFailure(.partial, "\(error)")
    }
  }
}
