extension WrittenLanguage {
  /// What came from Latin.
  static let romance = table(
    """
    # fr French | éèàêçôîûùâœë | aient ions
    le la les de des du un une et est je tu il elle on nous vous ils que qui quoi pas ne ce ça cette ces mais ou
    où pour avec dans sur au aux en se sa son ses mon ma mes ton ta tes notre votre leur j' l' d' c' n' s' qu'
    m' t' jusqu' aujourd'hui suis es sommes êtes sont ai as a avons avez ont fait faire faut peux peut peuvent
    va vais vas allez bien bon oui non merci demain déjà encore aussi très plus moins tout tous toute rien quand
    comment pourquoi parce si alors donc comme être avoir été était dois doit voir chez salut bonjour stp svp
    juste là ici avant après vers fois par sans leurs moi toi lui eux sera serait
    # es Spanish | ñáéíóú | cion ando endo
    el la los las de del un una unos y es que no en por para con lo le les se me te nos mi tu su sus pero más muy
    ya si sí como cuando qué quién dónde está están estoy estamos este esta esto eso ese hay hoy mañana gracias
    hola bueno bien vale puedes puede pueden puedo tengo tiene tienes tenemos voy vamos va hacer hecho ser son
    soy era fue también porque todo todos nada algo alguien antes después al yo él ella ellos usted ustedes
    hasta desde sin sobre ahora luego aquí creo sé entonces favor tarde ha he han hemos falta otra otro cada día
    muchas
    # pt Portuguese | ãõçâêôáéíóúà | coes ando endo
    o a os as de do da dos das um uma e é que não em no na nos nas por pra para com se me te eu você vc vcs ele
    ela eles nós mas mais muito já sim como quando quem onde está estão estou este essa isso esse aqui hoje
    amanhã obrigado obrigada olá oi bom boa bem pode posso podem tenho tem temos vou vamos vai fazer feito ser
    são sou foi era também porque tudo todos nada algo alguém antes depois ao à pelo pela meu minha seu sua até
    sem sobre agora então acho sei gente só ainda tá né nem mesmo dia preciso consegue
    # it Italian | àèìòùé | ione ando iamo
    il lo la i gli le di del della dei delle dello da dal dalla in nel nella un uno una e è che non per con su
    sul si mi ti ci vi ne io tu lui lei noi voi loro ma più anche già se come quando chi dove cosa perché questo
    questa quello sono sei siamo ho hai ha abbiamo hanno fatto fare posso puoi può devo devi deve vado va
    andiamo bene ciao grazie oggi domani sì no allora poi tutto tutti niente qualcosa qualcuno prima dopo al
    alla ai alle mio mia tuo tua suo sua ancora molto adesso ora qui fino senza l' dell' all' un' c' d' nell'
    dall' sull' quell' dov' cos' essere stato stata era ragazzi solo magari sarà
    # ca Catalan | çàèéíòóú |
    el la els les de del dels un una i és que no en per amb al als es em et ens us jo tu ell ella nosaltres però
    més molt ja si com quan qui on què això aquest aquesta avui demà gràcies hola bon bé pots pot puc tinc té
    tenim vaig va anem fer fet ser són soc també perquè tot tots res abans després fins des sense sobre ara aquí
    crec llavors l' d' n' m' s' hi ha heu han estic està cal plau doncs meva seva
    # ro Romanian | ăâîșțşţ | ului ilor
    și în la de pe cu că ca nu este e sunt a am ai are avem aveți au un o cel cea ce cine unde când cum dar sau
    dacă pentru din după până mai foarte doar deja încă acum azi astăzi mâine ieri mulțumesc mersi salut bună da
    bine să vă te mă îmi îți îl se ne lui ei noi voi el ea eu tu meu mea tău asta acest această acolo aici ceva
    cineva nimic tot toate toți fac face făcut poți pot poate trebuie vreau știu cred fi fost era merge atunci
    rog vine vin
    """)
}
