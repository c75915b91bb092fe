import JSONText
import Streams

/// What one check of `doctor` found.
struct Diagnosis: Sendable {
  enum State: String, Sendable {
    /// All is well.
    case ok
    /// It works, but not as one would want.
    case warning
    /// It does not work.
    case failed
  }

  /// What was looked at.
  let check: String
  let state: State
  /// What was found.
  let words: String
  /// What to do about it; nil where nothing need be done.
  var fix: String?
  /// How the command ends where it failed.
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
