extension ReviewState {
  /// What is to be done next.
  enum Step: Equatable {
    /// The item of an id is to be looked up, as it is now, for `loaded`.
    case load(String)
    /// A verdict is to be kept, for `judged` or `refused`.
    case judge(String, ReviewVerdict)
    /// A change is to be taken back, for `tookBack` or `refused`.
    case takeBack(String, change: Int)
    /// What there is to see is to be shown, and a key is to be waited for.
    case wait
    case quit
  }

  /// What a key means.
  enum Mode: Hashable {
    case choosing
    /// Why the item is to go.
    case reason(TypedLine)
    /// Which field is to be another one.
    case field
    case typing(Field, TypedLine)
    case help
    /// There is no item left.
    case over
  }

  /// What can be edited.
  enum Field: String, CaseIterable {
    case task, assignee, deadline
  }
}
