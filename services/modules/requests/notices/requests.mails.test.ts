import { expect, test } from 'vitest'
import type { Request } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import {
  approvalGivenMail,
  requestAlertMail,
  requestCreatedMail,
  requestEndedMail,
  type MailedRequest,
} from './requests.mails.ts'

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
  reportedAt: null,
}
const ended: Request = { ...pending, status: 'declined', decidedAt: '2026-03-03T08:30:00.000Z' }
const url = 'https://vieraugen.example/m/requests/r-1'
const mailed = (request: Request): MailedRequest => ({
  request,
  timezone: 'Europe/Berlin',
  url,
  entry: { sequence: 12, hash: 'ab'.repeat(32) },
  readerId: null,
  isAdmin: false,
})
const ben = { participantId: 'p-ben', email: 'ben@example.com' }

test('a new request says in its subject who asks for what, names both sides and the expiry in the time zone of the workspace, and links only to the request', () => {
  const { subject, text, html } = requestCreatedMail('en', mailed(pending))
  expect(subject).toBe('anna@example.com asks for your approval: Pay <b>4711</b>')
  expect(text).toContain('“Pay <b>4711</b>”')
  expect(text).toContain('anna@example.com is asking for your approval.')
  expect(text).toContain('From: anna@example.com\nTo: everyone who may approve\nWorkspace: “Müller & Söhne”')
  expect(text).toContain('Open until: 9 Mar 2026, 11:00 (Europe/Berlin)')
  expect(text).not.toContain('secret details')
  expect(html).toContain('Pay &lt;b&gt;4711&lt;/b&gt;')
  expect(html).toContain('Müller &amp; Söhne')
  for (const body of [text, html]) expect(new Set(body.match(/https:\/\/[^\s"<]+/g))).toEqual(new Set([url]))
})

test('a request to one approver names the approver', () => {
  const approver = { participantId: 'p-ben', email: 'ben@example.com' }
  expect(requestCreatedMail('de', mailed({ ...pending, approver })).text).toContain('An: ben@example.com')
})

test('a deputy reads for whom they decide, and all read for whom it was decided', () => {
  const anna = { participantId: 'p-cleo', email: 'cleo@example.com', name: 'Cleo' }
  const asked = { ...pending, standsInFor: anna }
  expect(requestCreatedMail('en', mailed(asked)).text).toMatch(/You decide for: Cleo \(cleo@example\.com\)/)
  expect(requestCreatedMail('de', mailed(asked)).text).toMatch(/Sie vertreten: Cleo \(cleo@example\.com\)/)
  const done = { ...ended, decidedBy: ben, decidedFor: anna }
  expect(requestEndedMail('en', mailed(done)).text).toMatch(/Decided for: Cleo \(cleo@example\.com\)/)
  expect(requestEndedMail('de', mailed(done)).text).toMatch(/In Vertretung für: Cleo \(cleo@example\.com\)/)
  expect(requestCreatedMail('en', mailed(pending)).text).not.toContain('decide for')
})

test('the mail says how many files the request has, and not their names', () => {
  const file = { id: 'f', name: 'Lauf.xml', type: 'application/xml', size: 9, sha256: 'ab' } as const
  const { text } = requestCreatedMail('de', mailed({ ...pending, files: [file, file] }))
  expect(text).toContain('Dateien: 2')
  expect(text).not.toContain('Lauf.xml')
  expect(requestCreatedMail('de', mailed({ ...pending, files: [] })).text).not.toContain('Dateien')
})

test('the mail shows the short id that the phone shows', () => {
  const id = '2f1c9f1e-0000-4000-8000-0000012d35b7'
  expect(requestCreatedMail('de', mailed({ ...pending, id })).text).toContain(`Kurzkennung: ${shortId(id)}`)
})

test('every mail contains its audit entry, if that is known', () => {
  for (const mail of [requestCreatedMail('en', mailed(pending)), requestEndedMail('de', mailed(ended))]) {
    expect(mail.text).toContain('12')
    expect(mail.text).toContain('ab'.repeat(32))
  }
  expect(requestCreatedMail('en', { ...mailed(pending), entry: undefined }).text).not.toContain('audit log')
})

test.each<[Partial<Request>, kind: string, subject: string, words: string]>([
  [
    { status: 'approved', decidedBy: ben, assurance: 'pin' },
    'Freigegeben',
    'Freigegeben von ben@example.com',
    'ben@example.com hat',
  ],
  [
    { decidedBy: ben, assurance: 'session' },
    'Abgelehnt',
    'Abgelehnt von ben@example.com',
    'ben@example.com hat diese Anfrage abgelehnt',
  ],
  [
    { status: 'approved', decidedBy: ben, assurance: 'passkey' },
    'Freigegeben',
    'Freigegeben von ben@example.com',
    'Biometrie oder Geräte-PIN',
  ],
  [
    { status: 'approved', decidedBy: ben, assurance: 'passkey', deviceBound: true },
    'Freigegeben',
    'Freigegeben von ben@example.com',
    'mit einem Passkey, der auf seinem Gerät bleibt',
  ],
  [
    { status: 'approved', decidedBy: ben, assurance: 'passkey', deviceBound: false },
    'Freigegeben',
    'Freigegeben von ben@example.com',
    'mit einem Passkey, der zwischen Geräten synchronisiert wird',
  ],
  [
    { closedReason: 'reported' },
    'Gemeldet',
    'Als verdächtig gemeldet',
    'Legen Sie auf, überweisen Sie nichts',
  ],
  [
    { closedReason: 'code-mismatch', type: 'verification' },
    'Falsche Zahl',
    'Falsche Zahl, legen Sie auf',
    'zu oft eine falsche Zahl',
  ],
  [
    { closedReason: 'claim-denied', type: 'verification', approver: ben },
    'Nicht darum gebeten',
    'ben@example.com hat nicht darum gebeten, legen Sie auf',
    'Legen Sie auf, überweisen Sie nichts',
  ],
  [
    { status: 'approved', decidedBy: ben, assurance: 'pin', type: 'verification' },
    'Bestätigt',
    'Bestätigt von ben@example.com',
    'App-PIN',
  ],
  [
    { closedReason: 'approver-unavailable', type: 'verification', approver: ben },
    'Geschlossen',
    'Geschlossen, ben@example.com kann nicht mehr bestätigen',
    'nicht mehr bestätigen',
  ],
  [
    { closedReason: 'withdrawn' },
    'Zurückgezogen',
    'Zurückgezogen von anna@example.com',
    'anna@example.com hat diese Anfrage zurückgezogen',
  ],
  [
    { closedReason: 'withdrawn', type: 'verification' },
    'Zurückgezogen',
    'Zurückgezogen von anna@example.com, nichts ist bestätigt',
    'Es ist nichts bestätigt',
  ],
  [{ closedReason: 'expired' }, 'Abgelaufen', 'Abgelaufen, nicht freigegeben', 'abgelaufen'],
  [
    { closedReason: 'expired', type: 'verification' },
    'Abgelaufen',
    'Abgelaufen, nichts ist bestätigt',
    'Es ist nichts bestätigt',
  ],
  [
    { closedReason: 'approver-unavailable', approver: ben },
    'Geschlossen',
    'Geschlossen, ben@example.com kann nicht mehr freigeben',
    'nicht mehr freigeben',
  ],
  [
    { closedReason: 'requester-unavailable' },
    'Geschlossen',
    'Geschlossen, anna@example.com kann keine Anfragen mehr stellen',
    'keine Anfragen mehr stellen',
  ],
])('the final mail states the outcome, and by whom: %o', (how, kind, subject, words) => {
  const mail = requestEndedMail('de', mailed({ ...ended, ...how }))
  expect(mail.subject).toBe(`${subject}: Pay <b>4711</b>`)
  expect(mail.text).toContain(words)
  expect(mail.text).toContain(`${kind}: 03.03.2026, 09:30 Uhr (Europe/Berlin)`)
})

const decided = { status: 'approved', decidedBy: ben, assurance: 'pin' } as const
test.each<['de' | 'en', Partial<Request>, readerId: string, [subject: string, report: string | null]]>([
  ['en', decided, 'p-ben', ['You approved', 'Not you? Open the request, choose “Suspicious? Report it”']],
  [
    'de',
    decided,
    'p-ben',
    ['Sie haben freigegeben', 'Das waren Sie nicht? Öffnen Sie die Anfrage, wählen Sie'],
  ],
  ['en', decided, 'p-anna', ['Approved by ben@example.com', 'Not your request?']],
  ['en', decided, 'p-cleo', ['Approved by ben@example.com', null]],
  ['en', { decidedBy: ben }, 'p-ben', ['You declined', '“Suspicious? Report it”']],
  [
    'en',
    { ...decided, type: 'verification' },
    'p-ben',
    ['You verified the call', 'choose “This was not me”'],
  ],
  [
    'de',
    { closedReason: 'withdrawn' },
    'p-anna',
    ['Sie haben zurückgezogen', 'wählen Sie „Das war ich nicht“'],
  ],
  ['de', { closedReason: 'reported' }, 'p-anna', ['Als verdächtig gemeldet', null]],
])(
  'a person who is said to have acted is told so, and how to report that it was not them: %s %o to %s',
  (language, how, readerId, [said, report]) => {
    const { subject, text } = requestEndedMail(language, { ...mailed({ ...ended, ...how }), readerId })
    expect(subject).toBe(`${said}: Pay <b>4711</b>`)
    if (report === null) expect(text).not.toMatch(/Not you|Not your|waren Sie nicht|nicht gestellt/)
    else expect(text).toContain(report)
  },
)

test.each<['de' | 'en', Request['type'], 'p-anna' | 'p-ben', said: string, notSaid: string]>([
  [
    'de',
    'approval',
    'p-anna',
    'Stellen Sie die Anfrage neu, oder rufen Sie an',
    'Sie müssen nichts mehr tun',
  ],
  ['de', 'approval', 'p-ben', 'Es wurde nichts freigegeben. Sie müssen nichts mehr tun', 'Stellen Sie'],
  ['en', 'approval', 'p-anna', 'Ask again, or call the people you asked.', 'nothing left'],
  ['en', 'approval', 'p-ben', 'Nothing was approved. There is nothing left for you to do', 'you asked'],
  ['de', 'verification', 'p-anna', 'starten Sie eine neue Anrufprüfung', 'Sie müssen nichts mehr tun'],
  ['de', 'verification', 'p-ben', 'verlangen Sie eine neue Anrufprüfung', 'starten Sie'],
  ['en', 'verification', 'p-anna', 'start another call check', 'nothing left'],
  ['en', 'verification', 'p-ben', 'ask for another call check', 'start another'],
])('the mail about an expired request says what its reader may do: %s, %s, %s', (...row) => {
  const [language, type, readerId, said, notSaid] = row
  const { text, html } = requestEndedMail(language, {
    ...mailed({ ...ended, type, closedReason: 'expired' }),
    readerId,
  })
  for (const part of [text, html]) {
    expect(part).toContain(said)
    expect(part).not.toContain(notSaid)
  }
  expect(requestEndedMail(language, { ...mailed({ ...ended, type }), readerId }).text).not.toContain(said)
})

test('an admin among the two reads what admins have to do, and the others do not', () => {
  const request = { ...ended, closedReason: 'reported' } as const
  const told = (isAdmin: boolean) =>
    requestEndedMail('en', { ...mailed(request), isAdmin }, { ...ben, name: 'Ben' }).text
  expect(told(true)).toContain('Ben (ben@example.com) reported this request as suspicious. Contact')
  expect(told(false)).not.toContain('Contact the people involved')
})

test('the name of a person comes first, and the address is always there', () => {
  const anna = { ...pending.requester, name: 'Anna Kern' }
  const named = { ...ended, ...decided, requester: anna, decidedBy: { ...ben, name: 'Ben o’Neill' } }
  const asked = requestCreatedMail('de', mailed({ ...pending, requester: anna }))
  expect(asked.subject).toBe('Anna Kern bittet um Ihre Freigabe: Pay <b>4711</b>')
  expect(asked.text).toContain('Anna Kern (anna@example.com) bittet um Ihre Freigabe.')
  expect(asked.text).toContain('Von: Anna Kern (anna@example.com)\n')
  const told = requestEndedMail('en', mailed(named))
  expect(told.subject).toBe('Approved by Ben o’Neill: Pay <b>4711</b>')
  expect(told.text).toContain('Ben o’Neill (ben@example.com) approved this request')
})

test('a subject is one line of bounded length without links, whatever was typed', () => {
  const title = `Pay\u202E now at evil.example\r\nBcc: a@evil.example ${'x'.repeat(300)}`
  const name = 'boss@evil.example'
  const email = `${'a'.repeat(64)}@${'long.'.repeat(20)}example`
  for (const requester of [
    { ...pending.requester, name },
    { ...pending.requester, email },
  ]) {
    const { subject } = requestCreatedMail('de', mailed({ ...pending, requester, title }))
    expect(subject).toMatch(
      /^(boss@ evil\. example|a{29}…@(long\.)+example) bittet um Ihre Freigabe: Pay now at/,
    )
    expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_C}]|evil\.example/u)
    expect([...subject].length).toBeLessThan(280)
  }
})

test('the mail about a decline quotes its reason on one line, without links', () => {
  const declineReason = 'Not agreed.\nFrom: boss@example.com\nhttps://evil.example'
  const declined = { ...ended, decidedBy: ben, assurance: 'session', declineReason } as const
  const { text, html } = requestEndedMail('en', mailed(declined))
  expect(text).toContain('Reason: “Not agreed. From: boss@ example. com https: //evil. example”\n')
  expect(html).toContain('https: //evil. example')
  expect(requestEndedMail('en', mailed({ ...declined, declineReason: null })).text).not.toContain('Reason:')
})

test('German mails about an approval only say “freigeben”', () => {
  const approved = { ...ended, status: 'approved', decidedBy: ben } as const
  for (const mail of [requestCreatedMail('de', mailed(pending)), requestEndedMail('de', mailed(approved))])
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).toMatch(/frei(ga|ge)/i)
      expect(part).not.toMatch(/bestätig|genehmig|bewillig|zustimm/i)
    }
})

test.each([
  ['approval', /approv/i, /confirm|verif/i],
  ['verification', /verif/i, /confirm|approv/i],
] as const)('English mails about an %s use only its own verb', (type, own, others) => {
  const request = { ...pending, type }
  const approved = { ...ended, type, status: 'approved', decidedBy: ben } as const
  for (const mail of [requestCreatedMail('en', mailed(request)), requestEndedMail('en', mailed(approved))])
    for (const part of [mail.text, mail.html]) {
      expect(part).toMatch(own)
      expect(part).not.toMatch(others)
    }
})

test('German mails about a verification only say “bestätigen”', () => {
  const check = { ...pending, type: 'verification' } as const
  const approved = { ...check, status: 'approved', decidedBy: ben, decidedAt: ended.decidedAt } as const
  for (const mail of [requestCreatedMail('de', mailed(check)), requestEndedMail('de', mailed(approved))])
    for (const part of [mail.text, mail.html]) {
      expect(part).toMatch(/bestätig/i)
      expect(part).not.toMatch(/frei(ga|ge)|genehmig|bewillig|zustimm/i)
    }
})

test.each([
  [
    'reported',
    'Reported',
    'Reported by ben@example.com',
    'ben@example.com reported this request as suspicious.',
  ],
  ['code-mismatch', 'Wrong number', 'Wrong number from ben@example.com', 'this time by ben@example.com'],
] as const)(
  'an alert for “%s” tells admins who and when, with the audit entry',
  (about, kind, said, words) => {
    const event = { about, by: ben, at: '2026-03-03T08:30:00.000Z' }
    const { subject, text } = requestAlertMail('en', mailed(ended), event)
    expect(subject).toBe(`${said}: Pay <b>4711</b>`)
    expect(text).toContain(words)
    expect(text).toContain(`${kind}: 3 Mar 2026, 09:30 (Europe/Berlin)`)
    expect(text).toContain(`Entry 12 of the audit log, hash ${'ab'.repeat(32)}`)
    expect(requestAlertMail('de', mailed(ended), { ...event, by: { email: null } }).text).toContain(
      'eine gelöschte Person',
    )
  },
)

test('a recipient who may no longer see the request gets no link', () => {
  const { text, html } = requestEndedMail('en', { ...mailed(ended), url: null })
  for (const body of [text, html]) expect(body).not.toContain('https://')
})

test('isolates the direction of typed texts, and quotes them in plain text', () => {
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

test('a mail shows no address of an erased person', () => {
  const request = {
    ...ended,
    requester: { participantId: 'p-anna', email: null },
    decidedBy: { ...ben, email: null },
  }
  expect(requestEndedMail('en', mailed(request)).text).toContain('an erased person declined')
})

test('a signature before the last one says who gave it, how many there are and how many are missing', () => {
  const by = { email: 'ben@example.com', name: 'Ben Busch' }
  const signed = { by, at: '2026-03-03T08:30:00.000Z', given: 1, of: 3 }
  const english = approvalGivenMail('en', mailed(pending), signed)
  expect(english.subject).toMatch(/^1 of 3 approvals, the last by .*Ben Busch/)
  expect(english.text).toContain('It waits for 2 more approvals. Nothing is approved until then.')
  const german = approvalGivenMail('de', mailed(pending), { ...signed, given: 2 })
  expect(german.subject).toMatch(/^2 von 3 Freigaben, zuletzt von /)
  expect(german.text).toContain('Eine Freigabe fehlt noch.')
})
