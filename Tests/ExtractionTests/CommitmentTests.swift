import Testing

@testable import Extraction
@testable import ItemRecords

@Suite struct CommitmentTests {
  @Test(arguments: [
    ("I'll send it", true), ("ok, I will", true), ("I can take that", true),
    ("I still need to update it", true), ("I'm going to look at it", true),
    ("Will do, thanks!", true), ("yes, assigned to me", false), ("assign me", true),
    ("I'll let you know when it is done", true), ("I can show you how it works", true),
    ("Let me take that", true), ("ich schicke das morgen", true), ("das mache ich", true),
    ("Let me know", false), ("I need you to send it", false), ("I may need you to test it", false),
    ("can you push it so that I can look?", false), ("can I have some volunteers?", false),
    ("Will you send it?", false), ("Will somebody send it?", false), ("I think it works", false),
    ("I want to see the draft by Friday", false), ("I could use a review", false),
    ("I will be on leave next week", false), ("I'll be sending it", true),
    ("I can see that it is broken", false), ("I need to have the numbers", false),
    ("I should get an answer", false), ("I am looking for a volunteer", false),
    ("Ich muss den Bericht bis Freitag haben", false),
    ("Kann ich bis Freitag den Bericht haben?", false), ("Mach ich nicht", false),
    ("I sent it", false), ("I have a talk on Thursday", false),
    ("brauchst du, dass ich komme?", false), ("", false),
  ])
  func `promises are told apart from requests`(text: String, isOwn: Bool) {
    #expect(Commitment.commitsAuthor(NormalisedText(text)) == isOwn, "\(text)")
  }
}
