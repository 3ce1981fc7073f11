import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** The fonts of what the product prints: they are embedded, each with the glyphs that the pages need. */

export type Doc = InstanceType<typeof PDFDocument>
export type Weight = 'regular' | 'bold'
type FontName = Weight | 'han'

const fileOf = (name: string, beside = '') => fileURLToPath(new URL(beside, import.meta.resolve(name)))

const FILES: Readonly<Record<FontName, string>> = {
  regular: fileOf('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: fileOf('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
  han: fileOf('@embedpdf/fonts-sc', '../fonts/NotoSansHans-Regular.otf'),
}

/** A part of a line in one font. */
export type FontRun = { readonly font: FontName; readonly text: string }

/** The current font, which pdfkit's types do not declare. */
type WithFont = { readonly ['_font']: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } }

/** Marks that change the direction of what follows or join signs: on paper they could only mislead. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/u

/** Shown for a sign that no font has. The attached proof has it. */
export const UNKNOWN = '�'

export const createFonts = (doc: Doc) => {
  for (const [name, file] of Object.entries(FILES)) doc.registerFont(name, file)
  const known = new Map<string, FontName | null>()

  const has = (font: FontName, sign: string): boolean =>
    (doc.font(font) as unknown as WithFont)['_font'].font.hasGlyphForCodePoint(sign.codePointAt(0)!)

  const fontOf = (sign: string, weight: Weight): FontName | null => {
    const key = `${weight}${sign}`
    let font = known.get(key)
    if (font === undefined) {
      font = ([weight, 'han'] as const).find((one) => has(one, sign)) ?? null
      known.set(key, font)
    }
    return font
  }

  return {
    /** What is printed of a text: controls are blanks, unseen marks are left out, and signs that no font has are �. */
    printable(text: string, weight: Weight = 'regular'): string {
      let all = ''
      for (const sign of text) {
        if (sign === '\n') all += sign
        else if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(sign)) all += ' '
        else if (!UNSEEN.test(sign)) all += fontOf(sign, weight) === null ? UNKNOWN : sign
      }
      return all
    },
    /** The same text, divided where the font changes. */
    runs(text: string, weight: Weight): FontRun[] {
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
