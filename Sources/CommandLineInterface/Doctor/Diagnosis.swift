import JSONText

/// What one check of `doctor` found.
struct Diagnosis: Sendable {
  /// How it looks.
  enum State: String, Sendable {
    case ok, warning, failed
  }

  /// What was looked at.
  var check: String
  var state: State
  /// What was found.
  var words: String
  /// What to do about it; nil where nothing need be done.
  var fix: String?
  /// How the command ends where it failed.
  var status = ExitStatus.done

  /// All is well.
  static func ok(_ check: String, _ words: String) -> Diagnosis {
    Diagnosis(check: check, state: .ok, words: words)
  }

  /// It works, but not as one would want.
  static func warning(_ check: String, _ words: String, fix: String) -> Diagnosis {
    Diagnosis(check: check, state: .warning, words: words, fix: fix)
  }

  /// It does not work.
  static func failed(
    _ check: String, _ words: String, fix: String, _ status: ExitStatus
  ) -> Diagnosis {
    Diagnosis(check: check, state: .failed, words: words, fix: fix, status: status)
  }
}

extension JSONWriter {
  /// Writes a diagnosis as an object.
  mutating func diagnosis(_ diagnosis: Diagnosis) {
    value([
      "schema": 1, "check": .string(diagnosis.check), "state": .string(diagnosis.state.rawValue),
      "found": .string(diagnosis.words),
      "fix": diagnosis.fix.map { .string($0) } ?? .null,
    ])
  }
}
