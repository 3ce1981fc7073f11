import { expect, test } from 'vitest'
import { invitationMail, type InvitationMail } from './workspaces.mails.ts'

const url = 'https://app.example.com/users/invite/t0ken?invitationUuid=i'
const invited: InvitationMail = {
  language: 'en',
  workspaceName: 'Praxis Süd',
  timezone: 'Europe/Berlin',
  inviter: { email: 'anna@example.com' },
  role: 'regular user',
  approver: true,
  requester: true,
  expiresAt: new Date('2026-03-09T10:00:00.000Z'),
  url,
}

test('names the inviter, the workspace, the rights and the expiry, with the link in text and HTML', () => {
  const { subject, text, html } = invitationMail(invited)
  expect(subject).toBe('anna@example.com invites you to the workspace “Praxis Süd”')
  for (const body of [text, html.replaceAll(/<\/?bdi[^>]*>/g, '')]) {
    expect(body).toContain('Praxis Süd')
    expect(body).toContain('anna@example.com has invited you to this workspace.')
    expect(body).toContain('decide on requests, make requests')
    expect(body).toContain('9 March 2026 at 11:00 (Europe/Berlin)')
    expect(body).toContain(url)
  }
})

const regular = { role: 'regular user', approver: false, requester: false } as const
test.each([
  [{ ...regular, role: 'admin' }, [/As an admin, you invite and remove people, read the whole audit log/]],
  [{ ...regular, role: 'admin', approver: true }, [/As an admin/, /As an approver, you decide/]],
  [{ ...regular, requester: true }, [/As a regular user, .* your phone/, /As a requester, .* on a call/]],
  [
    { ...regular, requester: true, language: 'de' },
    [/Als reguläres Mitglied/, /Als anfragende Person bitten/],
  ],
  [
    { ...regular, role: 'admin', approver: true, language: 'de' },
    [/Als Admin laden/, /Als freigebende Person/],
  ],
] as const)('explains each role and right in one sentence: %o', (grant, sentences) => {
  const { text } = invitationMail({ ...invited, ...grant })
  for (const sentence of sentences) expect(text).toMatch(sentence)
  expect(text.match(/As an? |Als /g)).toHaveLength(sentences.length)
})

test('uses the language of the inviter', () => {
  const german = { ...invited, language: 'de', role: 'admin', approver: false, requester: false } as const
  const { subject, text } = invitationMail({ ...german, inviter: { email: null } })
  expect(subject).toBe('Ein Admin lädt Sie in den Workspace „Praxis Süd“ ein')
  expect(text).toContain('Ein Admin lädt Sie ein')
  expect(text).toContain('Ihre Rolle: Admin')
  expect(text).not.toContain('Sie dürfen')
  expect(text).toContain('9. März 2026 um 11:00 Uhr (Europe/Berlin)')
})

test('escapes a typed name', () => {
  const { subject, html } = invitationMail({
    ...invited,
    workspaceName: '<b onclick=x>\u0007 "A"\r\nBcc: a\u202Eb',
  })
  expect(html).toContain('&lt;b onclick=x&gt; &quot;A&quot; Bcc: a b')
  expect(subject).toBe('anna@example.com invites you to the workspace “<b onclick=x> "A" Bcc: a b”')
})

test('a typed name contains no link', () => {
  const { text } = invitationMail({
    ...invited,
    workspaceName: 'Log in at https://evil.example/x or a@evil.example',
  })
  expect(text).toContain('https: //evil. example/x or a@ evil. example')
})

test('shortens a long name', () => {
  const { subject } = invitationMail({ ...invited, workspaceName: '😀'.repeat(120) })
  expect(subject).toBe(`anna@example.com invites you to the workspace “${'😀'.repeat(79)}…”`)
})
