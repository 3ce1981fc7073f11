import type { Bidi } from 'bidi-js'
import * as imported from 'bidi-js'
import type { Doc, FontRun, Fonts, Weight } from './fonts.ts'

/** Breaks texts into lines and puts the parts of a line into the order in which they are read. */

/** Its types say that it is a module; it is a function. */
const bidi = (imported as unknown as { readonly default: () => Bidi }).default()

/** `auto`: as the first letter says, for what somebody typed. Our own lines may begin with a name. */
export type Base = 'ltr' | 'auto'
type Level = number
type VisualRun = FontRun & { readonly level: Level }

/** Signs that are read from right to left, and Arabic digits. */
const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** The font would lay these out from right to left, like letters. */
const ARABIC_NUMBER = /^[\u0660-\u066C\u06F0-\u06F9]+$/

/** Divided where the level changes. */
const byLevel = (text: string, base: Base): { readonly text: string; readonly level: Level }[] => {
  if (!FROM_RIGHT.test(text)) return [{ text, level: 0 }]
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const all: { text: string; level: Level }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const [level, last] = [levels[at]!, all.at(-1)]
    if (last !== undefined && last.level === level) last.text += text[at]!
    else all.push({ text: text[at]!, level })
  }
  return all.map(({ text: part, level }) => ({
    text: ARABIC_NUMBER.test(part) ? [...part].toReversed().join('') : part,
    level,
  }))
}

/** Rule L2 of the bidirectional algorithm, over parts instead of signs: the font lays out each part in its own direction. */
const inReadingOrder = (runs: readonly VisualRun[]): readonly VisualRun[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while (end < ordered.length && ordered[end]!.level >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = Math.max(start, end)
    }
  return ordered
}

/** Han and kana may be divided anywhere; other texts at blanks. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|\s+|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu

/** These have no blanks between their words. */
const WITHOUT_BLANKS = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const words = new Intl.Segmenter('und', { granularity: 'word' })
/** What people take for one sign, however it is written. */
const signs = new Intl.Segmenter('und', { granularity: 'grapheme' })

const segments = (text: string, by: Intl.Segmenter): readonly string[] =>
  Array.from(by.segment(text), ({ segment }) => segment)

const wordsOf = (paragraph: string): readonly string[] =>
  (paragraph.match(WORDS) ?? []).flatMap((word) =>
    WITHOUT_BLANKS.test(word) ? segments(word, words) : [word],
  )

/** Widths of words that are kept. Most words of a long log come again. */
const KEPT_WIDTHS = 5_000

type Drawn = { readonly weight: Weight; readonly size: number; readonly base: Base }

export const createLines = (doc: Doc, fonts: Fonts) => {
  /** An empty list of features: a part that is read from the right is laid out as a whole, not word by word. */
  const optionsFor = (text: string) => (FROM_RIGHT.test(text) ? { features: [] } : {})

  const widthOf = (text: string, weight: Weight, size: number): number =>
    fonts
      .runs(text, weight)
      .reduce(
        (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, optionsFor(run.text)),
        0,
      )

  const widths = new Map<string, number>()
  const widthOfWord = (word: string, weight: Weight, size: number): number => {
    const key = `${weight} ${size} ${word}`
    let width = widths.get(key)
    if (width === undefined) {
      if (widths.size >= KEPT_WIDTHS) widths.clear()
      widths.set(key, (width = widthOf(word, weight, size)))
    }
    return width
  }

  /** A word that is longer than a line is divided anywhere. */
  const pieces = (word: string, weight: Weight, size: number, width: number): string[] => {
    if (widthOfWord(word, weight, size) <= width) return [word]
    const all = ['']
    for (const sign of segments(word, signs)) {
      const longer = all.at(-1)! + sign
      if (widthOf(longer, weight, size) <= width) all[all.length - 1] = longer
      else all.push(sign)
    }
    return all
  }

  const linesOf = (paragraph: string, weight: Weight, size: number, width: number): string[] => {
    const all = ['']
    let used = 0
    for (const word of wordsOf(paragraph))
      for (const piece of pieces(word, weight, size, width)) {
        const more = widthOfWord(piece, weight, size)
        const isBlank = piece.trim() === ''
        if (isBlank || used + more <= width) {
          all[all.length - 1] = all.at(-1)! + piece
          used += more
        } else {
          all.push(piece)
          used = more
        }
      }
    return all.map((line) => line.trimEnd())
  }

  return {
    broken: (text: string, weight: Weight, size: number, width: number): string[] =>
      fonts
        .printable(text, weight)
        .split('\n')
        .flatMap((paragraph) => linesOf(paragraph, weight, size, width)),

    draw(line: string, [left, top]: readonly [number, number], { weight, size, base }: Drawn): void {
      const runs = byLevel(line, base).flatMap(({ text, level }) =>
        fonts.runs(text, weight).map((run) => ({ ...run, level })),
      )
      let x = left
      for (const [at, { font, text }] of inReadingOrder(runs).entries()) {
        doc
          .font(font)
          .fontSize(size)
          .text(text, x, top + fonts.baseline(size), {
            lineBreak: false,
            // Fonts begin at different heights, but their letters stand on one line.
            baseline: 'alphabetic',
            ...optionsFor(text),
          })
        if (at < runs.length - 1) x += doc.widthOfString(text, optionsFor(text))
      }
    },
  }
}
