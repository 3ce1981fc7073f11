import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { PRODUCT } from '#contract/common.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { aboutIn, type About } from './about.ts'
import { sayEntry, type Reader } from './entry-words.ts'
import { readableTime } from './history-times.ts'

/**
 * The audit log as PDF, for reading. Characters that the font lacks, such as Chinese or emoji, appear as �, and long texts are
 * cut off. The other formats are complete.
 */
const words = {
  de: {
    title: 'Protokoll',
    columns: ['Nr.', 'Zeit', 'Ereignis', 'Wer', 'Was', 'Änderungen'],
    none: 'Kein Eintrag passt zu diesen Filtern.',
    page: 'Seite',
    note: 'Nur zum Lesen. Prüfbar ist der JSONL-Export. „�“ steht für Zeichen, die dieser Schrift fehlen.',
  },
  en: {
    title: 'Audit log',
    columns: ['No.', 'Time', 'Event', 'Who', 'What', 'Changes'],
    none: 'No entry matches these filters.',
    page: 'Page',
    note: 'For reading only. The JSONL export can be verified. “�” stands for characters that this font lacks.',
  },
} as const

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'))
const MARGIN = 36
const GAP = 8
/** A4 landscape, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const SIZE = 7.5
/** Column widths in points; their sum is the page width without margins. */
const WIDTHS = [36, 116, 118, 152, 160, 187] as const
const LINES = 6
/** Entries per turn of the event loop. */
const ENTRIES_PER_TURN = 5

type Doc = InstanceType<typeof PDFDocument>
/** The current font, which pdfkit's types do not declare. */
type WithFont = { readonly ['_font']: { readonly font: { hasGlyphForCodePoint(point: number): boolean } } }

/** Replaces control characters with blanks, and characters that the font lacks with �. */
const printableIn = (doc: Doc) => {
  const known = new Map<string, string>()
  const shown = (sign: string): string => {
    if (/\p{Cc}/u.test(sign)) return ' '
    return (doc as unknown as WithFont)['_font'].font.hasGlyphForCodePoint(sign.codePointAt(0)!) ? sign : '�'
  }
  return (text: string): string => {
    let all = ''
    for (const sign of text) {
      let one = known.get(sign)
      if (one === undefined) known.set(sign, (one = shown(sign)))
      all += one
    }
    return all
  }
}

const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

const cellsOf = (entry: ExportedEntry, reader: Reader): readonly string[] => {
  const { language, timezone } = reader
  const said = sayEntry(entry, [], reader)
  return [
    String(entry.sequence),
    readableTime(language, timezone, entry.at),
    joined([
      said.action,
      entry.outcome === 'ok' && entry.action !== 'request.glass-broken' ? null : said.outcome,
      said.assurance,
    ]),
    joined([said.actor, said.actor === said.actorEmail ? null : said.actorEmail, said.role, said.ip]),
    [said.targetKind, joined([said.target, said.targetEmail])].filter(Boolean).join(': '),
    [said.changes, said.details, said.mails].filter(Boolean).join('; '),
  ]
}

/** Lays entries out on pages with column headings and page numbers. */
const layoutOf = (doc: Doc, printed: About) => {
  const text = words[printed.language]
  const shown = printableIn(doc)
  const bottom = PAGE.height - MARGIN - 14
  const width = PAGE.width - 2 * MARGIN
  const lineHeight = doc.font('regular').fontSize(SIZE).currentLineHeight(true)
  let [page, y] = [0, MARGIN]

  const put = (cells: readonly string[], top: number) => {
    let x = MARGIN
    WIDTHS.forEach((column, i) => {
      const height = LINES * lineHeight
      doc.text(cells[i]!, x, top, { width: column - GAP, height, ellipsis: true })
      x += column
    })
  }
  const rule = (colour: string) =>
    doc
      .moveTo(MARGIN, y - 3)
      .lineTo(MARGIN + width, y - 3)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke()
  const footer = () => {
    const { content } = printed.checkpoint
    const line = `${PRODUCT} · ${shown(printed.name ?? content.workspaceId)} · ${text.page} ${page}`
    doc.font('regular').fontSize(7).fillColor('#5b6472')
    doc.text(line, MARGIN, PAGE.height - MARGIN - 6, { width, height: 9, ellipsis: true, lineBreak: false })
    doc.fontSize(SIZE).fillColor('#14181f')
  }
  const headings = () => {
    doc.font('bold').fontSize(SIZE).fillColor('#14181f')
    put(text.columns, y)
    doc.font('regular')
    y += lineHeight + 6
    rule('#14181f')
  }
  const newPage = () => {
    doc.addPage()
    page += 1
    y = MARGIN
    footer()
  }
  const title = () => {
    doc.font('bold').fontSize(16).fillColor('#14181f').text(text.title, MARGIN, y)
    y += 26
    doc.fontSize(SIZE)
    for (const [name, value] of aboutIn(printed)) {
      doc.font('bold').text(name, MARGIN, y, { width: 130 })
      doc.font('regular').text(shown(value), MARGIN + 134, y, { width: width - 134 })
      y = Math.max(doc.y, y + lineHeight) + 2
    }
    doc
      .fillColor('#5b6472')
      .text(shown(text.note), MARGIN, y + 4, { width })
      .fillColor('#14181f')
    y = doc.y + 14
  }

  return {
    begin() {
      newPage()
      title()
      headings()
    },
    entry(entry: ExportedEntry) {
      const cells = cellsOf(entry, printed).map(shown)
      const lines = cells.map((cell, i) => doc.heightOfString(cell, { width: WIDTHS[i]! - GAP }))
      const height = Math.min(LINES * lineHeight, Math.max(...lines))
      if (y + height > bottom) {
        newPage()
        headings()
      }
      put(cells, y)
      y += height + 6
      rule('#d5dae1')
    },
    noEntries() {
      doc.text(text.none, MARGIN, y)
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
    info: { Title: `${words[language].title} – ${name ?? ''}`, Creator: PRODUCT },
  })
  // With a bottom margin, pdfkit would start a new page for the footer.
  doc.on('pageAdded', () => (doc.page.margins = { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 }))
  doc.registerFont('regular', FONT).registerFont('bold', BOLD)
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
