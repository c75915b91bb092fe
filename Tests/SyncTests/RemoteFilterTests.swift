import ActionItems
import CivilTime
import Testing

@testable import Sync

/// The items that a remote receives.
@Suite struct RemoteFilterTests {
  private static func item(
    _ kind: Conversation.Kind?, for assignee: String? = nil
  ) -> ActionItem {
    var item = ActionItem(
      id: "1", conversationId: "C1", conversationTitle: "Plans", task: "Call",
      assignee: assignee, messageId: "1", source: .init(platform: "json"), extractedAt: .epoch,
      model: "m")
    item.conversationKind = kind
    return item
  }

  @Test(
    arguments: [
      ("elsewhere", nil, false, [.public, .private, .group, nil]),
      ("on this machine", nil, true, [.public, .private, .group, .direct, nil]),
      ("direct ones asked for", [.direct], false, [.direct]),
      ("private ones alone", [.private], true, [.private, nil]),
    ] as [(String, Set<Conversation.Kind>?, Bool, Set<Conversation.Kind?>)])
  func `direct messages stay local unless requested`(
    name: String, said: Set<Conversation.Kind>?, isOnLoopback: Bool,
    told: Set<Conversation.Kind?>
  ) {
    var options = RemoteOptions()
    options.kinds = said
    let filter = RemoteFilter(kinds: options.kinds(isOnLoopback: isOnLoopback))
    let kinds = Conversation.Kind.allCases.map(Optional.some) + [nil]
    #expect(Set(kinds.filter { filter.matches(Self.item($0)) }) == told, "\(name)")
  }

  @Test(
    arguments: [
      ("all", RemoteFilter.all, true),
      ("title", RemoteFilter(conversations: ["pl*"]), true),
      ("id", RemoteFilter(conversations: ["x", "c1"]), true),
      ("neither", RemoteFilter(conversations: ["x"]), false),
      ("whose it is", RemoteFilter(assignee: AssigneeFilter(names: ["BO"])), true),
      ("another's", RemoteFilter(assignee: AssigneeFilter(names: ["Cy"])), false),
      ("nobody's", RemoteFilter(assignee: .nobody), false),
      (
        "the right one, elsewhere",
        RemoteFilter(conversations: ["x"], assignee: AssigneeFilter(names: ["Bo"])), false
      ),
    ])
  func `an item matches if it meets every condition`(
    name: String, filter: RemoteFilter, fits: Bool
  ) {
    #expect(filter.matches(Self.item(.public, for: "Bo")) == fits, "\(name)")
  }
}
