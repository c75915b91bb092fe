import Foundation

/// A chat, and a model's items with an error of each kind.
enum ErringAnswers {
  static let chat = #"""
    {"id":"fair","participants":["Anna","Ben","Carla"],"messages":[
    {"id":"1","sender":"Anna","timestamp":"2026-01-05T09:00:00Z","text":"Morning all. The hall for the fair is booked"},
    {"id":"2","sender":"Ben","timestamp":"2026-01-05T09:01:00Z","text":"I've just sent the invoice for the stand to accounting"},
    {"id":"3","sender":"Anna","timestamp":"2026-01-05T09:02:00Z","text":"who prints the banners?"},
    {"id":"4","sender":"Ben","timestamp":"2026-01-05T09:03:00Z","text":"I can get the banners printed by Friday"},
    {"id":"5","sender":"Anna","timestamp":"2026-01-05T09:04:00Z","text":"great. I will draw the map of the stand"},
    {"id":"6","sender":"Ben","timestamp":"2026-01-05T09:05:00Z","text":"and the coffee machine is broken again"},
    {"id":"7","sender":"Anna","timestamp":"2026-01-05T09:06:00Z","text":"I'll order the flyers"},
    {"id":"8","sender":"Ben","timestamp":"2026-01-05T09:07:00Z","text":"somebody has to rent the van"}]}
    """#.replacing("\n", with: "")

  static let items = [
    // One item gives the speaker's own task to another person, and one has a day that the message does not state.
    #"{"task":"Get the banners printed","assignee":"Carla","deadline":"2026-01-12","priority":"medium","messageId":"m4","quote":"I can get the banners printed by Friday"}"#,
    #"{"task":"Send the invoice to accounting","assignee":"Ben","deadline":null,"priority":"medium","messageId":"m2","quote":"I've just sent the invoice"}"#,
    #"{"task":"Draw the map of the stand","assignee":"Anna","deadline":null,"priority":"medium","messageId":"m5","quote":"the coffee machine is broken again"}"#,
    #"{"task":"Order the flyers","assignee":"Anna","deadline":"2026-02-01","priority":"medium","messageId":"m7","quote":"I'll order the flyers"}"#,
    #"{"task":"Rent the van","assignee":"Zoe","deadline":null,"priority":"medium","messageId":"m8","quote":"somebody has to rent the van"}"#,
    #"{"task":"Migrate the payroll database to the new cluster","assignee":null,"deadline":null,"priority":"low","messageId":"m6","quote":"the coffee machine is broken again"}"#,
    #"{"task":"Order the coffee","assignee":"Ben","deadline":null,"priority":"low","messageId":"m6","quote":"Ben will order the coffee tomorrow"}"#,
  ]
}
