/// How urgent a task is, as the chat says it.
public enum Priority: String, CaseIterable, Sendable {
  case high, medium, low
}
