import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import type PDFDocument from 'pdfkit'

/** The fonts of what the product prints: they are embedded, each with the glyphs that the pages need. */

export type Doc = InstanceType<typeof PDFDocument>
export type Weight = 'regular' | 'bold'

const fileOf = (name: string, beside = '') => fileURLToPath(new URL(beside, import.meta.resolve(name)))

/** The fonts of scripts by their names in Unicode. */
const NOTO = {
  Bengali: fileOf('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  Devanagari: fileOf('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  Ethiopic: fileOf('@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf'),
  Gujarati: fileOf('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
  Gurmukhi: fileOf('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
  Kannada: fileOf('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
  Khmer: fileOf('@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf'),
  Malayalam: fileOf('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
  Myanmar: fileOf('@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf'),
  Sinhala: fileOf('@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf'),
  Tamil: fileOf('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  Telugu: fileOf('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
  Thai: fileOf('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
}
type Script = keyof typeof NOTO
export const SCRIPTS = Object.keys(NOTO) as readonly Script[]

type FontName = Weight | 'han' | 'hangul' | Script

const FILES: Readonly<Record<FontName, string>> = {
  regular: fileOf('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: fileOf('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  han: fileOf('@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'),
  hangul: fileOf('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  ...NOTO,
}

/** The fonts of signs that the first font lacks. Each takes time to open, so only those are asked that may have the sign. */
const OTHERS: readonly (readonly [RegExp, FontName])[] = [
  [/\p{sc=Hangul}/u, 'hangul'],
  ...SCRIPTS.map((script) => [new RegExp(`\\p{scx=${script}}`, 'u'), script] as const),
  [/./su, 'han'],
]

/** A part of a line in one font. */
export type FontRun = { readonly font: FontName; readonly text: string }

/** A word whose glyphs are chosen and placed. */
type LaidOut = object
/** A font of pdfkit, whose types do not declare it. */
type Embedded = {
  /** In thousandths of the size. */
  readonly ascender: number
  readonly font: { hasGlyphForCodePoint(point: number): boolean }
  layoutRun(text: string, features?: Readonly<Record<string, boolean>>): LaidOut
  layoutCached(text: string): LaidOut
}
type WithFont = { readonly ['_font']: Embedded }

/** Marks that change the direction of what follows or join signs: on paper they could only mislead. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/u

/** Shown for a sign that no font has. The attached proof has it. */
export const UNKNOWN = '�'

/** Signs of laid out words that are kept of a font. Most words of a long log come again; pdfkit would keep each one for ever. */
const KEPT_SIGNS = 20_000

/** Each font has these, so texts of them need no look at each sign. */
const PLAIN = /^[ -~]*$/

/** What places marks at their letters. */
const NO_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false }

/** fontkit fails at a letter that has no place for one of its marks. They then stand where they would without a letter. */
const layOut = (font: Embedded, text: string): LaidOut => {
  try {
    return font.layoutRun(text)
  } catch {
    return font.layoutRun(text, NO_MARKS)
  }
}

export const createFonts = (doc: Doc) => {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, file)
  const embedded = new Map<FontName, Embedded>()
  const known = { regular: new Map<string, FontName | null>(), bold: new Map<string, FontName | null>() }

  const open = (name: FontName): Embedded => {
    const font = (doc.font(name) as unknown as WithFont)['_font']
    const kept = new LRUCache<string, LaidOut>({
      maxSize: KEPT_SIGNS,
      sizeCalculation: (_, { length }) => length + 1,
      memoMethod: (text) => layOut(font, text),
    })
    font.layoutCached = (text) => kept.memo(text)
    embedded.set(name, font)
    return font
  }
  const { ascender } = open('regular')
  open('bold')

  const has = (name: FontName, sign: string): boolean =>
    (embedded.get(name) ?? open(name)).font.hasGlyphForCodePoint(sign.codePointAt(0)!)

  const fontOf = (sign: string, weight: Weight): FontName | null => {
    let font = known[weight].get(sign)
    if (font === undefined) {
      const others = OTHERS.filter(([script]) => script.test(sign)).map(([, name]) => name)
      font = [weight, ...others].find((one) => has(one, sign)) ?? null
      known[weight].set(sign, font)
    }
    return font
  }

  return {
    /** From the top of a line to where its letters stand, in any font. */
    baseline: (size: number): number => (ascender / 1_000) * size,
    /**
     * What is printed of a text: controls are blanks, unseen marks are left out, and signs that no font has are �. Signs that are written
     * as several are made one, because some fonts have only that.
     */
    printable(text: string, weight: Weight = 'regular'): string {
      if (PLAIN.test(text)) return text
      let all = ''
      for (const sign of text.normalize('NFC')) {
        if (sign === '\n') all += sign
        else if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(sign)) all += ' '
        else if (!UNSEEN.test(sign)) all += fontOf(sign, weight) === null ? UNKNOWN : sign
      }
      return all
    },
    /** The same text, divided where the font changes. */
    runs(text: string, weight: Weight): FontRun[] {
      if (PLAIN.test(text)) return text === '' ? [] : [{ font: weight, text }]
      const all: FontRun[] = []
      for (const sign of text) {
        const font = fontOf(sign, weight) ?? weight
        const last = all.at(-1)
        if (last?.font === font) all[all.length - 1] = { font, text: last.text + sign }
        else all.push({ font, text: sign })
      }
      return all
    },
  }
}
export type Fonts = ReturnType<typeof createFonts>
