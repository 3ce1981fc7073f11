import Document from 'pdfkit'
import { expect, test } from 'vitest'
import { createFonts, UNKNOWN, type Doc } from './fonts.ts'
import { createLines } from './lines.ts'

type Glyph = { readonly id: number; readonly codePoints: readonly number[] }
type Font = {
  readonly ['_font']: { readonly font: { layout(text: string): { readonly glyphs: readonly Glyph[] } } }
}

const opened = () => {
  const doc: Doc = new Document({ size: 'A4' })
  return { doc, fonts: createFonts(doc) }
}
/** The glyphs of a text, in the fonts that it is printed in. */
const glyphsOf = (text: string, { doc, fonts } = opened()): readonly Glyph[] =>
  fonts
    .runs(fonts.printable(text), 'regular')
    .flatMap((run) => (doc.font(run.font) as unknown as Font)['_font'].font.layout(run.text).glyphs)

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
])('a name in %s has a glyph for each sign', (_, name) => {
  const { doc, fonts } = opened()
  expect(fonts.printable(name)).not.toContain(UNKNOWN)
  for (const { id, codePoints } of glyphsOf(name, { doc, fonts }))
    expect([id, String.fromCodePoint(...codePoints)]).not.toEqual([0, expect.anything()])
})

test('Devanagari is shaped: signs join, and a vowel stands before its consonant', () => {
  expect(glyphsOf('क्ष').length).toBe(1)
  const [first] = glyphsOf('कि')
  expect(first!.codePoints).toEqual(['ि'.codePointAt(0)])
})

test('a Thai line breaks between words, and no sign of several is torn apart', () => {
  const { doc, fonts } = opened()
  const lines = createLines(doc, fonts)
  const text = 'กรุณาอนุมัติการชำระเงินค่าน้ำประปา'
  const broken = lines.broken(text, 'regular', 10, 60)
  expect(broken.length).toBeGreaterThan(1)
  expect(broken.join('')).toBe(text)
  const words = Array.from(
    new Intl.Segmenter('th', { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  )
  for (const line of broken) expect(words.some((word) => line.startsWith(word))).toBe(true)
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
