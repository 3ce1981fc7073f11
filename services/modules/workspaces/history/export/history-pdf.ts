import { setImmediate as nextTurn } from 'node:timers/promises'
import { PRODUCT } from '#contract/common.ts'
import { createFonts, type Doc, type Weight } from '#platform/paper/fonts.ts'
import { createLines, type Base } from '#platform/paper/lines.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { aboutIn, type About } from './about.ts'
import { sayEntry, type Reader } from './entry-words.ts'
import { EXPORT_TEXTS } from './export-texts.ts'
import { readableTime } from './history-times.ts'

/** The audit log as PDF, for reading, in the words of its reader. Long texts are cut off; the other formats are complete. */

const words = {
  de: {
    columns: ['Nr.', 'Zeit', 'Was', 'Wer', 'Betrifft', 'Was sich änderte'],
    none: 'Kein Eintrag passt zu diesen Filtern.',
    page: 'Seite',
    note: 'Nur zum Lesen. Prüfbar ist der JSONL-Export. „�“ steht für Zeichen, die unseren Schriften fehlen.',
  },
  en: {
    columns: ['No.', 'Time', 'What', 'Who', 'Concerning', 'What changed'],
    none: 'No entry matches these filters.',
    page: 'Page',
    note: 'For reading only. The JSONL export can be verified. “�” stands for characters that our fonts lack.',
  },
} as const

const MARGIN = 36
const GAP = 8
/** A4 landscape, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const SIZE = 7.5
const LINE = SIZE * 1.25
const LABEL = 134
const INK = '#14181f'
const QUIET = '#5b6472'
const HAIRLINE = '#d5dae1'
/** Column widths in points; their sum is the page width without margins. */
const WIDTHS = [36, 116, 118, 152, 160, 187] as const
/** The lines of an entry. */
const LINES = 6
/** In characters: more than so many lines hold. What comes after it is not even measured. */
const LONGEST = 2_000
/** Entries per turn of the event loop. */
const ENTRIES_PER_TURN = 5

const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

const cellsOf = (entry: ExportedEntry, reader: Reader): readonly string[] => {
  const { language, timezone } = reader
  const said = sayEntry(entry, [], reader)
  const isSaid = `${said.action}`.toLowerCase().includes(`${said.outcome}`.toLowerCase())
  return [
    String(entry.sequence),
    readableTime(language, timezone, entry.at),
    joined([said.action, entry.outcome === 'ok' || isSaid ? null : said.outcome, said.assurance]),
    joined([said.actor, said.actor === said.actorEmail ? null : said.actorEmail, said.role, said.ip]),
    [said.targetKind, joined([said.target, said.targetEmail])].filter(Boolean).join(': '),
    [said.changes, said.details, said.mails].filter(Boolean).join('; '),
  ]
}

type Look = { readonly weight?: Weight; readonly size?: number; readonly base?: Base }

/** Lays entries out on pages with column headings and page numbers. */
const layoutOf = (doc: Doc, printed: About) => {
  const text = words[printed.language]
  const lines = createLines(doc, createFonts(doc))
  const bottom = PAGE.height - MARGIN - 14
  const width = PAGE.width - 2 * MARGIN
  let [page, y] = [0, MARGIN]

  const draw = (
    line: string,
    x: number,
    top: number,
    { weight = 'regular', size = SIZE, base = 'ltr' }: Look = {},
  ) => lines.draw(line, [x, top], { weight, size, base })

  /** Breaks cells into lines; what is longer than an entry may be ends in an ellipsis. */
  const broken = (cells: readonly string[], weight: Weight): readonly (readonly string[])[] =>
    cells.map((cell, i) => {
      const start = cell.length <= LONGEST ? cell : `${cell.slice(0, LONGEST).toWellFormed()}…`
      const all = lines.broken(start, weight, SIZE, WIDTHS[i]! - GAP)
      return all.length <= LINES ? all : [...all.slice(0, LINES - 1), `${all[LINES - 1]!.slice(0, -1)}…`]
    })
  const put = (cells: readonly (readonly string[])[], weight: Weight) => {
    let x = MARGIN
    for (const [i, column] of WIDTHS.entries()) {
      for (const [at, line] of cells[i]!.entries()) draw(line, x, y + at * LINE, { weight })
      x += column
    }
  }
  const rule = (colour: string) =>
    doc
      .moveTo(MARGIN, y - 3)
      .lineTo(MARGIN + width, y - 3)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke()
  const footer = () => {
    const name = printed.name ?? printed.checkpoint.content.workspaceId
    doc.fillColor(QUIET)
    const [line] = lines.broken(`${PRODUCT} · ${name} · ${text.page} ${page}`, 'regular', 7, width)
    draw(line!, MARGIN, PAGE.height - MARGIN - 6, { size: 7 })
    doc.fillColor(INK)
  }
  const headings = () => {
    put(broken(text.columns, 'bold'), 'bold')
    y += LINE + 6
    rule(INK)
  }
  const newPage = () => {
    const before = doc.page as Doc['page'] | null
    doc.addPage()
    // It is written. pdfkit holds it for its list of pages, where only its number is needed.
    if (before) Object.assign(before.dictionary, { data: {} })
    page += 1
    y = MARGIN
    footer()
  }
  const paragraph = (said: string, x: number, look: Look = {}) => {
    for (const line of lines.broken(said, 'regular', SIZE, MARGIN + width - x)) {
      draw(line, x, y, look)
      y += LINE
    }
  }
  const title = () => {
    draw(EXPORT_TEXTS[printed.language].title, MARGIN, y, { weight: 'bold', size: 16 })
    y += 26
    for (const [name, value] of aboutIn(printed)) {
      draw(name, MARGIN, y, { weight: 'bold' })
      paragraph(value, MARGIN + LABEL)
      y += 2
    }
    y += 4
    doc.fillColor(QUIET)
    paragraph(text.note, MARGIN)
    doc.fillColor(INK)
    y += 14
  }

  return {
    begin() {
      newPage()
      title()
      headings()
    },
    entry(entry: ExportedEntry) {
      const cells = broken(cellsOf(entry, printed), 'regular')
      const height = Math.max(...cells.map(({ length }) => length)) * LINE
      if (y + height > bottom) {
        newPage()
        headings()
      }
      put(cells, 'regular')
      y += height + 6
      rule(HAIRLINE)
    },
    noEntries() {
      paragraph(text.none, MARGIN)
    },
  }
}

/** The bytes that pdfkit has produced so far. */
const available = function* (doc: Doc): Generator<Buffer, void, undefined> {
  for (let part = doc.read() as Buffer | null; part !== null; part = doc.read() as Buffer | null) yield part
}

export const historyPdf = async function* (
  log: ExportedLog,
  printed: About,
): AsyncGenerator<Buffer, void, undefined> {
  const { language, name } = printed
  // Takes long to load, and few need it.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    info: { Title: `${EXPORT_TEXTS[language].title} – ${name ?? ''}`, Creator: PRODUCT },
  })
  // With a bottom margin, pdfkit would start a new page for the footer.
  doc.on('pageAdded', () => (doc.page.margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 }))
  const layout = layoutOf(doc, printed)
  layout.begin()
  let count = 0
  for await (const page of log.pages())
    for (const entry of page) {
      layout.entry(entry)
      count += 1
      if (count % ENTRIES_PER_TURN !== 0) continue
      yield* available(doc)
      await nextTurn()
    }
  if (count === 0) layout.noEntries()
  doc.end()
  for await (const part of doc) yield part as Buffer
}
