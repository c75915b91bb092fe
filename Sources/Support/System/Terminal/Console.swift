import Synchronization

/// The output of a command: data on `output`, messages and progress on standard error.
package final class Console: Sendable {
  /// The stream for the requested data.
  package let output: OutputStream
  private let errors: OutputStream
  /// The progress line on the terminal; empty if none is shown.
  private let progressLine = Mutex("")
  private let hasInformedOnce = Mutex(false)
  package let isQuiet: Bool
  package let isVerbose: Bool

  package init(output: OutputStream, errors: OutputStream, isQuiet: Bool, isVerbose: Bool) {
    (self.output, self.errors, self.isQuiet) = (output, errors, isQuiet)
    self.isVerbose = isVerbose
  }

  /// Prints information for the user, unless quiet.
  package func inform(_ text: @autoclosure () -> String) { if !isQuiet { say(text()) } }

  /// Prints information, unless quiet, on the first call only.
  package func informOnce(_ text: String) {
    let isFirst = hasInformedOnce.withLock { has in
      defer { has = true }
      return !has
    }
    if isFirst { inform(text) }
  }

  /// Prints a hint on what to do next if standard error is a terminal, unless quiet.
  package func hint(_ text: @autoclosure () -> String) { if errors.isTerminal { inform(text()) } }

  /// Prints a detail, only if verbose.
  package func detail(_ text: @autoclosure () -> String) { if isVerbose { say(text()) } }

  /// Prints a warning, unless quiet.
  package func warn(_ text: String) { if !isQuiet { alert(text) } }

  /// Prints a warning even if quiet.
  package func alert(_ text: String) { say("warning: " + text) }

  package func fail(_ text: String) { say("error: " + text) }

  package var showsProgress: Bool { errors.takesEscapes && !isQuiet }

  /// Shows progress on one line of a terminal. Does nothing elsewhere.
  package func progress(_ text: String) {
    guard showsProgress else { return }
    let width = errors.width ?? 80
    let line = SafeText.cut(SafeText.line(text), to: width - 1)
    progressLine.withLock { shown in
      guard line != shown else { return }
      shown = line
      put("\r\u{1B}[K" + line)
    }
  }

  package func endProgress() {
    progressLine.withLock { shown in
      if !shown.isEmpty { put("\r\u{1B}[K") }
      shown = ""
    }
  }

  private func say(_ text: String) {
    // Each line is sanitized separately. All lines but the first are indented, so that text from a chat cannot pass for
    // a message.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let safe = lines.enumerated().map { number, line in
      let spaces = String(line.prefix { $0 == " " })
      return (number > 0 && spaces.isEmpty ? "  " : spaces) + SafeText.line(String(line))
    }.joined(separator: "\n")
    progressLine.withLock { put(($0.isEmpty ? "" : "\r\u{1B}[K") + safe + "\n" + $0) }
  }

  private func put(_ text: String) {
    do throws(OutputError) {
      if errors.isTerminal, output.isTerminal {
        // Both streams are on one screen. The text goes through the pager, too, so that the order is kept.
        if output.isPaged, (try? output.write(text)) != nil { return }
        try output.flush()
      }
    } catch {
      // The writer of the data reports this error.
    }
    do throws(OutputError) {
      try errors.write(text)
    } catch {
      // There is no other place to report that standard error cannot be written.
    }
  }
}
