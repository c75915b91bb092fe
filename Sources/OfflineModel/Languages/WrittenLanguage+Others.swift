extension WrittenLanguage {
  /// Languages of other families, in Latin letters.
  static let others = table(
    """
    # fi Finnish | äö | ssa sta lla lta lle ksi een vat nut tta taan itte
    ja on ei se että en hän minä mä sinä sä me te he ne tämä tää tuo oli ole olen olet ovat olisi kun jos niin
    mutta tai kuin mitä mikä missä milloin miten miksi kuka nyt tänään huomenna eilen kiitos moi hei joo kyllä
    hyvä myös vain vielä jo sitten minun mun sun sinun meidän teidän heidän minulle mulle mua sulle siitä tästä
    sen sitä tätä kaikki jotain joku paljon enemmän ennen jälkeen kanssa asti ettei voi voin voit voitko voisi
    pitää täytyy tehdä teen tehty tulee tulen menee olla ehkä vaan mulla sulla meillä onko oliko eikö kans saa
    # et Estonian | õäöü |
    ja on ei see et ma sa ta me te nad mina sina aga või kui siis ka veel juba nüüd täna homme eile aitäh tere
    jah hea oli olen oled oleme olid mis kus millal kuidas miks kes seda selle sellega minu mu su sinu meie teie
    kõik midagi keegi palju rohkem enne pärast koos kuni saab saan saad pean peab tuleb tulen teha teen tehtud
    olla vist ikka ainult väga siin seal palun
    # hu Hungarian | őűáéíóúöü | nak nek ban ben val vel hoz hez unk juk tok tek
    a az és hogy nem is egy ez van volt lesz vagyok vagy vagyunk vannak de ha mert mint mi ki hol mikor miért
    hogyan én te ő ti ők nekem neked neki nekünk engem téged már még csak most ma holnap tegnap köszi köszönöm
    szia sziasztok igen jó jól rendben kérlek akkor után előtt között ide oda itt ott meg el fel le be kell
    kellene tudok tudsz tud tudja tudom lehet majd minden mindenki valami valaki semmi nagyon több kicsit azt
    ezt ennek annak tudod kész szerintem legyen nincs sem vele ami aki amit talán ugye persze hát
    # tr Turkish | ığşçöü | yor rum ruz lar ler leri lari acak ecek gim tim dim lim iniz
    ve bir bu da de mi mı mu ne için ile ben sen o biz siz onlar bana sana ona bize değil var yok çok daha ama
    veya ya ki gibi kadar sonra önce şimdi bugün yarın dün evet hayır tamam teşekkürler sağol merhaba selam
    lütfen nasıl neden nerede zaman kim hangi her şey şu en olarak oldu olur olacak olsun lazım gerek gerekiyor
    belki herkes biri hiç artık hemen benim senin bizim beni seni bunu onu şunu iyi ederim ediyorum yapalım
    yaptım hala diye eğer
    # az Azerbaijani | əığşçöü | lar ler
    və bir bu da də ne üçün ilə mən sən o biz siz onlar mənə sənə deyil var yox çox daha amma ya ki kimi qədər
    sonra əvvəl indi gün sabah dünən bəli xeyr yaxşı sağ ol salam zəhmət olmasa necə niyə harada nə kim hər şey
    olar oldu lazımdır bəlkə hamı heç artıq mənim sənin bizim edirəm
    # vi Vietnamese | ăâđêôơưáàéèíìóòúùýãõĩũ |
    là và của có không được cho này tôi mình bạn anh em chị ơi nhé nha ạ thì mà cũng đã sẽ đang rồi chưa với
    trong ngày mai hôm nay cái gì ai đâu khi nào sao vì nếu để từ đến lại ra vào lên xuống làm xong gửi nhưng
    hay hoặc mọi người các những một hai rất nhiều thế vậy giúp cảm ơn đi
    # id Indonesian |  | nya kan
    yang di ke dari dan itu ini tidak tak nggak gak ga ngga enggak aku saya kamu kita kami mereka dia ada akan
    sudah udah belum bisa mau untuk dengan atau tapi kalau kalo juga saja aja lagi nanti besok hari sekarang
    kemarin terima kasih makasih tolong ya iya dong sih deh kok nih apa siapa kapan dimana mana kenapa gimana
    bagaimana karena jadi sama semua sebelum setelah pada oleh para bukan jangan harus perlu baru banget buat
    kirim selesai boleh lah pak bu mas
    # tl Tagalog |  |
    ang ng sa na at ay mga si ko mo ka ako ikaw siya kami tayo kayo sila namin natin ninyo nila ito iyan yan iyon
    hindi di oo opo po ba lang naman din rin pa kasi pero kung kapag para may wala meron bukas ngayon kahapon
    salamat paki pwede puwede gusto kailangan ano sino saan kailan bakit paano lahat muna yung nang dito doon
    talaga sige
    # sw Swahili |  |
    na ya wa kwa ni si la za katika hii hiyo huu huo hayo kama lakini au pia sana sasa leo kesho jana asante
    tafadhali habari ndiyo hapana mimi wewe yeye sisi nyinyi wao yangu yako yake yetu yenu kila kitu mtu watu
    nini nani wapi lini vipi ili baada kabla bado tu hapa huko niko uko yuko tuko itakuwa sawa basi kazi
    # sq Albanian | ëç |
    dhe e të në me për nga një është nuk jam je jemi janë unë ti ai ajo ne ju ata që por ose nëse kur ku si çfarë
    kush pse kjo ky këtë sot nesër dje faleminderit përshëndetje po jo mirë shumë më pak tani pastaj para pas
    deri edhe vetëm ende duhet mund kam ke ka kemi keni kanë do tek gjithë diçka asgjë këtu atje bëj bërë lutem
    mos se ma na
    """)
}
