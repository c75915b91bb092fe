extension WrittenLanguage {
  /// Languages in scripts of their own, or in one that few share.
  static let otherScripts =
    [
      WrittenLanguage(
        code: "ar", name: "Arabic",
        words: """
          في من على إلى عن مع هذا هذه ذلك أن إن لا ما هل كان كانت يكون قد لم لن لو إذا أو ثم لكن كل بعد قبل عند حتى أنا
          أنت هو هي نحن هم اليوم غدا أمس شكرا مرحبا نعم كيف متى أين لماذا ماذا الآن فقط جدا أيضا يمكن ممكن يجب سوف
          اللي مش شو ايش بكرة دي ده احنا كمان بس لك لي له يا التي الذي تم الله شيء السلام عليكم صباح
          """, letters: "ةىأإ"),
      WrittenLanguage(
        code: "fa", name: "Persian",
        words: """
          و در به از که این را با است برای آن هم می یک تا بر اگر هر من تو او ما شما آنها ها های کرد کن کنم کنید شد شده
          باشد باید بود هست نیست اما یا چه چی چرا کی کجا چطور امروز فردا دیروز الان مرسی ممنون سلام بله نه خوب خیلی فقط
          دیگه دیگر هنوز بعد قبل همه چیز رو میشه میتونم داره دارم لطفا اینو اون برام
          """, letters: "پچژگکی"),
      WrittenLanguage(
        code: "ur", name: "Urdu",
        words: """
          کے کی کا ہے میں سے کو اور نے یہ وہ پر ہیں تھا تھی تھے ہو گا گی گے کہ جو بھی تو نہیں کیا کیسے کب کہاں کون کیوں
          ہم تم آپ مجھے مجھ اپنے آج کل ابھی شکریہ سلام جی ہاں بہت صرف پھر بعد پہلے سب کچھ کر کرنا کریں ہوں رہا رہے رہی
          لیے ایک دو بھائی
          """, letters: "پچژگکیٹڈڑےںھہ"),
      WrittenLanguage(
        code: "hi", name: "Hindi",
        words: """
          है हैं में का की के को से और नहीं यह वह मैं हम तुम आप क्या कैसे कब कहाँ कौन क्यों पर भी तो ही था थी थे हो होगा कर
          करना करो रहा रहे रही लिए एक कल आज अभी धन्यवाद नमस्ते हाँ जी ठीक बहुत सिर्फ फिर बाद पहले सब कुछ मुझे ने कि जो
          अगर लेकिन या गया हूँ सकते करें
          """),
      WrittenLanguage(
        code: "mr", name: "Marathi",
        words: """
          आहे आहेत मध्ये आणि नाही हे ते मी आम्ही आपण तू तुम्ही काय कसे कधी कुठे कोण का पण ही होता होती होते असेल करा करू
          साठी एक उद्या आज आता धन्यवाद नमस्कार हो खूप फक्त मग नंतर आधी सर्व काही मला तुला त्याला की जर किंवा झाले झाला
          लागेल पाहिजे शकतो
          """),
      WrittenLanguage(
        code: "ne", name: "Nepali",
        words: """
          छ छन् हो मा को का की ले लाई र होइन यो त्यो म हामी तिमी तपाईं के कसरी कहिले किन पनि त थियो थिए हुन्छ गर्छु गर्ने
          गर्नु भोलि आज अहिले धन्यवाद नमस्ते धेरै मात्र अनि पछि अघि सबै केही मलाई तिम्रो मेरो हाम्रो भने तर भयो छैन छु
          सक्छ
          """),
      WrittenLanguage(
        code: "he", name: "Hebrew",
        words: """
          של את לא זה אני על מה כן גם יש אין אבל או אם כי עם הוא היא אנחנו אתה אתם הם היום מחר אתמול תודה בבקשה שלום היי
          טוב בסדר רק עוד כבר עכשיו אחרי לפני עד כל הכל משהו מישהו איך מתי איפה למה מי צריך צריכה יכול יכולה לי לך לו לנו
          להם שלי שלך אז כאן שם היה הייתה יהיה מאוד יותר זאת אותו לעשות שהוא שהיא שאני אמר אמרה אומר רוצה יודע אצל
          """),
      WrittenLanguage(
        code: "el", name: "Greek",
        words: """
          και το να είναι δεν θα που με για την του της τα τον των στο στη στην από σε μου σου μας σας τους τι αν ή αλλά
          όχι ναι μη μην έχω έχει έχεις έχουμε είμαι είσαι ήταν κάνω κάνει πρέπει μπορώ μπορείς μπορεί αύριο σήμερα χθες
          τώρα μετά πριν ευχαριστώ παρακαλώ γεια καλά καλημέρα εντάξει πολύ μόνο ακόμα ήδη όλα όλοι κάτι τίποτα εδώ εκεί
          πού πώς πότε γιατί αυτό ένα μια ότι όταν κι εγώ εσύ εμείς ας
          """, script: .greek),
      WrittenLanguage(
        code: "ko", name: "Korean",
        // Endings and particles, which names do not have: the last syllable of most words.
        letters: "는은을를이가에다요죠해까고서도로의지게네데면께라"),
      WrittenLanguage(
        code: "zh", name: "Chinese",
        letters: "的了是我不在你们們有这這个個就要吗嗎吧他她也都说說去会會能可以把没沒很还還想来來和给給呢那什么麼谁誰怎"),
      WrittenLanguage(code: "ja", name: "Japanese"),
    ] + ofOneScript

  /// Languages that nothing but their script has to be known of.
  private static let ofOneScript: [WrittenLanguage] = [
    ("hy", "Armenian", .armenian), ("bn", "Bengali", .bengali), ("pa", "Punjabi", .gurmukhi),
    ("gu", "Gujarati", .gujarati), ("ta", "Tamil", .tamil), ("te", "Telugu", .telugu),
    ("kn", "Kannada", .kannada), ("ml", "Malayalam", .malayalam), ("si", "Sinhala", .sinhala),
    ("th", "Thai", .thai), ("lo", "Lao", .lao), ("my", "Burmese", .burmese),
    ("ka", "Georgian", .georgian), ("am", "Amharic", .ethiopic), ("km", "Khmer", .khmer),
  ].map { (code: String, name: String, script: Script) in
    WrittenLanguage(code: code, name: name, script: script)
  }
}
