import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/**
 * Workbooks (Office Open XML), written while their rows are read. A cell is a text, a number, a time or an amount: never a formula, whatever
 * it begins with, because the file says of each cell what it is.
 */

/** `clock`: what the clocks of some zone show, as milliseconds of UTC. `decimals`: of an amount, 0 to 4. */
export type XlsxCell =
  | string
  | number
  | null
  | { readonly clock: number }
  | { readonly amount: number; readonly decimals: number }

export type XlsxColumn = {
  readonly head: string
  /** In characters. */
  readonly width: number
}

export type XlsxSheet = {
  readonly name: string
  readonly columns: readonly XlsxColumn[]
  readonly rows: AsyncIterable<readonly (readonly XlsxCell[])[]>
  /** Whether the heads filter. */
  readonly isFiltered: boolean
}

/** The longest text of a cell. */
const LONGEST = 32_767
/** Sizes have 32 bits in such a file. */
const MOST_BYTES = 2 ** 32 - 2 ** 24
/** Rows that are compressed at once. */
const ROWS_AT_ONCE = 100
/** Deflate, in a ZIP. */
const COMPRESSION = 8

const STYLES = { plain: 0, head: 1, time: 2, amount: 3 } as const
const MOST_DECIMALS = 4

const NAMESPACES = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  packages: 'http://schemas.openxmlformats.org/package/2006',
} as const

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** As text in XML. Controls that XML cannot have are left out, and what a spreadsheet would read as an escaped sign stays as it is. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"]/g, (mark) => MARKS[mark]!)

/** `A`, `Z`, `AA`. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))

const inline = (text: string, style: number): string => {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  return `s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is>`
}

/** Days since the end of 1899. */
const serial = (clock: number): number => clock / 86_400_000 + 25_569

const content = (cell: Exclude<XlsxCell, null>): string => {
  if (typeof cell === 'string') return inline(cell, STYLES.plain)
  if (typeof cell === 'number') return `><v>${cell}</v>`
  if ('clock' in cell) return `s="${STYLES.time}"><v>${serial(cell.clock)}</v>`
  return `s="${STYLES.amount + Math.min(cell.decimals, MOST_DECIMALS)}"><v>${cell.amount}</v>`
}

const rowOf = (cells: readonly XlsxCell[], row: number): string => {
  const all = cells.map((cell, column) =>
    cell === null || cell === '' ? '' : `<c r="${letters(column)}${row}" ${content(cell)}</c>`,
  )
  return `<row r="${row}">${all.join('')}</row>`
}

const headRow = (columns: readonly XlsxColumn[]): string => {
  const all = columns.map(({ head }, column) => `<c r="${letters(column)}1" ${inline(head, STYLES.head)}</c>`)
  return `<row r="1">${all.join('')}</row>`
}

const sheetBegin = ({ columns }: XlsxSheet, isFirst: boolean): string => {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `${HEAD}<worksheet xmlns="${NAMESPACES.main}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${headRow(columns)}`
}

const sheetEnd = ({ columns, isFiltered }: XlsxSheet, rows: number): string => {
  const filter = isFiltered ? `<autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/>` : ''
  return `</sheetData>${filter}</worksheet>`
}

const stylesXml = (timeFormat: string): string => {
  const amounts = Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 165 + decimals)
  const formats = [
    `<numFmt numFmtId="164" formatCode="${escaped(timeFormat)}"/>`,
    ...amounts.map(
      (id, decimals) =>
        `<numFmt numFmtId="${id}" formatCode="#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}"/>`,
    ),
  ]
  const cell = (format: number, font = 0, alignment = '') =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"${alignment}/></xf>`
  const cells = [cell(0), cell(0, 1), cell(164), ...amounts.map((id) => cell(id, 0, ' horizontal="right"'))]
  return `${HEAD}<styleSheet xmlns="${NAMESPACES.main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

type Named = Pick<XlsxSheet, 'name'>

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${NAMESPACES.office}/${type}" Target="${target}"/>`
const relationships = (all: readonly string[]): string =>
  `${HEAD}<Relationships xmlns="${NAMESPACES.packages}/relationships">${all.join('')}</Relationships>`

/** The parts beside the sheets. */
const partsOf = (sheets: readonly Named[], timeFormat: string): Readonly<Record<string, string>> => {
  const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`
  const part = (name: string, of: string) => `<Override PartName="${name}" ContentType="${type(of)}"/>`
  const types = [
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    part('/xl/workbook.xml', 'sheet.main'),
    part('/xl/styles.xml', 'styles'),
    ...sheets.map((_, at) => part(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet')),
  ]
  const listed = sheets.map(
    ({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  return {
    'xl/styles.xml': stylesXml(timeFormat),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${NAMESPACES.main}" xmlns:r="${NAMESPACES.office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, at) => relationship(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      relationship(sheets.length + 1, 'styles', 'styles.xml'),
    ]),
    '_rels/.rels': relationships([relationship(1, 'officeDocument', 'xl/workbook.xml')]),
    '[Content_Types].xml': `${HEAD}<Types xmlns="${NAMESPACES.packages}/content-types">${types.join('')}</Types>`,
  }
}

/** The text of a sheet, a few rows at a time. */
const sheetText = async function* (sheet: XlsxSheet, isFirst: boolean): AsyncGenerator<string> {
  yield sheetBegin(sheet, isFirst)
  let row = 1
  for await (const page of sheet.rows)
    for (let at = 0; at < page.length; at += ROWS_AT_ONCE) {
      const some = page.slice(at, at + ROWS_AT_ONCE)
      yield some.map((cells) => rowOf(cells, (row += 1))).join('')
    }
  yield sheetEnd(sheet, row)
}

/** A part of the file. It is compressed beside the event loop, as fast as it is read. */
type Part = ZipInputFile & { size: number; crc: number }

const once = async function* (text: string): AsyncGenerator<string> {
  yield text
}

/** The compressed bytes of a part, whose size and sum are known at their end. */
const compressed = (part: Part, texts: AsyncIterable<string>): AsyncIterable<Buffer> => {
  const plain = async function* () {
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      part.size += bytes.length
      if (part.size > MOST_BYTES)
        throw new RangeError(`${part.filename} has more bytes than such a file can hold`)
      part.crc = crc32(bytes, part.crc)
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // The loop over it throws what goes wrong before.
  pipeline(Readable.from(plain()), deflate, () => {})
  return deflate as AsyncIterable<Buffer>
}

/** `timeFormat`: how the spreadsheet shows times. */
export const xlsxOf = async function* (
  sheets: readonly XlsxSheet[],
  timeFormat: string,
): AsyncGenerator<Buffer, void, undefined> {
  const done: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    done.push(bytes)
  })
  const taken = function* () {
    for (const bytes of done.splice(0)) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const write = async function* (filename: string, texts: AsyncIterable<string>) {
    const part: Part = { filename, size: 0, crc: 0, compression: COMPRESSION }
    zip.add(part)
    for await (const bytes of compressed(part, texts)) {
      part.ondata!(null, new Uint8Array(bytes), false)
      yield* taken()
    }
    part.ondata!(null, new Uint8Array(), true)
    yield* taken()
  }
  for (const [at, sheet] of sheets.entries())
    yield* write(`xl/worksheets/sheet${at + 1}.xml`, sheetText(sheet, at === 0))
  for (const [path, text] of Object.entries(partsOf(sheets, timeFormat))) yield* write(path, once(text))
  zip.end()
  yield* taken()
}
