import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { escaped, xlsxOf, type XlsxCell } from './xlsx.ts'

const column = { head: 'Any', width: 10 }
const made = async (rows: readonly (readonly XlsxCell[])[], columns = 3): Promise<Buffer> => {
  const pages = async function* () {
    yield rows
  }
  const sheet = {
    name: 'Ä & "B" <C>',
    columns: Array.from({ length: columns }, () => column),
    rows: pages(),
    isFiltered: true,
  }
  return Buffer.concat(await Array.fromAsync(xlsxOf([sheet], 'dd.mm.yyyy hh:mm:ss')))
}
const sheetOf = (file: Buffer): string => strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!)
const read = async (rows: readonly (readonly XlsxCell[])[], columns?: number) => {
  const [sheet] = await readWorkbook(await made(rows, columns))
  return sheet!.data.slice(1)
}

test.each([
  '=1+1',
  '@SUM(A1)',
  '+49 30 1',
  '-1',
  '\t=1',
  '<b>&"',
  '_x0041_',
  '陳大文 שלום مرحبا Ωμέγα Жук 🙂',
])('%j stays a text', async (text) => {
  const file = await made([[text]])
  const xml = sheetOf(file)
  expect(xml).not.toMatch(/<f[ >]/)
  expect(xml).toContain('t="inlineStr"')
  expect(xml).toContain(escaped(text))
})

test('what XML cannot hold is left out, and what looks like an escaped sign is none', () => {
  expect(escaped('a\u0000\u0008b\uD800\uFFFF\n')).toBe('ab\uFFFD\n')
  expect(escaped('_x0041_ _x00_')).toBe('_x005F_x0041_ _x00_')
})

test('numbers, amounts and times are no texts', async () => {
  const clock = Date.parse('2026-11-23T06:55:03Z')
  const [row] = await read([[7, { amount: 1234.5, decimals: 2 }, { clock }]])
  expect(row).toEqual([7, 1234.5, new Date(clock)])
})

test('a long text is cut where a cell ends, and a nothing is no cell', async () => {
  const [[long, none]] = (await read([['x'.repeat(40_000), null, 'end']])) as unknown as [[string, null]]
  expect([long.length, long.at(-1), none]).toEqual([32_767, '…', null])
})

test('more columns than letters', async () => {
  const cells = Array.from({ length: 30 }, (_, at) => at)
  expect(await read([cells], 30)).toEqual([cells])
  expect(sheetOf(await made([cells], 30))).toContain('<autoFilter ref="A1:AD2"/>')
})
