import System

/// Runs a command in this process for a tool or resource of `mcp`, and captures its status, output and messages.
struct CommandCall: Sendable {
  let status: ExitStatus
  let output: [UInt8]
  /// The messages on standard error, one sentence each.
  let notes: [String]
  let failure: String?
  /// Whether the output was cut at the limit.
  let isCut: Bool

  /// Maximum bytes of captured output.
  private static let limit = 1 << 20
  /// The options that are passed on from the calling command.
  private static let passedOn: [any OptionDescribing] = [
    CommonOptions.config, CommonOptions.store, ZoneOption.timeZone, PeopleOption.people,
  ]

  init(_ command: Command, _ words: ParsedArguments, from caller: Invocation) async {
    let output = OutputStream(inMemory: Self.limit)
    let errors = OutputStream(inMemory: Self.limit)
    do {
      var values = words.values
      for option in Self.passedOn { values[option.name] = caller.settings.written(option) }
      let settings = try Tool.settings(
        command, ParsedArguments(values: values, operands: words.operands), caller.environment)
      status = try await command.run(
        Invocation(
          command: command, settings: settings, operands: words.operands,
          console: Console(output: output, errors: errors, isQuiet: false, isVerbose: false),
          environment: caller.environment, now: caller.now, shown: caller.shown))
      (failure, isCut) = (nil, false)
    } catch is OutputError {
      status = .partial
      failure = "the result has more than \(Self.limit) bytes; request less"
      isCut = true
    } catch {
      let told = Tool.failure(error)
      (status, failure, isCut) = (told.status, told.message, false)
    }
    self.output = output.contents
    notes = String(decoding: errors.contents, as: UTF8.self)
      .split(separator: "\n").map { SafeText.line(String($0)) }
  }
}
