import Glibc

/// The processors of the machine.
package enum Processors {
  /// The number of processors online; at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
