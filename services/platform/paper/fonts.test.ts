import Document from 'pdfkit'
import { expect, test } from 'vitest'
import { createFonts, SCRIPTS, UNKNOWN, type Doc } from './fonts.ts'
import { createLines } from './lines.ts'

type Glyph = { readonly id: number; readonly codePoints: readonly number[] }
type Font = {
  readonly ['_font']: { layout(text: string): { readonly glyphs: readonly Glyph[] } }
}

const opened = () => {
  const doc: Doc = new Document({ size: 'A4' })
  return { doc, fonts: createFonts(doc) }
}
/** The glyphs of a text, in the fonts that it is printed in. */
const glyphsOf = (text: string, { doc, fonts } = opened()): readonly Glyph[] =>
  fonts
    .runs(fonts.printable(text), 'regular')
    .flatMap((run) => (doc.font(run.font) as unknown as Font)['_font'].layout(run.text).glyphs)

test.each([
  ['Latin', 'Jürgen Øster, Łukasz Żółć, Nguyễn Thị Ánh'],
  ['Greek', 'Αλέξανδρος Παπαδόπουλος'],
  ['Cyrillic', 'Пётр Жук, Ђорђе Љубић'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'გიორგი ბერიძე'],
  ['Hebrew', 'שרה כהן'],
  ['Arabic', 'محمد الأمين'],
  ['Han, simple', '陈大文'],
  ['Han, traditional', '陳大文'],
  ['Kana', 'やまだ タロウ'],
  ['Hangul', '김민준, 박서연, 뷁'],
  ['Hangul as jamo', '김민준'.normalize('NFD')],
  ['Devanagari', 'राजेश शर्मा, लक्ष्मी कृष्णन, फ़ातिमा।'],
  ['Thai', 'สมชาย ใจดี, น้ำผึ้ง, ปิ่น'],
  ['Lao', 'ສົມຊາຍ ໃຈດີ'],
  ['Bengali', 'রবীন্দ্রনাথ ঠাকুর, শ্রেয়া'],
  ['Gurmukhi', 'ਹਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Gujarati', 'કૃષ્ણ પટેલ'],
  ['Tamil', 'கார்த்திக் சுப்பிரமணியன்'],
  ['Telugu', 'శ్రీనివాస రెడ్డి'],
  ['Kannada', 'ಲಕ್ಷ್ಮೀ ಗೌಡ'],
  ['Malayalam', 'ശ്രീജിത്ത് നായർ'],
  ['Sinhala', 'ක්‍රිෂාන් පෙරේරා'],
  ['Khmer', 'សុខ ចាន់ថា'],
  ['Burmese', 'အောင်ဆန်း ခင်'],
  ['Ethiopic', 'ዮሐንስ ተስፋዬ'],
])('a name in %s has a glyph for each sign', (_, name) => {
  const { doc, fonts } = opened()
  expect(fonts.printable(name)).not.toContain(UNKNOWN)
  for (const { id, codePoints } of glyphsOf(name, { doc, fonts }))
    expect([id, String.fromCodePoint(...codePoints)]).not.toEqual([0, expect.anything()])
})

test.each(SCRIPTS)('signs of %s in any order are laid out', (script) => {
  const signs = Array.from({ length: 0x1_0000 }, (_, point) => String.fromCodePoint(point)).filter((sign) =>
    new RegExp(`\\p{sc=${script}}`, 'u').test(sign),
  )
  const product = opened()
  // Every twelfth beside others, near and far in the list: shaping takes long.
  for (let at = 0; at < signs.length; at += Math.ceil(signs.length / 12)) {
    const sign = signs[at]!
    const beside = [1, 7, 29].map((step) => `${sign}${signs[(at * step + step) % signs.length]!}${sign}`)
    expect(glyphsOf(beside.join(' '), product).length).toBeGreaterThan(0)
  }
})

test('Devanagari is shaped: signs join, and a vowel stands before its consonant', () => {
  expect(glyphsOf('क्ष').length).toBe(1)
  const [first] = glyphsOf('कि')
  expect(first!.codePoints).toEqual(['ि'.codePointAt(0)])
})

test.each([
  ['Thai', 'th', 'กรุณาอนุมัติการชำระเงินค่าน้ำประปา'],
  ['Khmer', 'km', 'សូមអនុម័តការទូទាត់វិក្កយបត្រ'],
  ['Burmese', 'my', 'ကျေးဇူးပြု၍ငွေပေးချေမှုကိုအတည်ပြုပါ'],
])('a line in %s breaks between words', (_, language, text) => {
  const { doc, fonts } = opened()
  const lines = createLines(doc, fonts)
  const broken = lines.broken(text, 'regular', 10, 60)
  expect(broken.length).toBeGreaterThan(1)
  expect(broken.join('')).toBe(text)
  const words = Array.from(
    new Intl.Segmenter(language, { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  )
  for (const line of broken) expect(words.some((word) => line.startsWith(word))).toBe(true)
})

test('no sign of several is torn apart', () => {
  const { doc, fonts } = opened()
  const lines = createLines(doc, fonts)
  for (const line of lines.broken('क्षि'.repeat(30), 'regular', 10, 40)) expect(line).toMatch(/^(क्षि)+$/)
})

test('letters of all fonts stand on one line', () => {
  const { doc, fonts } = opened()
  const heights = new Set<number>()
  const { text } = doc
  doc.text = (...given: unknown[]) => {
    heights.add(given[2] as number)
    return (text as (...given: unknown[]) => Doc).apply(doc, given)
  }
  createLines(doc, fonts).draw('Anna 陳 김 राम ใจ', [0, 0], { weight: 'regular', size: 10, base: 'ltr' })
  expect(heights.size).toBe(1)
  expect(fonts.baseline(10)).toBeCloseTo(9.28, 1)
})
