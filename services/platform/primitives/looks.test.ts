import { expect, test } from 'vitest'
import { looksOf } from './looks.ts'

const areAlike = (one: string, other: string): boolean =>
  looksOf(one).some((look) => looksOf(other).includes(look))

/** Letters of other alphabets in the place of Latin ones, where a name has them. */
const CYRILLIC = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у', A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', I: 'І', J: 'Ј', K: 'К', M: 'М', O: 'О', P: 'Р', S: 'Ѕ', T: 'Т' } // oxfmt-ignore
const GREEK = { o: 'ο', i: 'ι', u: 'υ', v: 'ν', A: 'Α', B: 'Β', E: 'Ε', H: 'Η', I: 'Ι', K: 'Κ', M: 'Μ', N: 'Ν', O: 'Ο', P: 'Ρ', T: 'Τ', X: 'Χ', Y: 'Υ', Z: 'Ζ' } // oxfmt-ignore
const ARMENIAN = { o: 'օ', n: 'ո', u: 'ս', h: 'հ' }
const DIGITS = { O: '0', l: '1' }
const ACCENTED = { a: 'á', e: 'ë', i: 'ì', o: 'ö', u: 'ů', c: 'ç', n: 'ñ', s: 'š', z: 'ž', A: 'Å', E: 'È', O: 'Ő', U: 'Ü' } // oxfmt-ignore
const STROKED = { o: 'ø', l: 'ł', d: 'đ', O: 'Ø', L: 'Ł', D: 'Đ', h: 'ħ' }
const inPlace = (letters: Readonly<Record<string, string>>) => (name: string) =>
  Array.from(name, (letter) => letters[letter] ?? letter).join('')
/** Moves ASCII letters and digits to where Unicode has them again. */
const shifted = (upper: number, lower: number) => (name: string) =>
  name
    .replaceAll(/[A-Z]/g, (c) => String.fromCodePoint(upper + c.codePointAt(0)! - 65))
    .replaceAll(/[a-z]/g, (c) => String.fromCodePoint(lower + c.codePointAt(0)! - 97))

const DISGUISES: Readonly<Record<string, (name: string) => string>> = {
  'capital letters': (name) => name.toUpperCase(),
  'small letters': (name) => name.toLowerCase(),
  'more space': (name) => ` ${name.replaceAll(' ', '\u2003 ')}\u00A0`,
  'no space': (name) => name.replaceAll(' ', ''),
  'hyphens and dots': (name) => `${name.replaceAll(' ', '-')}.`,
  'a joiner that nobody sees': (name) => `${name.slice(0, 1)}\u200D${name.slice(1)}`,
  'Cyrillic letters': inPlace(CYRILLIC),
  'Cyrillic letters, all capitals': (name) => inPlace(CYRILLIC)(name.toUpperCase()),
  'Greek letters': inPlace(GREEK),
  'Greek letters, all capitals': (name) => inPlace(GREEK)(name.toUpperCase()),
  'Armenian letters': inPlace(ARMENIAN),
  'digits for letters': inPlace(DIGITS),
  'I for l': (name) => name.replaceAll('l', 'I'),
  'rn for m': (name) => name.replaceAll('m', 'rn'),
  accents: inPlace(ACCENTED),
  'accents as marks of their own': (name) => inPlace(ACCENTED)(name).normalize('NFD'),
  strokes: inPlace(STROKED),
  'wide letters': shifted(0xff21, 0xff41),
  'mathematical letters': shifted(0x1d400, 0x1d41a),
  'letters in circles': shifted(0x24b6, 0x24d0),
}
const NAMES = ['Anna Schmidt', 'Paul Keller', 'Olivia Thomas', 'Max Hoffmann', 'Sophie Bauer', 'Ian Collins', 'Tom O’Brien', 'Eva-Maria Klein', 'Lukas Podolski', 'Xenia Yilmaz', 'Hannah Zimmermann', 'Bo Li'] // oxfmt-ignore

const PAIRS: readonly (readonly [string, string])[] = [
  ['Müller', 'Muller'],
  ['Strauß', 'STRAUSS'],
  ['Işık', 'ISIK'],
  ['O’Neill', 'OʼNeill'],
  ['Анна Иванова', 'АННА ИВАНОВА'],
  ['Сергей', 'Сергеи'],
  ['Иван Петров', 'Ивaн Пeтрoв'],
  ['Вера', 'Bepa'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['Σοφία', 'Σοφια'],
  ['Μαρία', 'Mαρία'],
  ['أحمد', 'احمد'],
  ['مُحَمَّد', 'محمد'],
  ['علي', 'على'],
  ['שָׁלוֹם', 'שלום'],
  ['タナカ', 'ﾀﾅｶ'],
  ['山口', '山ロ'],
  ['김민준', '김민준'.normalize('NFD')],
  ['Nguyễn Văn An', 'Nguyen Van An'],
  ['Ægir', 'AEgir'],
]

test('at least two hundred disguises of a name are alike', () => {
  const disguised = NAMES.flatMap((name) =>
    Object.entries(DISGUISES).map(([how, disguise]) => [how, name, disguise(name)] as const),
  )
  const all = [
    ...PAIRS.map((pair) => ['by itself', ...pair] as const),
    ...disguised.filter(([, name, other]) => name !== other),
  ]
  expect(all.length).toBeGreaterThanOrEqual(200)
  expect(all.filter(([, one, other]) => !areAlike(one, other))).toEqual([])
})

const REAL = `
Li,Ли,Bo,Jo,Al,Ed,Ty,Wu,Xu,Yu,Ng,Ho,Le,Lê Hai,Ian,Lan,Ina,Iva,Ida,Ada,Eva,Ava,Ella,Elia,Elli,Ali,Nina,Vina,Mina,Mia,Max,Tim,Tom,Jan,Jana,Jane,Jens,Jonas,
Anna Schmidt,Anne Schmidt,Anja Schmidt,Anna Schmitt,Anna Schmied,Arno Schmidt,Ben Schulz,Ben Schulze,Bernd Busch,Bernd Bosch,Clara Koch,Carla Koch,Doris Wolf,Dora Wolf,
Jürgen Groß,Jörg Groß,Änne Böhm,Günter Weiß,Günther Weiß,Sören Möller,Jördis Müller,Lutz Mahler,Uwe Mohler,Kai Maier,Kai Meier,Kai Mayer,Kai Meyer,
Łukasz Wiśniewski,Paweł Zając,Małgorzata Nowak,Jiří Dvořák,Šárka Nováková,Žofie Novotná,Çağla Yıldız,Işıl Demir,Ömer Şahin,Özlem Aydın,Şule Kaya,
José García,Josefa García,María Núñez,Iñaki Etxeberria,João Gonçalves,Joana Conceição,Zoë Dubois,Chloé Lefèvre,François Noël,Françoise Noël,
Åse Nygård,Bjørn Ødegård,Søren Kjær,Þóra Guðmundsdóttir,Ægir Jónsson,Eiður Smárason,Jānis Bērziņš,Žydrūnas Kazlauskas,Õnne Tamm,Győző Nagy,Ștefan Țurcanu,
Анна Иванова,Инна Иванова,Анна Иванов,Иван Петров,Пётр Иванов,Сергей Кузнецов,Ольга Смирнова,Олег Смирнов,Юлия Щукина,Яна Жукова,Богдан Шевченко,Їжакевич Ганна,Ґалаґан Ян,
Νίκος Παπαδόπουλος,Νίκη Παπαδοπούλου,Γιώργος Δημητρίου,Γεωργία Δημητρίου,Ελένη Ξενάκη,Θεόδωρος Ψαρράς,
Արամ Խաչատրյան,Անի Պետրոսյան,გიორგი ბერიძე,ნინო ბერიძე,
محمد علي,محمود علي,أحمد حسن,حمد حسين,سارة خليل,شارة خليل,فاطمة الزهراء,ليلى مراد,يوسف شاهين,رضا پهلوی,زهرا کریمی,
דוד כהן,דנה כהן,משה לוי,מיכל לוי,רחל אברהם,יוסף מזרחי,נועה פרץ,
राम शर्मा,रमा शर्मा,सीता वर्मा,अनिल कुमार,अनिला कुमारी,প্রিয়া দাস,প্রীতি দাস,ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ,ਹਰਪ੍ਰੀਤ ਸਿੰਘ,અમિત પટેલ,અમી પટેલ,முருகன் ராஜா,முருகேசன் ராஜா,రవి తేజ,ರವಿ ಕುಮಾರ್,രവി കുമാർ,
สมชาย ใจดี,สมหญิง ใจดี,ສົມສັກ,អុក សុខា,သန်း ထွန်း,བསྟན་འཛིན,አበበ ቢቂላ,አበባ ቢቂላ,
王伟,王维,王小明,李娜,李丽,张伟,张玮,陈静,陳靜怡,林志玲,林志颖,黄磊,刘洋,欧阳娜娜,
田中太郎,田中次郎,山田花子,山本花子,佐藤健,佐藤建,鈴木一郎,しんじ,しんし,ゆき,ゆぎ,さくら,サトウ,サイトウ,はるか,ハルト,
김민준,김민지,이서연,이서윤,박지훈,박지은,최유진,정하은,
Nguyễn Văn Hùng,Nguyễn Thị Lan,Trần Đức Anh,Phạm Minh Châu,Lê Thị Hoa,Võ Nguyên Giáp,
Chukwuemeka Obi,Adaeze Obi,Thabo Mbeki,Naledi Dlamini,Keoni Kahale,Leilani Kahale,Siobhán Ó Briain,Seán Ó Briain,Rhys ap Llywelyn,Ffion ap Llywelyn
`
  .split(/[,\n]/)
  .filter((name) => name !== '')

test('of two hundred real names in many scripts no two are alike', () => {
  expect(REAL.length).toBeGreaterThanOrEqual(200)
  const owners = Map.groupBy(
    REAL.flatMap((name) => looksOf(name).map((look) => ({ look, name }))),
    ({ look }) => look,
  )
  const alike = [...owners.values()].filter((found) => found.length > 1)
  expect(alike).toEqual([])
})

test('a name without letters looks like itself alone', () => {
  expect(areAlike('…', '…')).toBe(true)
  expect(areAlike('…', '-')).toBe(false)
})
