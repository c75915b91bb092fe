import Glibc

/// Makes sure that standard input, output and error are open when the process starts.
package enum StandardStreams {
  /// Opens `/dev/null` for standard streams that are closed.
  ///
  /// Otherwise the next opened file would get their number and receive their output. Reading or writing them still
  /// fails.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this descriptor.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
