/** Papers of every script are found by a word of their title and by an author. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { onBothDatabases, record } from './databases.js';

/** Title, a word of it as a person may type it, an author, a name of it as a person may type it. */
const scripts: readonly (readonly [script: string, title: string, word: string, author: string, name: string])[] = [
  ['English', 'Deep learning of molecules', 'LEARNING', 'Grace Hopper', 'hopper'],
  ['German, umlauts', 'Maschinelles Übersetzen für Bücher', 'bucher', 'Jürgen Müller', 'muller'],
  ['German, ß', 'Straßennetze und Größen', 'STRASSENNETZE', 'Anna Weiß', 'weiss'],
  ['French', 'Réseaux profonds à mémoire', 'reseaux', 'Gérard Lefèvre', 'lefevre'],
  ['Spanish', 'Traducción automática del español', 'espanol', 'José Núñez', 'nunez'],
  ['Portuguese', 'Tradução e compreensão', 'compreensao', 'João Gonçalves', 'goncalves'],
  ['Polish, ł', 'Głębokie uczenie języka łódź', 'Głębokie', 'Łukasz Kaiser', 'łukasz'],
  ['Czech', 'Překlad češtiny', 'preklad', 'Tomáš Mikolov', 'tomas'],
  ['Turkish, dotted and dotless', 'İstanbul ışık ağları', 'ıstanbul', 'Ayşe Yıldız', 'yildiz'],
  ['Vietnamese', 'Dịch máy tiếng Việt', 'tieng', 'Nguyễn Hữu Thắng', 'nguyen'],
  ['Vietnamese, decomposed', 'Học sâu phân tử', 'sâu'.normalize('NFD'), 'Trần Đức', 'trần'.normalize('NFD')],
  ['Greek, accents', 'Μηχανική μάθηση εικόνων', 'μαθηση', 'Ελένη Παπαδοπούλου', 'παπαδοπουλου'],
  ['Greek, final sigma', 'Νευρωνικός αλγόριθμος', 'ΑΛΓΌΡΙΘΜΟΣ', 'Νίκος Γιάννης', 'γιαννης'],
  ['Greek, capitals with accents', 'Όραση υπολογιστών', 'όραση', 'Άρης Ξένος', 'άρης'],
  ['Russian, й', 'Глубокий перевод', 'глубокий', 'Андрей Толстой', 'толстой'],
  ['Russian, ё', 'Учёт ещё неизвестных', 'учет', 'Пётр Семёнов', 'семенов'],
  ['Ukrainian', 'Її український переклад', 'український', 'Сергій Їжак', 'їжак'],
  ['Armenian', 'Խորը ուսուցում', 'ուսուցում', 'Արամ Խաչատրյան', 'խաչատրյան'],
  ['Georgian', 'ღრმა სწავლება', 'სწავლება', 'ნინო ბერიძე', 'ბერიძე'],
  ['Hebrew', 'למידה עמוקה', 'למידה', 'דוד כהן', 'כהן'],
  ['Hebrew, with points', 'לְמִידַת מְכוֹנָה', 'מכונה', 'שָׂרָה לֵוִי', 'לוי'],
  ['Arabic', 'التعلم العميق', 'العميق', 'أحمد حسن', 'احمد'],
  ['Arabic, with vowels', 'تَعَلُّم آلِيّ', 'تعلم', 'مُحَمَّد عَلِيّ', 'محمد'],
  ['Persian', 'یادگیری ژرف', 'یادگیری', 'پروین رضایی', 'رضایی'],
  ['Hindi', 'हिन्दी में गहन शिक्षण', 'हिन्दी', 'प्रेम कुमार', 'कुमार'],
  ['Bengali', 'গভীর শিক্ষণ পদ্ধতি', 'পদ্ধতি', 'রবীন্দ্র সেন', 'রবীন্দ্র'],
  ['Tamil', 'ஆழக் கற்றல் முறை', 'கற்றல்', 'கமலா சுப்பு', 'சுப்பு'],
  ['Telugu', 'లోతైన అభ్యాసం', 'అభ్యాసం', 'రాము చంద్ర', 'చంద్ర'],
  ['Malayalam', 'ആഴത്തിലുള്ള പഠനം', 'പഠനം', 'അരുൺ മേനോൻ', 'മേനോൻ'],
  ['Thai', 'การเรียนรู้เชิงลึก', 'เรียนรู้', 'สมชาย ใจดี', 'สมชาย'],
  ['Lao', 'ການຮຽນຮູ້', 'ການຮຽນຮູ້', 'ບຸນມີ ສີ', 'ບຸນມີ'],
  ['Khmer', 'ការរៀន ម៉ាស៊ីន', 'ម៉ាស៊ីន', 'សុខ ដារ៉ា', 'ដារ៉ា'],
  ['Burmese', 'စက် သင်ယူမှု', 'သင်ယူမှု', 'အောင် မြင့်', 'မြင့်'],
  ['Sinhala', 'ගැඹුරු ඉගෙනීම', 'ඉගෙනීම', 'නිමල් පෙරේරා', 'පෙරේරා'],
  ['Amharic', 'ጥልቅ ትምህርት', 'ትምህርት', 'አበበ ከበደ', 'ከበደ'],
  ['Chinese, in a row of characters', '基于深度学习的图像识别', '图像识别', '王小明', '王小明'],
  ['Japanese, kana with marks', 'ガウス過程によるデータ解析', 'データ', '山田 太郎', '山田'],
  ['Japanese, decomposed', 'グラフで学ぶ', 'グラフ'.normalize('NFD'), 'ヴァン ダ', 'ヴァン'.normalize('NFD')],
  ['Japanese, half width', 'ﾃﾞｨｰﾌﾟな翻訳', 'ディープ', 'ＳＡＴＯ Ken', 'sato'],
  ['Korean', '한국어 기계 번역', '번역', '김철수', '김철수'],
  ['Korean, decomposed', '딥러닝 모델', '딥러닝'.normalize('NFD'), '박 영희', '영희'.normalize('NFD')],
];

await onBothDatabases((ground) => {
  let database: DatabaseManager;
  beforeAll(async () => {
    const { DatabaseManager: Manager } = await import('../../../workers/papers/database-manager.js');
    database = new Manager(await ground.place());
    await database.addPapers(
      scripts.map(([uid, title, , author]) => record({ uid, title, abstract: 'None.', authors: [author] })),
    );
  });
  afterAll(() => database.close());

  it.each(scripts)('%s: a word of the title', async (script, _title, word) => {
    expect((await database.searchWords(word)).uids).toContain(script);
  });

  it.each(scripts)('%s: an author', async (script, _title, _word, _author, name) => {
    expect((await database.searchWords(name)).uids).toContain(script);
    expect((await database.searchAuthors(name)).map(({ uid }) => uid)).toContain(script);
  });

  it.each(scripts)('%s: the word that was found, as the paper has it', async (script, title, word) => {
    const [paper] = await database.getPapersByUids([script]);
    const found = (await database.wordsIn(word, paper === undefined ? [] : [paper])).get(script) ?? [];
    expect(found).not.toEqual([]);
    for (const one of found) expect(title.normalize('NFC')).toContain(one);
  });
});
