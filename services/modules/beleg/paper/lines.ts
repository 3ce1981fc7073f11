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

/** Divided where the level changes. */
const byLevel = (text: string, base: Base): { readonly text: string; readonly level: Level }[] => {
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const all: { text: string; level: Level }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const [level, last] = [levels[at]!, all.at(-1)]
    if (last !== undefined && last.level === level) last.text += text[at]!
    else all.push({ text: text[at]!, level })
  }
  return all
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

type Drawn = { readonly weight: Weight; readonly size: number; readonly base: Base }

export const createLines = (doc: Doc, fonts: Fonts) => {
  // An empty list of features: a part is laid out as a whole, not word by word.
  const features = { features: [] }

  const widthOf = (text: string, weight: Weight, size: number): number =>
    fonts
      .runs(text, weight)
      .reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text, features), 0)

  /** A word that is longer than a line is divided anywhere. */
  const pieces = (word: string, weight: Weight, size: number, width: number): string[] => {
    if (widthOf(word, weight, size) <= width) return [word]
    const all = ['']
    for (const sign of word) {
      const longer = all.at(-1)! + sign
      if (widthOf(longer, weight, size) <= width) all[all.length - 1] = longer
      else all.push(sign)
    }
    return all
  }

  const linesOf = (paragraph: string, weight: Weight, size: number, width: number): string[] => {
    const all = ['']
    for (const word of paragraph.match(WORDS) ?? [])
      for (const piece of pieces(word, weight, size, width)) {
        const longer = all.at(-1)! + piece
        if (widthOf(longer.trimEnd(), weight, size) <= width) all[all.length - 1] = longer
        else all.push(piece.trimStart())
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
      for (const { font, text } of inReadingOrder(runs)) {
        doc
          .font(font)
          .fontSize(size)
          .text(text, x, top, { lineBreak: false, ...features })
        x += doc.widthOfString(text, features)
      }
    },
  }
}
