import { naming, phrase, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person } from '#modules/mails/people.ts'
import { mailOf, timeIn, type MailedRequest } from '#modules/requests/notices/requests.mails.ts'
import { requestWords } from '#modules/requests/notices/words.mails.ts'

type Language = 'de' | 'en'

const words = {
  de: {
    broken: {
      kind: 'Notfreigabe',
      subject: (by: string) => `Notfreigabe: ${by} hat allein freigegeben`,
      text: (by: Phrase) =>
        naming`${by} hat diese Anfrage als Admin allein freigegeben, ohne die Personen, die sonst entscheiden.`,
      more: (until: string) =>
        phrase`Eine zweite Person muss das bis ${until} gegenzeichnen: ein anderer Admin oder eine freigebende Person, aber nicht die anfragende. Bis dahin steht es oben in der Übersicht des Workspace.`,
    },
    confirmed: {
      kind: 'Notfreigabe gegengezeichnet',
      subject: (by: string) => `${by} hat eine Notfreigabe gegengezeichnet`,
      text: (by: Phrase, breaker: Phrase) =>
        naming`${by} hat die Notfreigabe von ${breaker} gegengezeichnet. Im Protokoll bleibt sie gekennzeichnet.`,
    },
    note: 'Kommt Ihnen das falsch vor? Stoppen Sie die Zahlung oder Änderung, wenn es noch geht, und sprechen Sie mit den anderen Admins, aber nicht per E-Mail.',
    reason:
      'Sie erhalten diese E-Mail, weil Sie Admin des Workspace sind, die Anfrage gestellt haben oder darüber hätten entscheiden können.',
  },
  en: {
    broken: {
      kind: 'Emergency approval',
      subject: (by: string) => `Emergency: ${by} approved alone`,
      text: (by: Phrase) =>
        naming`${by}, as an admin, approved this request alone, without the people who otherwise decide.`,
      more: (until: string) =>
        phrase`A second person must confirm this until ${until}: another admin or an approver, but not the one who asked. Until then it stands on top of the overview of the workspace.`,
    },
    confirmed: {
      kind: 'Emergency approval confirmed',
      subject: (by: string) => `${by} confirmed an emergency approval`,
      text: (by: Phrase, breaker: Phrase) =>
        naming`${by} confirmed the emergency approval of ${breaker}. It stays marked in the log.`,
    },
    note: 'Does this look wrong? Stop the payment or change if that is still possible, and talk to the other admins, but not by e-mail.',
    reason:
      'You are receiving this e-mail because you are an admin of the workspace, asked for this, or could have decided it.',
  },
} as const

/** On one line, so that no line of the plain text passes for one of ours. */
const onOneLine = (reason: string | null | undefined): string | null | undefined =>
  reason?.replaceAll(/\s*\n\s*/g, ' ')

/** To all admins, who asked, and everybody who was passed over. */
export const glassBrokenMail = (language: Language, mailed: MailedRequest): Mail => {
  const { erased } = requestWords[language]
  const { broken, note, reason } = words[language]
  const glass = mailed.request.brokenGlass!
  return mailOf(language, mailed, {
    kind: broken.kind,
    subject: broken.subject(inSubject(glass.by, erased)),
    text: broken.text(person(glass.by, erased)),
    more: broken.more(timeIn(language, mailed, glass.confirmUntil)),
    when: [broken.kind, glass.at],
    reason: onOneLine(glass.reason),
    note,
    footer: reason,
  })
}

/** To the same people. */
export const glassConfirmedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { erased } = requestWords[language]
  const { confirmed, reason } = words[language]
  const glass = mailed.request.brokenGlass!
  const by = glass.confirmedBy ?? { email: null }
  return mailOf(language, mailed, {
    kind: confirmed.kind,
    subject: confirmed.subject(inSubject(by, erased)),
    text: confirmed.text(person(by, erased), person(glass.by, erased)),
    when: [confirmed.kind, glass.confirmedAt ?? glass.at],
    reason: onOneLine(glass.reason),
    footer: reason,
  })
}
