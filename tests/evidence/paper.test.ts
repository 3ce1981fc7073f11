import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Beleg, BelegContent } from '#contract/beleg/beleg.ts'
import { belegInPdf } from '#contract/beleg/beleg-in-pdf.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { belegPdf } from '#modules/beleg/paper/beleg-pdf.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'

/** A printed Beleg is a PDF/A-3 that people read, with its proof attached. */

const has = (program: string) => spawnSync(program, ['-v']).error === undefined
const hasPoppler = has('pdftotext') && has('pdffonts') && has('pdfdetach')
const whySkipped = hasPoppler ? '' : ' (skipped: poppler-utils is not installed)'

const people = [
  ['anna', 'Anna Ärgerlich'],
  ['ben', '山田 太郎'],
  ['carl', 'محمد الأمين'],
  ['gone', null],
] as const
const personOf = (id: string, name: string | null) => ({
  participantId: id,
  userId: `user-${id}`,
  email: name === null ? null : `${id}@example.com`,
  name,
})

const entry = (sequence: number, action: string, by: string): BelegContent['entries'][number] => ({
  sequence,
  id: `event-${sequence}`,
  factHash: 'h1:',
  previousHash: null,
  hash: '0'.repeat(64),
  at: `2026-03-01T12:0${sequence % 10}:00.000Z`,
  action,
  actor: { userId: `user-${by}`, email: `${by}@example.com`, name: null, role: 'regular user' },
  target: { kind: 'request', id: 'r', label: null },
  changes: [],
  outcome: 'ok',
  assurance: null,
  proof: '',
})

const signature = (sequence: number, participantId: string): BelegContent['signatures'][number] => ({
  sequence,
  participantId,
  userId: `user-${participantId}`,
  onBehalfOf: participantId === 'carl' ? 'gone' : null,
  device: {
    id: 'd',
    kind: 'passkey',
    enrolledAt: '2026-01-01T12:00:00.000Z',
    usableFrom: '2026-01-01T12:00:00.000Z',
    deviceBound: false,
    way: 'colleague',
    vouchedBy: 'anna',
    vouchedAt: '2026-01-01T13:00:00.000Z',
    vouch: null,
  },
})

const both = (text: string) => ({ de: text, en: text })
const content: BelegContent = {
  subject: 'request',
  id: '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11',
  workspace: { id: 'w', name: 'Praxis Süd', timezone: 'Europe/Berlin' },
  at: '2026-07-01T12:00:00.000Z',
  people: people.map(([id, name]) => personOf(id, name)),
  request: {
    type: 'approval',
    status: 'approved',
    closedReason: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    expiresAt: '2026-07-02T12:00:00.000Z',
    requesterId: 'anna',
    approverId: null,
    title: 'Rechnung 7 bezahlen – 請求書',
    details: `Bitte heute noch.\nالدفع اليوم 100 EUR من فضلك\n${'Ein langer Satz, der umbrochen wird, weil er nicht in eine Zeile passt. '.repeat(6)}\n${'x'.repeat(300)}\n한국 🦄`,
    salt: 'salt',
    kind: { id: 'k', version: 1, name: { de: 'Zahlung', en: 'Payment' } },
    fields: [
      {
        name: 'amount',
        label: { de: 'Betrag', en: 'Amount' },
        type: 'amount',
        value: { value: '1234567.89', currency: 'EUR' },
      },
      { name: 'iban', label: both('IBAN'), type: 'iban', value: 'DE89370400440532013000' },
      { name: 'day', label: { de: 'Fällig', en: 'Due' }, type: 'date', value: '2026-03-31' },
      { name: 'who', label: { de: 'Zuständig', en: 'Responsible' }, type: 'person', value: 'ben' },
    ],
    files: [
      {
        name: 'Lauf März.xml',
        nameHash: 'h',
        type: 'application/xml',
        size: 123_456,
        sha256: 'ab'.repeat(32),
      },
      { name: null, nameHash: 'h', type: 'application/pdf', size: 1, sha256: 'cd'.repeat(32) },
    ],
    rule: {
      count: 2,
      before: null,
      hours: 24,
      ruleHash: 'h',
      applied: {
        rule: { when: {}, who: { groups: ['g'] }, count: 2, before: null, hours: 24 },
        groups: [{ id: 'g', name: 'Kasse' }],
      },
    },
    call: null,
    glass: null,
  },
  erased: ['fileNames'],
  signatures: [signature(4, 'ben'), signature(5, 'carl')],
  entries: [
    entry(1, 'request.created', 'anna'),
    entry(4, 'request.approval-given', 'ben'),
    entry(5, 'request.approved', 'carl'),
  ],
  checkpoint: 'vieraugen.example/history/w\n1234567\ncm9vdA==\n\n— x y\n',
  timeStamps: [],
  publicKey: 'A'.repeat(43),
  verifierKey: 'x',
}
const proofOf = (said: BelegContent): string =>
  canonicalText({
    kind: 'vieraugen.beleg',
    v: 1,
    content: said,
    signature: '',
    logSignature: '',
  } satisfies Beleg)

const printed = async (language: 'de' | 'en', said = content): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of await belegPdf(proofOf(said), { language, name: 'beleg-1.json' })) parts.push(part)
  const bytes = Buffer.concat(parts)
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${language}-${said.subject}.pdf`), bytes)
  }
  return bytes
}

const savedIn = (folder: string, bytes: Buffer): string => {
  const file = join(folder, 'beleg.pdf')
  writeFileSync(file, bytes)
  return file
}
const poppler = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect([program, status, stderr]).toEqual([program, 0, ''])
  return stdout
}

test('it says that it is a PDF/A-3, has a colour profile, and its proof is attached as it is', async () => {
  const raw = (await printed('de')).toString('latin1')
  expect(raw.startsWith('%PDF-1.7\n')).toBe(true)
  expect(raw).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</)
  for (const needed of [
    '/S /GTS_PDFA1',
    '/DestOutputProfile',
    '/AFRelationship /Source',
    '/Subtype /application#2Fjson',
    '/ModDate',
    '/ID [',
    '/Lang (de)',
  ])
    expect(raw).toContain(needed)
  expect(raw).toMatch(/\/AF \[\d+ 0 R\]/)
  expect(raw).not.toMatch(/\/(Encrypt|JavaScript|Launch|SMask)\b/)
  expect(await belegInPdf(new Uint8Array(Buffer.from(raw, 'latin1')))).toBe(proofOf(content))
})

test.skipIf(!hasPoppler)(
  `people read it in German and English: amounts, times in the zone of the workspace, names in other scripts${whySkipped}`,
  async () => {
    const folder = temporaryFolder()
    const textIn = async (language: 'de' | 'en') =>
      poppler('pdftotext', '-layout', savedIn(folder, await printed(language)), '-')
    const german = await textIn('de')
    for (const said of [
      'Freigegeben',
      'Rechnung 7 bezahlen – 請求書',
      '1.234.567,89 EUR',
      'DE89 3704 0044 0532 0130 00',
      '31. März 2026',
      '山田 太郎 <ben@example.com>',
      'carl@example.com',
      'in Vertretung eines gelöschten Kontos',
      'Zwei aus: Kasse',
      '1. März 2026 um 13:05:00 MEZ',
      'gelöscht (1 B)',
      'auf den Geräten seines Besitzers geteilt',
      'eine Kollegin oder ein Kollege hat gebürgt (Anna',
      '1.234.567 Einträge',
      'Seite 1 von',
      'steht für ein Zeichen, das den Schriften dieses PDF fehlt',
    ])
      expect(german).toContain(said)
    const english = await textIn('en')
    for (const said of [
      'Approved',
      '1,234,567.89 EUR',
      '1 March 2026',
      'on behalf of a deleted account',
      'Page 1 of',
    ])
      expect(english).toContain(said)
  },
)

test.skipIf(!hasPoppler)(
  `each font is embedded as a subset, and programs find the attachment${whySkipped}`,
  async () => {
    const folder = temporaryFolder()
    const file = savedIn(folder, await printed('en'))
    const [, , ...fonts] = poppler('pdffonts', file).trimEnd().split('\n')
    expect(fonts.length).toBeGreaterThanOrEqual(3)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.* yes +yes +yes +\d+ +0$/)
    expect(poppler('pdfdetach', '-list', file)).toContain('beleg-1.json')
    const out = join(folder, 'proof.json')
    poppler('pdfdetach', '-save', '1', '-o', out, file)
    expect(readFileSync(out, 'utf8')).toBe(proofOf(content))
  },
)

test('a change is printed too, and a file that is no such PDF has no proof', async () => {
  const { request: _, ...rest } = content
  const change: BelegContent = {
    ...rest,
    subject: 'change',
    change: {
      action: 'participant.invited',
      target: { kind: 'participant', id: 'new' },
      changes: [
        { field: 'email', before: null, after: 'new@example.com' },
        { field: 'approver', before: null, after: true },
      ],
      salt: 'salt',
      state: 'done',
      requestedBy: 'anna',
      requestedAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-08T12:00:00.000Z',
    },
    signatures: [],
  }
  const bytes = await printed('de', change)
  expect(await belegInPdf(new Uint8Array(bytes))).toBe(proofOf(change))
  for (const text of ['', '%PDF-1.7', '%PDF-1.7\n/Type /EmbeddedFile /Length 3\nstream\nabc'])
    expect(await belegInPdf(new TextEncoder().encode(text))).toBeNull()
})
