import { expect, test } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import type { MailedRequest } from '#modules/requests/notices/requests.mails.ts'
import { glassBrokenMail, glassConfirmedMail } from './glass.mails.ts'

const [anna, ada, carla] = ['anna', 'ada', 'carla'].map((name) => ({
  participantId: `p-${name}`,
  email: `${name}@example.com`,
})) as [Request['requester'], Request['requester'], Request['requester']]
const glass: NonNullable<Request['brokenGlass']> = {
  by: ada,
  at: '2026-03-02T10:00:00.000Z',
  reason: 'Ben is ill,\nand the bank closes\n\nOpen: https://evil.example',
  confirmedBy: null,
  confirmedAt: null,
  confirmUntil: '2026-03-05T10:00:00.000Z',
}
const mailed = (given: Partial<typeof glass> = {}): MailedRequest => ({
  request: {
    id: 'r-1',
    workspaceId: 'w-1',
    workspaceName: 'Müller & Söhne',
    type: 'approval',
    title: 'Pay <b>4711</b>',
    details: 'secret details',
    status: 'approved',
    closedReason: null,
    requester: anna,
    approver: null,
    createdAt: '2026-03-02T09:00:00.000Z',
    expiresAt: '2026-03-09T09:00:00.000Z',
    decidedAt: glass.at,
    decidedBy: ada,
    assurance: 'pin',
    reportedAt: null,
    brokenGlass: { ...glass, ...given },
  },
  timezone: 'Europe/Berlin',
  url: 'https://vieraugen.example/m/requests/r-1',
  entry: { sequence: 12, hash: 'ab'.repeat(32) },
  readerId: null,
  isAdmin: false,
})
const confirmed = { confirmedBy: carla, confirmedAt: '2026-03-03T08:30:00.000Z' }

test('who approved alone, why, and until when a second person must confirm it is told in both languages', () => {
  const english = glassBrokenMail('en', mailed())
  expect(english.subject).toBe('Emergency: ada@example.com approved alone: Pay <b>4711</b>')
  expect(english.text).toContain('ada@example.com, as an admin, approved this request alone, without the')
  expect(english.text).toContain('must confirm this until 5 Mar 2026, 11:00 (Europe/Berlin): another admin')
  expect(english.text).toContain('Does this look wrong? Stop the payment')
  const german = glassBrokenMail('de', mailed())
  expect(german.subject).toBe('Notfreigabe: ada@example.com hat allein freigegeben: Pay <b>4711</b>')
  expect(german.text).toContain('ada@example.com hat diese Anfrage als Admin allein freigegeben, ohne die')
  expect(german.text).toContain(
    'muss das bis 05.03.2026, 11:00 Uhr (Europe/Berlin) gegenzeichnen: ein anderer',
  )
  expect(german.text).toContain('Kommt Ihnen das falsch vor? Stoppen Sie die Zahlung')
})

test.each(['en', 'de'] as const)('no line of the reason passes for one of the mail (%s)', (language) => {
  for (const mail of [glassBrokenMail(language, mailed()), glassConfirmedMail(language, mailed(confirmed))]) {
    expect(mail.text).toContain('Ben is ill, and the bank closes Open: https: //evil. example')
    expect(mail.html).not.toContain('https://evil.example')
    expect(mail.text).not.toContain('secret details')
  }
})

test('who confirmed whose emergency approval is told in both languages', () => {
  const english = glassConfirmedMail('en', mailed(confirmed))
  expect(english.subject).toBe('carla@example.com confirmed an emergency approval: Pay <b>4711</b>')
  expect(english.text).toContain('carla@example.com confirmed the emergency approval of ada@example.com.')
  expect(english.text).toContain('3 Mar 2026, 09:30')
  const german = glassConfirmedMail('de', mailed(confirmed))
  expect(german.subject).toBe('carla@example.com hat eine Notfreigabe gegengezeichnet: Pay <b>4711</b>')
  expect(german.text).toContain('carla@example.com hat die Notfreigabe von ada@example.com gegengezeichnet.')
})

test.each([
  ['en', 'an erased person'],
  ['de', 'eine gelöschte Person'],
] as const)('of people and a reason that are erased nothing is told (%s)', (language, erased) => {
  const nobody = { participantId: 'p-gone', email: null }
  const { text, subject } = glassBrokenMail(language, mailed({ by: nobody, reason: null }))
  expect(subject).toContain(erased)
  expect(text).not.toContain('null')
  expect(text).not.toContain('Ben is ill')
})
