import { expect, test } from 'vitest'
import type { Request } from '#contract/requests.ts'
import { requestCreatedMail, requestEndedMail, type MailedRequest } from './requests.mails.ts'

const pending: Request = {
  id: 'r-1',
  workspaceId: 'w-1',
  workspaceName: 'Müller & Söhne',
  type: 'approval',
  title: 'Pay <b>4711</b>',
  details: 'secret details',
  status: 'pending',
  closedReason: null,
  requester: { participantId: 'p-anna', email: 'anna@example.com' },
  approver: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  expiresAt: '2026-03-09T10:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
}
const ended: Request = { ...pending, status: 'declined', decidedAt: '2026-03-03T08:30:00.000Z' }
const url = 'https://vieraugen.example/m/requests/r-1'
const mailed = (request: Request): MailedRequest => ({
  request,
  url,
  entry: { sequence: 12, hash: 'ab'.repeat(32) },
})
const ben = { participantId: 'p-ben', email: 'ben@example.com' }

test('the question says who asks for what and until when, and links to the request alone', () => {
  const { subject, text, html } = requestCreatedMail('en', mailed(pending))
  expect(subject).toBe('Vieraugen: Your approval is asked for')
  expect(text).toContain('anna@example.com asks for your approval: “Pay <b>4711</b>”.')
  expect(text).toContain('until 9 Mar 2026, 10:00 (UTC)')
  expect(text).not.toContain('secret details')
  expect(html).toContain('Pay &lt;b&gt;4711&lt;/b&gt;')
  expect(html).toContain('Müller &amp; Söhne')
  for (const body of [text, html]) expect(new Set(body.match(/https:\/\/[^\s"<]+/g))).toEqual(new Set([url]))
})

test('every mail carries its entry of the audit log, where it is known', () => {
  for (const mail of [requestCreatedMail('en', mailed(pending)), requestEndedMail('de', mailed(ended))]) {
    expect(mail.text).toContain('12')
    expect(mail.text).toContain('ab'.repeat(32))
  }
  expect(requestCreatedMail('en', { ...mailed(pending), entry: undefined }).text).not.toContain('audit log')
})

test.each<[Partial<Request>, string, string]>([
  [{ status: 'approved', decidedBy: ben, assurance: 'pin' }, 'Anfrage freigegeben', 'von ben@example.com'],
  [{ decidedBy: ben, assurance: 'session' }, 'Anfrage abgelehnt', 'von ben@example.com'],
  [{ closedReason: 'withdrawn' }, 'Anfrage zurückgezogen', 'zurückgezogen'],
  [{ closedReason: 'expired' }, 'Anfrage abgelaufen', 'abgelaufen'],
  [{ closedReason: 'approver-unavailable' }, 'Anfrage geschlossen', 'nicht mehr freigeben'],
  [{ closedReason: 'requester-unavailable' }, 'Anfrage geschlossen', 'keine Anfragen mehr stellen'],
])('the end says how it ended: %o', (how, subject, words) => {
  const mail = requestEndedMail('de', mailed({ ...ended, ...how }))
  expect(mail.subject).toBe(`Vieraugen: ${subject}`)
  expect(mail.text).toContain(words)
  expect(mail.text).toContain('03.03.2026, 08:30 (UTC)')
})

test('whoever may not see the request any more gets no link to it', () => {
  const { text, html } = requestEndedMail('en', { ...mailed(ended), url: null })
  for (const body of [text, html]) expect(body).not.toContain('https://')
})

test('what people typed stands in a direction of its own, in quotes where there is only text', () => {
  for (const language of ['de', 'en'] as const)
    for (const mail of [
      requestCreatedMail(language, mailed({ ...pending, title: 'דחוף 12', workspaceName: 'ק 3' })),
      requestEndedMail(language, mailed({ ...ended, title: 'דחוף 12', workspaceName: 'ק 3' })),
    ])
      for (const typed of ['דחוף 12', 'ק 3']) {
        expect(mail.html).toContain(`<bdi dir="auto">${typed}</bdi>`)
        expect(mail.text).toMatch(new RegExp(`[„“]${typed}[“”]`))
        expect(`${mail.text}${mail.html}`).not.toMatch(/\p{Bidi_C}/u)
      }
})

test('an erased person has no address in a mail', () => {
  const request = {
    ...ended,
    requester: { participantId: 'p-anna', email: null },
    decidedBy: { ...ben, email: null },
  }
  expect(requestEndedMail('en', mailed(request)).text).toContain('declined by an erased person')
})
