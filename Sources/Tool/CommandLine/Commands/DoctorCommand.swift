import Encoding
import System

/// `doctor`: checks the setup and prints what to fix. The checks are in `EndpointExamination` and `MachineExamination`.
/// `Diagnosis` (below) is the result of a check.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", summary: "check endpoint, store, clock, zone and disk, and suggest fixes",
    details: """
      Checks everything that a run needs: settings, the endpoint's address, its key, its model, whether it
      supports JSON schemas, one small extraction that must find its item (one or a few requests), the clock,
      the zone, the store and the disk. Each problem is reported with a fix. What is found out about the endpoint
      is stored for the next run.
      """,
    options: ModelOptionSet.all + [RunOptionSet.prompt, ZoneOption.timeZone], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    var statuses: [ExitStatus] = [.done]
    let report: (Diagnosis) throws -> Void = { diagnosis in
      if diagnosis.state == .failed { statuses.append(diagnosis.status) }
      try print(diagnosis, invocation)
    }
    try await EndpointExamination(invocation: invocation, report: report).run()
    try await MachineExamination(invocation: invocation, report: report).run()
    return .mostImportant(of: statuses)
  }

  private static func print(_ diagnosis: Diagnosis, _ invocation: Invocation) throws {
    let output = invocation.console.output
    if invocation.isJSON {
      try output.write(diagnosis.json.line(escaping: .invisibles))
    } else if !invocation.console.isQuiet || diagnosis.state != .ok {
      let state = HelpText.padded(diagnosis.state.rawValue, 8)
      try output.write(
        "\(state) \(HelpText.padded(diagnosis.check, 11)) \(SafeText.line(diagnosis.words))\n")
      if let fix = diagnosis.fix {
        try output.write("\(String(repeating: " ", count: 21))-> \(SafeText.line(fix))\n")
      }
    }
    // Printed after each check, because some take a while.
    try output.flush()
  }
}

/// The result of one check of `doctor`.
struct Diagnosis: Sendable {
  /// Whether something has to be done.
  enum State: String, Sendable {
    case ok
    case warning
    case failed
  }

  let check: String
  let state: State
  let words: String
  /// The suggested fix; nil if none is needed.
  var fix: String?
  /// The exit status if the check failed.
  var status = ExitStatus.done

  static func ok(_ check: String, _ words: String) -> Diagnosis {
    Diagnosis(check: check, state: .ok, words: words)
  }

  static func warning(_ check: String, _ words: String, fix: String) -> Diagnosis {
    Diagnosis(check: check, state: .warning, words: words, fix: fix)
  }

  static func failed(
    _ check: String, _ words: String, fix: String, _ status: ExitStatus
  ) -> Diagnosis {
    Diagnosis(check: check, state: .failed, words: words, fix: fix, status: status)
  }

  var json: JSONValue {
    [
      "schema": 1, "check": .string(check), "state": .string(state.rawValue),
      "found": .string(words), "fix": .text(fix),
    ]
  }
}
