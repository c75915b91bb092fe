extension CueLanguage {
  /// English.
  static let english = CueLanguage(
    name: "English",
    cues: [
      .promise: """
      i'll,ill,i will,i shall,i (also|still|just) will,i promise to,i promise i'll,i('ve|) promised (you |)to,
      i('ve|) promised,i promised i'd,i (can|could) take,let me take,i volunteer to,i'm happy to,i'd be happy to,i'm
      willing to,i am happy to,i'd be glad to,i'll be happy to,i'll have to
      """,
      .plan: """
      i'm (|also |just |still )going to,im going to,i am going to,i'm gonna,im gonna,i'm planning (to|on),i (|also
      |still )plan (to|on),i intend to,i'm supposed to,i am supposed to,i'm about to,i was (going|planning) to,i
      agreed to,i have agreed to,i also propose to,i propose to
      """,
      .offer: "i can,i could,i (also|probably|certainly|definitely) can,i can (also|probably)",
      .proposal: "shall i,(do you |)want me to,would you like me to",
      .duty: """
      i (|also |still |just |really |do |may |might |probably |will )need to,i (|also |still |just )have to,i've
      (still |)got to,i must,i owe,i('ve| have) to,i gotta,i'd better,i had better,remind me to
      """,
      .intent:
        "i (|also |still |probably |really )should,i ought to,maybe i should,i guess i should",
      .inkling: "i might,i may,maybe i'll,perhaps i'll,maybe i can",
      .wish: "i'd like to,i would like to,i want to,i wanna,i hope to,i'd love to,i would love to",
      .bareWill: "will,shall",
      .bareDuty: "need to,have to,gotta,must,going to,gonna,plan to,needs to",
      .ask: """
      (can|could|would|will) you,(can|could|would) (u|ya),would you (mind|be able to|be willing to),do you mind,can
      you guys,could you guys,(can|could|will|would) (everyone|everybody|you all|all of you),you (may|can) assign,
      (can|could) i ask you to
      """,
      .beg: "please,pls,plz,kindly,pleae",
      .advise: """
      you should,you (definitely |definitey |really |probably |)should,you need to,you have to,you must,you might
      want to,you may want to,you'll (need|have|want) to,maybe you can,perhaps you can,maybe you could,you'd better,
      you ought to,i want you to,i need you to,i'd like you to,i'd suggest you,i suggest you,i may need you to
      """,
      .groupPlan: "let's,lets,let us,we'll,we will,we're going to,we are going to,we shall",
      .groupDuty: """
      we (|also |still |just |really |do |first |probably |all |will )need to,we (|also |still )have to,we must,
      we've got to
      """,
      .groupAdvice:
        "we (|also |still |really |probably |all )should,we ought to,we could,we might want to",
      .anyoneDuty: """
      (someone|somebody) (needs|has|ought) to,(someone|somebody) (should|must),(someone|somebody) will (need|have)
      to,everyone (should|needs to|has to),everybody (should|needs to|has to)
      """,
      .call: """
      any volunteers,any volunteer,any takers,who (can|could|will|wants to|would like to),(can|could)
      (someone|somebody|anyone|anybody),does (someone|anyone|anybody|somebody) want to,would
      (someone|anyone|somebody|anybody) (like|be willing|be able) to,we need (someone|somebody|volunteers|a
      volunteer) (to|),looking for (a volunteer|volunteers |someone to|volunteers to),need(s|) a volunteer,need(s|)
      an owner,need (someone|volunteers|a volunteer|somebody) to,would (someone|somebody|anyone) mind
      """,
      .remind: """
      (don't|dont|do not|never) forget (to|),remember to,make sure (|to |that )(you|we|it),make sure, be sure to,
      reminder to,reminder that,reminder,just a reminder,friendly reminder,keep in mind to
      """,
      .passiveNeed: """
      needs to be,need to be,needs (checking|testing|reviewing|fixing|updating|doing|an update|review |testing),has
      to be,have to be,should be,must be,still needs,will need to be,needs (more|some)
      """,
      .assign: "assign,assigning,assigned,reassign,i'll assign,will assign,assign it,assign this",
      .take: """
      assign (|that |this |it |that one |this one )to me,i'm on it,on it,i've got (this|it|that one|this one),i got
      (this|it),leave (it|that|this) (to|with) me,i'll do (it|that|this|so),i'll handle (it|that|this),i'll take
      (it|that|this|that one|this one),i (can|could) do (it|that|this ),i (can|could) take (it|that|this|that
      one|this one),i will do (it|that|this),i will take (it|that|this),i'll get (on|to) (it|that|this),i'll take
      care of (it|that|this),i'm happy to do (it|that|this),i can handle (it|that|this),assign me,count me in,i
      volunteer,consider it done, i'll give (it|that|this) a (shot|try|go|look),i'll have a look,i'll take a look,
      i'll look into (it|that|this),i'll see what i can do,i'll do my best,i will have a look,i can have a look,i
      can take a look,i'll see to it,i can look at (it|that|this),i'll work on (it|that|this)
      """,
      .minute: """
      todo,to-do,action,actions,action item,action items,#action,#todo,ai,action-item,actionitem, fixme,next step,
      next steps,follow-up,to do,todos,to-dos,to-do's,todo's,open items,follow-ups,action point,#actionitem
      """,
      .nameDuty: "to,will,should,shall,is going to,needs to,has to,must,can,is to,agreed to",
      .accept: """
      will do,sure,sure thing,sure will do,yes,yep,yup,yeah,ok,okay,k,okey,no problem,no worries,np,of course,
      absolutely,certainly,definitely,sounds good,can do,you got it,got it,on it,agreed, agree,+1,fine,fine
      by me,works for me,good idea,great idea,deal,done deal,ok will do,makes sense,roger,gladly,happy to,sounds
      reasonable,alright,i agree,good point,right,go for it,go ahead,i'm on it,aye
      """,
      .refuse: """
      no,nope,nah,can't,cannot,i can't,not now,no need,not really,never mind,nevermind,i'd rather not,don't bother,
      no thanks,unfortunately,i don't think so,not yet,don't have time,no time,i won't,don't worry,it's ok,that's
      ok,not necessary
      """,
      .apologize: "sorry",
      .complete: """
      done,fixed,i did,just sent,just did,sent,already done,already did,i've done,i've
      (fixed|sent|added|updated|merged|committed|pushed|created|uploaded|assigned|changed|posted ),i
      (fixed|sent|added|updated|merged|committed|pushed|created|uploaded|changed|posted|just added|just sent|just
      updated|just pushed|just merged|just created|just assigned|just posted),merged,pushed,committed,uploaded,
      updated,here you go,here it is,here you are,there you go,all set,it's done,that's done,it's fixed,is done,is
      fixed,worked,that worked,it worked
      """,
      .lead: """
      try to,try and,go ahead and,need to,have to,be able to,be sure to,make sure to,want to,then,get to,probably
      need to,be happy to,be glad to,go and,start to,at least,have a go at,do my best to, see if i can,see if you
      can,see about,in the meantime,in turn,work to,work on,be willing to,make an effort to,need you to,like you to
      """,
      .talk: """
      let (me|us) know,move on,get started,start with,begin with,go on,keep going,feel free,note that, get back,be
      back,come back,get going,go ahead,let you,talk (later|soon|to you),see you,see if,see what,see how,see
      whether,ask a question,ask you,tell you,say,skip,do that,give you,show you,bring up,see then,see that,look
      like,come in,stick with,be
      (here|there|around|away|gone|out|off|late|absent|offline|ooo|unavailable|travelling|traveling),be on
      (vacation|holiday|holidays|leave|pto),go to (bed |sleep|lunch|work),need help,have to go,get it,let it,help
      you,do the same,help me,let him,let her,let them,go with that,stop here,call it,leave it,wrap up,think about
      it,be able to,have another
      """,
      .convention: """
      scribe,scribenick,scribe nick,topic,subtopic,present,regrets,chair,resolved,resolution,proposal, proposed,
      proposed resolution,agenda,propose,minutes,date,guests,meeting,attendees,attending
      """,
      .urgent: """
      as soon as possible,right away,right now,high priority,top priority,highest priority,show stopper,time
      critical,time sensitive,a blocker,very important,really important,before it's too late,at once
      """,
      .unhurried: """
      no rush,no hurry,not urgent,when (you|i|we) (have|get|find) (time|a chance|a minute|a moment|an
      opportunity|some time),whenever (you|i|we) (can|have time|get|like|want),at some point,some day, one day,nice
      to have,low priority,take your time,at your leisure,when (you|i|we) see an opportunity,if (you|i|we)
      (have|find|get) (time|a chance|the time|some time),no pressure,some time
      """,
      .thank: "thanks,thank you,thx,thank u,ty,great,excellent,cool,awesome,perfect,nice,good luck",
    ],
    words: [
      .adverb: """
      also just then probably now definitely actually still really quickly soon certainly later happily gladly
      personally first finally eventually maybe perhaps likely simply be'll always again too either surely possibly
      both all definitey to'll
      """,
      .negation:
        "not only never n't don't won't can't cannot dont didn't doesn't isn't hardly wouldn't",
      .idle: """
      be have had see say think guess wait bet admit assume agree let imagine understand know hope mean like want
      need feel stay hold miss love confess hear live pass play remain seem become believe wonder wish suppose
      prefer care mind exist happen keep stick forgive survive regret recommend vote second concur argue lean note
      mention point repeat suspect expect doubt remember disagree figure trust appreciate consider use stop notice
      lose rather lie sound refer
      """,
      .depart: """
      go leave run head brb return away disappear dash sleep eat quit jump hop disconnect bounce bail bow scoot bed
      lunch dinner afk reboot restart relog logout sign drop step
      """,
      .answer: """
      explain tell elaborate show say give clarify suggest recommend describe imagine see think confirm paste
      pastebin hear remember believe recall advise point guess know get understand please be feel use run access
      open log boot connect rephrase repeat define spell enlighten go wait hold stop stay excuse forgive bear note
      let read have like
      """,
      .work: """
      add address adjust announce apply approve arrange ask assign attend book build call cancel chase change check
      clarify clean close collect comment commit compile complete configure contact contribute convert coordinate
      copy correct cover create cut debug define delete deliver deploy describe design dig discuss distribute
      document donate draft edit email e-mail enable ensure estimate evaluate expand explain extend figure file fill
      finalize finalise find finish fix follow forward gather generate handle help hold host implement import
      improve include incorporate inform install integrate introduce investigate invite join kick launch lead link
      list look mail maintain make manage mark measure meet merge message migrate modify monitor move notify open
      order organise organize outline paste patch ping plan port post prepare present prioritize produce propose
      prototype provide publish pull push put raise read rebase rebuild recheck record refactor register release
      remove rename reorganize replace reply report request research resend resolve respond rerun restore retest
      review revise revisit rewrite rework schedule send separate set setup share simplify sort split squash start
      submit summarize summarise support switch sync tag take talk test tidy track train transfer translate triage
      try turn tweak update upgrade upload validate verify visit volunteer wire work wrap write double-check reach
      bring pick circulate polish refine flag fork sketch reactify do get show tell reclassify cc consolidate
      articulate renew reserve pay invoice buy purchase print scan sign ship refund reimburse hire interview onboard
      negotiate brief demo rehearse pack wash sweep repair restock water feed drive fetch return archive back-up
      backup rotate provision benchmark profile instrument log alert escalate mitigate revert rollback roll bump pin
      downgrade deprecate obsolete sunset disable toggle whitelist block unblock unlock lock grant revoke authorize
      authenticate encrypt secure harden audit comply survey poll count compute calculate forecast budget plot chart
      visualize render style theme format lint spec scope size groom prioritise queue delegate own moderate
      facilitate chair scribe minute photograph film proofread proof localize abstract cite reference annotate label
      classify categorize map match compare contrast diff reconcile balance settle reopen dedupe deduplicate prune
      trim reduce shrink optimize optimise cache index crawl scrape parse inspect analyze analyse assess diagnose
      reproduce repro isolate bisect hotfix tackle attack nudge remind ring phone dial text answer confirm reconfirm
      acknowledge reject decline postpone reschedule delay shorten swap exchange trade hand relay pass route
      redirect point connect hook plug mount stage promote advertise market pitch sell quote bid suggest wireframe
      mock model simulate code program develop construct assemble bundle package containerize dockerize virtualize
      automate script cron trigger watch observe trace explore pilot scout source locate identify determine decide
      choose select nominate elect form set-up establish found manufacture cook bake aggregate collate sum tally
      total enter input type key conclude
      """,
      .light: "do take handle get have give make look deal work try check see go shot stab crack",
      .pronoun: "it that this them those these one so there something anything everything things",
      .condition: "if unless whenever assuming supposing provided when once",
      .subordinator:
        "what how where which who whether why that'd wherever whatever because than while",
      .speaker: "i we",
      .listener: "you u ya",
      .third: "he she they it's",
      .everyone: "guys everyone everybody folks all people anyone anybody team y'all peeps",
      .speakers: "my mine",
      .listeners: "your yours ur",
      .speakerObject: "me",
      .urgent: """
      urgent urgently asap asap! immediately critical blocker blocking showstopper show-stopper today tonight
      emergency right-away pronto stat hotfix p0 p1
      """,
      .unhurried:
        "whenever someday sometime eventually low-priority low-prio leisurely nice-to-have",
      .later: """
      later tomorrow soon tonight afterwards afterward monday tuesday wednesday thursday friday saturday sunday week
      weekend month evening afternoon morning next eod cob shortly today sometime eventually
      """,
      .atOnce: "now sec second moment minute moments bit atm",
      .joiner: "and but so then or & plus though although yet",
      .article: "a an the some any",
      .opener: """
      ok okay sure yes yeah yep yup alright right great good cool fine so and then well but anyway also hi hey hello
      thanks now actually ah oh hm hmm hmmm no problem in that case meanwhile sorry agreed i guess think maybe
      perhaps btw plus lol haha thank you oops otherwise thus therefore finally first second next for a bit
      certainly
      """,
      .reason: "because since as cause cuz 'cause",
      .belief: "think hope guess believe suppose reckon",
      .charge: "on for",
      .copula: "is are isn't aren't",
      .complementizer: "that whether",
      .securing: "make ensure see guarantee assure",
      .preposition:
        "to at of for on in with by from about into over under through until before after via onto",
      .action: "action actions action-item",
      .group: "we we'll we're our us let's",
      .move: """
      start begin continue discuss skip talk wait see look proceed resume go come return keep jump focus hope assume
      pretend
      """,
      .finished: "ready done finished prepared complete completed online assigned fixed merged",
      .report: "said says told mentioned wrote thought saying asked asks wondering wondered",
      .auxiliary: "have i've ive",
      .personal: "it them",
      .plain: """
      just now finally also already meanwhile recently yesterday ok okay yes yep yeah yup hi hey so and fyi all
      thanks that it's that's
      """,
      .doubtful: """
      haven't havent hasn't hasnt wasn't weren't isn't aren't bounced kidding oops scrap ignore thought dreams maybe
      probably possibly perhaps likely supposedly hopefully almost nearly half part partly partially wrong without
      nothing nobody none neither yet last ago next later tomorrow soon tonight monday tuesday wednesday thursday
      friday saturday sunday weekend but though although however except until unless still another most first
      """,
      .done: "done finished completed",
      .infinitiveMark: "to",
    ], pasts: englishPasts, gerund: "ing",
    abbreviations: "dr mr mrs ms prof st jr sr vs e.g i.e eg ie approx dept fig cf ca tel ext nr",
    months: """
      jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july
      august september october november december
      """,
    shortDays: "mon tue tues wed thu thur thurs fri sat sun",
    dayLeads: "by on until till before next this",
    finites: finiteVerbs, goals: "to at into onto on through",
    particles: "up out off down over away along forward around together",
    greetings: "hi hey hello dear",
    callings: englishCallings,
    contractions: CuePhrase.pairs(
      in: """
        i'll:i+will i'm:i+am i've:i+have i'd:i+would we'll:we+will we're:we+are we've:we+have you'll:you+will
        you'd:you+would who'll:who+will it's:it+is that's:that+is don't:do+not can't:can+not won't:will+not
        """),
    wording: englishWording)

  /// What English calls people instead of their names.
  static let englishCallings = """
    boss brother buddy chief colleague colleagues comrades dad dude dudes friend friends gentlemen ladies lads
    ma'am madam maintainers man mate mates members mom mum sir sister students y'all
    """
}
