import Glibc

/// This process: its id, exit and ignored signals.
package enum CurrentProcess {
  package static var id: Int32 { getpid() }

  package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

  /// Ignores the signals for a closed pipe and for the limit on file sizes, so that writing fails with an error.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
