import { naming, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'
import { mailOf, type MailedRequest } from './requests.mails.ts'
import { requestWords } from './words.mails.ts'

const words = {
  de: {
    kind: 'Anrufprüfungen entsperrt',
    subject: (one: string, other: string) => `Anrufprüfungen zwischen ${one} und ${other} entsperrt`,
    text: (by: Phrase, requester: Phrase, approver: Phrase) =>
      naming`${by} hat die Anrufprüfungen zwischen ${requester} und ${approver} entsperrt. Sie waren nach drei falschen Zahlen gesperrt. Wenn Sie das nicht erwartet haben, fragen Sie nach, aber nicht per E-Mail.`,
    reason:
      'Sie erhalten diese E-Mail, weil es um Ihre Anrufprüfungen geht oder Sie Admin des Workspace sind.',
  },
  en: {
    kind: 'Call checks unlocked',
    subject: (one: string, other: string) => `Call checks between ${one} and ${other} unlocked`,
    text: (by: Phrase, requester: Phrase, approver: Phrase) =>
      naming`${by} unlocked the call checks between ${requester} and ${approver}. They were locked after three wrong numbers. If you did not expect this, ask about it, but not by e-mail.`,
    reason:
      'You are receiving this e-mail because it is about your call checks, or because you are an admin of the workspace.',
  },
}

type Unlocked = Readonly<Record<'by' | 'requester' | 'approver', Named>> & { readonly at: string }

/** To the two whose call checks were locked, and to the admins. */
export const pairUnlockedMail = (
  language: 'de' | 'en',
  mailed: MailedRequest,
  { by, requester, approver, at }: Unlocked,
): Mail => {
  const { erased } = requestWords[language]
  const { kind, subject, text, reason } = words[language]
  return mailOf(language, mailed, {
    kind,
    subject: subject(inSubject(requester, erased), inSubject(approver, erased)),
    text: text(person(by, erased), person(requester, erased), person(approver, erased)),
    when: [kind, at],
    footer: reason,
  })
}
