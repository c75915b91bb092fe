/// What the wording of tasks knows of a language.
struct WordingTable: Sendable {
  /// Words, separated by white space.
  var parts: [(Part, String)]
  /// What stands for "our", "your" where nobody is known whose it is.
  var articles: [(form: String, text: String)] = []
  /// "i'm": the verb in it, as it stands behind a name.
  var contractions: [(form: String, verb: String)] = []
  /// Verbs as they are done to something, beside those that tell what is done.
  var participles: [(form: String, infinitive: String)] = []
  /// Leads to what a task is about.
  var about: String
  /// Takes on what was talked about.
  var takesOn: @Sendable (String) -> String
  /// What is taken on where no name for it is known.
  var takesItOn: String
  /// What stands for "us".
  var group: String
  /// What stands for "you" where nobody is known who that is.
  var everyone: String
  /// Behind a name: whose something is; nil where an article has to do.
  var possessive: String?
  /// Behind a name a verb has an ending of its own.
  var inflects = false
}
