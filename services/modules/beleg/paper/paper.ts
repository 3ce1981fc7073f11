import { createFonts, UNKNOWN, type Doc, type Weight } from '#platform/paper/fonts.ts'
import { createLines, type Base } from '#platform/paper/lines.ts'

/** Pages with headings, rows of a label and a value, and footers. */

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 48
const LABEL = 132
const FOOTER = 26
const SIZE = 9.5
const LINE = 1.35
/** The lines of a row that no page divides. */
const TOGETHER = 4
const INK = '#14181f'
const QUIET = '#5b6472'
const HAIRLINE = '#d5dae1'

type Look = {
  readonly weight?: Weight
  readonly size?: number
  readonly colour?: string
  readonly base?: Base
}

export const createPaper = (doc: Doc) => {
  const fonts = createFonts(doc)
  const lines = createLines(doc, fonts)
  const width = PAGE.width - 2 * MARGIN
  const bottom = PAGE.height - MARGIN - FOOTER
  let y = MARGIN
  let hasUnknown = false

  const newPage = () => {
    doc.addPage({ size: 'A4', margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 } })
    y = MARGIN
  }
  const room = (height: number) => {
    if (y + height > bottom) newPage()
  }
  const draw = (
    line: string,
    left: number,
    { weight = 'regular', size = SIZE, colour = INK, base = 'ltr' }: Look,
    top = y,
  ) => {
    hasUnknown ||= line.includes(UNKNOWN)
    doc.fillColor(colour)
    lines.draw(line, [left, top], { weight, size, base })
  }

  newPage()
  return {
    paragraph(text: string, look: Look = {}): void {
      const { weight = 'regular', size = SIZE } = look
      for (const line of lines.broken(text, weight, size, width)) {
        room(size * LINE)
        draw(line, MARGIN, look)
        y += size * LINE
      }
      y += 4
    },
    heading(text: string): void {
      room(60)
      y += 12
      draw(text, MARGIN, { weight: 'bold', size: 11 })
      y += 17
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.5)
        .strokeColor(HAIRLINE)
        .stroke()
      y += 6
    },
    row(label: string, value: string, look: Look = {}): void {
      const { weight = 'regular', size = SIZE } = look
      const labels = lines.broken(label, 'regular', SIZE, LABEL - 10)
      const values = lines.broken(value, weight, size, width - LABEL)
      const count = Math.max(labels.length, values.length)
      room(Math.min(count, TOGETHER) * SIZE * LINE)
      for (let at = 0; at < count; at += 1) {
        room(SIZE * LINE)
        // What is smaller stands on the same line as its label.
        const top = y + fonts.baseline(SIZE) - fonts.baseline(size)
        if (labels[at] !== undefined) draw(labels[at]!, MARGIN, { colour: QUIET })
        if (values[at] !== undefined) draw(values[at]!, MARGIN + LABEL, look, top)
        y += (at === 0 ? SIZE : size) * LINE
      }
      y += 3
    },
    /** The next rows, of so many lines, stand on one page. */
    together(count: number): void {
      room(count * (SIZE * LINE + 3))
    },
    /** Whether a sign was printed that no font has. */
    hasUnknown: (): boolean => hasUnknown,
    gap(): void {
      y += 7
    },
    /** Numbers the pages. Nothing can be added afterwards. */
    footers(textOf: (page: number, pages: number) => string): void {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        y = PAGE.height - MARGIN - 6
        const [line] = lines.broken(textOf(page + 1, count), 'regular', 7.5, width)
        draw(line!, MARGIN, { size: 7.5, colour: QUIET })
      }
    },
  }
}
export type Paper = ReturnType<typeof createPaper>
