import type { Mail } from '#modules/mails/mail-kind.ts'
import type { Named } from '#modules/mails/people.ts'
import { mailOf, type MailedRequest } from './requests.mails.ts'

const words = {
  de: {
    kind: 'Mehrere prüfen einen Anruf mit Ihnen',
    text: 'Innerhalb von zehn Minuten haben mehrere Personen einen Anruf mit Ihnen geprüft. Vielleicht ruft jemand reihum an und gibt sich für Sie aus. Bestätigen Sie nur das Gespräch, das Sie gerade selbst führen, und melden Sie die anderen in der App: „Ich spreche nicht mit dieser Person“. Rufen Sie die Genannten an, unter einer bekannten Nummer. Die Admins wurden alarmiert.',
    reason: 'Sie erhalten diese E-Mail, weil mehrere Personen einen Anruf mit Ihnen prüfen.',
  },
  en: {
    kind: 'Several people check a call with you',
    text: 'Within ten minutes, several people checked a call with you. Somebody may be calling around and pretending to be you. Verify only the call that you are on yourself, and report the others in the app: “I am not talking to this person”. Call the people named here, on a number that you know. The admins have been alerted.',
    reason: 'You are receiving this e-mail because several people check a call with you.',
  },
}

/** To the person whom many colleagues check at once. `from`: the colleagues. */
export const manySidesMail = (
  language: 'de' | 'en',
  mailed: MailedRequest,
  { from, at }: { readonly from: readonly Named[]; readonly at: string },
): Mail => {
  const { kind, text, reason } = words[language]
  return mailOf(language, mailed, {
    kind,
    subject: kind,
    text: [text],
    from,
    when: [kind, at],
    footer: reason,
  })
}
