import Synchronization

/// Where a command's data and its words go.
package final class Console: Sendable {
  /// Data, for whoever asked for it.
  package let output: OutputStream
  private let errors: OutputStream
  /// The line that tells of progress, as long as it stands on the terminal.
  private let progressLine = Mutex("")
  package let isQuiet: Bool
  package let isVerbose: Bool

  package init(output: OutputStream, errors: OutputStream, isQuiet: Bool, isVerbose: Bool) {
    (self.output, self.errors, self.isQuiet) = (output, errors, isQuiet)
    self.isVerbose = isVerbose
  }

  /// Says something that a user would want to know; nothing when quiet.
  package func inform(_ text: @autoclosure () -> String) { if !isQuiet { say(text()) } }

  /// Says how to go on, to somebody who sits at a terminal; nothing when quiet.
  package func hint(_ text: @autoclosure () -> String) { if errors.isTerminal { inform(text()) } }

  /// Says something that only a curious user would want to know.
  package func detail(_ text: @autoclosure () -> String) { if isVerbose { say(text()) } }

  /// Says that something is not as it should be, though it went well; nothing when quiet.
  package func warn(_ text: String) { if !isQuiet { alert(text) } }

  /// Says that something needs a look, quiet or not.
  package func alert(_ text: String) { say("warning: " + text) }

  package func fail(_ text: String) { say("error: " + text) }

  package var showsProgress: Bool { errors.takesEscapes && !isQuiet }

  /// Shows how far things are, on one line of a terminal; nothing elsewhere.
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
    // A sentence may have several lines; each is made safe by itself. All but the first are indented, so that
    // no text of a chat passes for a sentence of ours.
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
        // Both are on one screen: what was said stays in its order, within what a pager shows, too.
        if output.isPaged, (try? output.write(text)) != nil { return }
        try output.flush()
      }
    } catch {
      // Told by whoever writes the data.
    }
    do throws(OutputError) {
      try errors.write(text)
    } catch {
      // There is no other place to say that standard error cannot be written.
    }
  }
}
