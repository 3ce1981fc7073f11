import { expect, test } from 'vitest'
import { CHANGE_ACTIONS, CHANGE_STATES } from '#contract/workspaces/change.ts'
import { changeMail, deedMail } from './changes.mails.ts'

const common = {
  workspaceName: 'Praxis www.evil.example',
  timezone: 'Europe/Berlin',
  at: new Date('2026-03-02T10:00:00Z'),
  by: 'anna@example.com',
  doer: 'Anna',
  url: 'http://localhost/m/changes/1',
  further: 0,
  isAdmin: true,
  expiresAt: new Date('2026-03-09T10:00:00Z'),
}
const languages = ['de', 'en'] as const
const states = CHANGE_STATES.filter((state) => state !== 'withdrawn')

test.each(languages.flatMap((language) => CHANGE_ACTIONS.map((action) => ({ language, action }))))(
  'every kind of change has its words in both languages: $language $action',
  ({ language, action }) => {
    const deed = { action, person: { email: 'ben@example.com', name: 'Ben' }, isAdmin: true, protects: true }
    const told = deedMail({ ...common, language, deed })
    if (action.startsWith('participant.'))
      expect(told.text).toContain(
        action === 'participant.invited' ? 'ben@ example. com' : 'Ben (ben@example.com)',
      )
    for (const state of states) {
      const mail = changeMail({ ...common, language, deed, state })
      expect(mail.text).toContain(common.url)
      expect(mail.text).toContain('anna@example.com')
      expect(mail.subject).not.toContain('www.evil.example')
      if (action.startsWith('participant.'))
        expect(mail.subject).toMatch(action === 'participant.invited' ? /: .*ben@ example/ : /: .*\bBen\b/)
      expect(mail.text).not.toContain('undefined')
    }
    expect(told.subject).toMatch(/^Anna /)
    expect(told.text).not.toContain('undefined')
  },
)

test('an invitation says whether it is for an approver or an admin, also once the address is erased', () => {
  const deed = { action: 'participant.invited', person: null, isAdmin: false, protects: null } as const
  expect(deedMail({ ...common, language: 'en', deed }).text).toContain('Invite “a person” as an approver')
  expect(deedMail({ ...common, language: 'en', deed: { ...deed, isAdmin: true } }).text).toContain(
    'as an admin',
  )
})

test.each(languages)(
  'who is no admin reads why they get the outcome, and how to see their number: %s',
  (language) => {
    const deed = {
      action: 'participant.call-back-changed',
      person: { email: 'ben@example.com', name: 'Ben' },
      protects: null,
    } as const
    const words = {
      de: ['weil Sie diese Änderung angefragt haben', 'Nummer ansehen'],
      en: ['because you asked for this change', 'View the number'],
    }
    const mail = (isAdmin: boolean) =>
      changeMail({ ...common, language, deed: { ...deed, isAdmin: false }, state: 'refused', isAdmin }).text
    for (const part of words[language]) {
      expect(mail(false)).toContain(part)
      expect(mail(true)).not.toContain(part)
    }
  },
)
