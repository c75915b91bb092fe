/// How long a sync goes on.
public enum SyncMode: Hashable, Sendable {
  /// Until everything is delivered and acknowledged.
  case once
  /// Until everything is delivered to an engine that never acknowledges; it counts as taken once the
  /// connection is closed in order.
  case onceUnacknowledged
  /// Until somebody stops it.
  case follow
}
