/// A section of a command's help: the options of one subject. `HelpText` uses it.
struct OptionGroup {
  let title: String
  let options: [any OptionDescribing]

  /// The subjects of commands with many options.
  private static let subjects: [OptionGroup] = [
    OptionGroup(title: "What is read", options: LoadingOptionSet.all),
    OptionGroup(title: "Limits", options: LimitOptionSet.all),
    OptionGroup(title: "Model", options: ModelOptionSet.all + SecondOpinionOptionSet.all),
    OptionGroup(
      title: "Output",
      options: [
        RunOptionSet.dryRun, RunOptionSet.showPrompts, RunOptionSet.rejected,
        RunOptionSet.answersLog, RunOptionSet.page, RunOptionSet.summary, RunOptionSet.metrics,
        RunOptionSet.noStore, SyncAfterRun.sync,
      ]),
  ]

  /// The options that the short help of a command with many options lists.
  private static let usual: Set<String> = Set(
    ([
      ModelOptionSet.offline, ModelOptionSet.baseURL, ModelOptionSet.model,
      EndpointOptionSet.keyFile, LimitOptionSet.cost, LimitOptionSet.priceIn,
      LimitOptionSet.priceOut, LimitOptionSet.maxTime, LoadingOptionSet.since,
      LoadingOptionSet.until, LoadingOptionSet.conversation, LoadingOptionSet.exclude,
      LoadingOptionSet.kind, LoadingOptionSet.columns, ZoneOption.timeZone, RunOptionSet.triage,
      RunOptionSet.again, RunOptionSet.retryFailed, RunOptionSet.dryRun, RunOptionSet.rejected,
      RunOptionSet.summary, RunOptionSet.staleAfter, RunOptionSet.noStore, LockWait.wait,
      SyncAfterRun.sync,
    ] as [any OptionDescribing]).map(\.name))

  /// Returns a command's options by subject. Options of no other subject come first. Without `isWhole`, options that
  /// the command shares with `extract` are limited to the usual ones.
  static func groups(of command: Command, isWhole: Bool) -> [OptionGroup] {
    let rare = isWhole ? [] : Set(ExtractCommand.command.options.map(\.name)).subtracting(usual)
    var rest = command.options.filter { !rare.contains($0.name) }
    guard rest.count > 12 else {
      return rest.isEmpty ? [] : [OptionGroup(title: "Options", options: rest)]
    }
    var groups: [OptionGroup] = []
    for subject in subjects {
      let names = Set(subject.options.map(\.name))
      let options = rest.filter { names.contains($0.name) }
      if options.isEmpty { continue }
      groups.append(OptionGroup(title: subject.title, options: options))
      rest.removeAll { names.contains($0.name) }
    }
    return (rest.isEmpty ? [] : [OptionGroup(title: "Options", options: rest)]) + groups
  }
}
