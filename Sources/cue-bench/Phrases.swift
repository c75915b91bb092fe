/// Sixty phrases by which work is taken on or asked for.
enum Phrases {
  static let sixty = [
    "i will", "i'll", "i can take", "i am going to", "i'm going to", "i need to", "i have to",
    "i plan to", "i should", "i promise", "let me", "we will", "we'll", "we need to", "we have to",
    "we should", "we must", "can you", "could you", "would you", "will you", "please",
    "can someone", "could someone", "someone needs to", "somebody should", "who can", "who will",
    "you need to", "you have to", "you should", "make sure", "don't forget", "remember to",
    "remind me", "follow up", "take care of", "is going to", "needs to be", "has to be",
    "must be", "should be", "to do", "todo", "action item", "action", "assigned to", "assign",
    "deadline", "due", "by tomorrow", "by friday", "by monday", "by eod", "asap", "urgent",
    "next step", "next steps", "owner", "volunteer",
  ]
}
