import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { historyPdf } from '#modules/workspaces/history/export/history-pdf.ts'
import { createLines } from '#platform/paper/lines.ts'
import { createFonts, type Doc } from '#platform/paper/fonts.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'

/** The log as PDF: the words of its reader, in every script. Poppler reads it. */

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasPoppler = has('pdftotext') && has('pdffonts')
const whySkipped = hasPoppler ? '' : ' (skipped: poppler-utils is not installed)'

const id = '0198a000-0000-7000-8000-000000000001'
const NAMES = [
  'Anna Groß',
  '陳大文',
  '山田太郎',
  'שרה כהן',
  'محمد علي',
  'Αλέξανδρος Π.',
  'Жук Пётр',
  '김민준',
  'राजेश शर्मा',
  'สมชาย ใจดี',
]

const entryAt = (sequence: number): ExportedEntry => ({
  sequence,
  id,
  at: '2026-11-23T05:55:03.123Z',
  action: sequence % 2 === 0 ? 'participant.promoted' : 'request.approval-refused',
  actor: { userId: id, email: 'anna@example.com', name: NAMES[sequence % NAMES.length]!, role: 'admin' },
  target: { kind: 'participant', id, label: 'ben@example.com', name: NAMES[(sequence + 1) % NAMES.length]! },
  changes: [{ field: 'role', before: 'regular user', after: 'admin' }],
  outcome: sequence % 2 === 0 ? 'ok' : 'refused',
  ip: null,
  device: null,
  requestId: null,
  assurance: 'session',
  hash: 'ab',
  previousHash: null,
  mails: null,
  factHash: 'h1:cd',
})
const log = {
  async *pages() {
    yield Array.from({ length: 60 }, (_, at) => entryAt(60 - at))
  },
} as unknown as ExportedLog

const saved = async (language: 'de' | 'en'): Promise<string> => {
  const content = {
    v: 1,
    kind: 'history-checkpoint',
    workspaceId: id,
    sequence: 60,
    hash: 'ab'.repeat(32),
    at: '2026-11-27T03:00:00.000Z',
    keyId: '0123456789abcdef',
    export: null,
  } as const
  const made = historyPdf(log, {
    checkpoint: { content, signature: 'S'.repeat(86), publicKey: 'K'.repeat(43) },
    filters: { action: 'participant.promoted' },
    language,
    name: 'Praxis 株式会社',
    timezone: 'Europe/Berlin',
  })
  const bytes = Buffer.concat(await Array.fromAsync(made))
  const file = join(temporaryFolder(), `log-${language}.pdf`)
  const shown = process.env['SCREENSHOTS']
  if (shown !== undefined) mkdirSync(shown, { recursive: true })
  for (const path of [file, ...(shown === undefined ? [] : [join(shown, `log-${language}.pdf`)])])
    writeFileSync(path, bytes)
  return file
}
const read = (program: string, ...given: readonly string[]): string =>
  execFileSync(program, given, { encoding: 'utf8' })
const pagesOf = (file: string): readonly string[] =>
  read('pdftotext', '-layout', file, '-').split('\f').slice(0, -1)

test.skipIf(!hasPoppler)(
  `a log is printed in the words of its reader, with heads and a number on each page${whySkipped}`,
  async () => {
    for (const [language, words] of [
      [
        'de',
        ['Mitglied wurde Admin', 'Freigabe verweigert', 'Rolle: Regulär → Admin', '23.11.2026, 06:55:03 MEZ'],
      ],
      [
        'en',
        [
          'Participant became admin',
          'Approval refused',
          'Role: Regular user → Admin',
          '23 Nov 2026, 06:55:03',
        ],
      ],
    ] as const) {
      const pages = pagesOf(await saved(language))
      expect(pages.length).toBeGreaterThan(2)
      for (const [at, page] of pages.entries()) {
        expect(page).toContain(language === 'de' ? `Seite ${at + 1}` : `Page ${at + 1}`)
        expect(page).toContain(language === 'de' ? 'Was sich änderte' : 'What changed')
      }
      const text = pages.join('\n').replaceAll(/ +/g, ' ')
      for (const said of words) expect(text).toContain(said)
      expect(text).not.toMatch(/participant\.promoted|regular user|h1:cd/)
      // The action says it already.
      expect(text).not.toMatch(/· (refused|verweigert)/)
    }
  },
)

test.skipIf(!hasPoppler)(
  `names in every script stand in the fonts of the file, each as a subset${whySkipped}`,
  async () => {
    const file = await saved('de')
    const text = pagesOf(file).join('\n')
    for (const name of NAMES.slice(0, 3)) expect(text).toContain(name)
    for (const name of NAMES.slice(5, 8)) expect(text).toContain(name)
    // Poppler writes these as their letters look at their place.
    for (const script of [/\p{sc=Hebrew}/u, /\p{sc=Arabic}/u, /\p{sc=Devanagari}/u, /\p{sc=Thai}/u])
      expect(text).toMatch(script)
    expect(text.replace(/„�“ steht/, '')).not.toContain('�')
    const [, , ...fonts] = read('pdffonts', file).trimEnd().split('\n')
    expect(fonts.length).toBeGreaterThan(1)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.* yes yes yes /)
  },
)

test('Arabic digits stand in the order of their number, between letters that are read from the right', async () => {
  const { default: Document } = await import('pdfkit')
  const doc: Doc = new Document({ size: 'A4' })
  const drawn: string[] = []
  const lines = createLines(doc, createFonts(doc))
  const { text } = doc
  doc.text = (part: string, ...more: never[]) => {
    drawn.push(part)
    return (text as (...given: unknown[]) => Doc).call(doc, part, ...more)
  }
  lines.draw('دفع ٤٧١١ شركة', [0, 0], { weight: 'regular', size: 9, base: 'auto' })
  // The font turns each part around.
  expect(drawn).toContain('١١٧٤')
  drawn.length = 0
  lines.draw('Rechnung 4711', [0, 0], { weight: 'regular', size: 9, base: 'auto' })
  expect(drawn).toEqual(['Rechnung 4711'])
})
