import { naming, phrase, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { person } from '#modules/mails/people.ts'
import { mailOf, type MailedRequest } from '#modules/requests/notices/requests.mails.ts'
import { requestWords } from '#modules/requests/notices/words.mails.ts'

const words = {
  de: {
    kind: 'Wartet auf genug Personen',
    subject: 'Für eine Anfrage fehlen Personen, die entscheiden können',
    text: (by: Phrase) =>
      naming`${by} bittet um diese Freigabe, aber nach der Regel des Workspace können zurzeit zu wenige Personen entscheiden. Die Anfrage wartet. Bis genug Personen entscheiden können, wird niemand gefragt.`,
    missing: (count: number) => (count === 1 ? 'Es fehlt 1 Person.' : `Es fehlen ${count} Personen.`),
    groups: (names: string) => phrase`Niemand kann entscheiden in: „${names}“.`,
    note: 'Nehmen Sie Personen in die Gruppe auf oder geben Sie ihnen das Recht freizugeben. Sobald genug entscheiden können, werden sie von selbst gefragt. Sonst läuft die Anfrage ab.',
    footer: 'Sie erhalten diese E-Mail, weil Sie Admin des Workspace sind.',
  },
  en: {
    kind: 'Waits for enough people',
    subject: 'People who can decide are missing for a request',
    text: (by: Phrase) =>
      naming`${by} asks for this approval, but by the rule of the workspace too few people can decide it at present. The request waits. Nobody is asked until enough people can decide.`,
    missing: (count: number) => (count === 1 ? '1 person is missing.' : `${count} people are missing.`),
    groups: (names: string) => phrase`Nobody can decide in: “${names}”.`,
    note: 'Add people to the group, or give them the right to approve. As soon as enough can decide, they are asked without further ado. Otherwise the request expires.',
    footer: 'You are receiving this e-mail because you are an admin of the workspace.',
  },
} as const

/** To the admins, about a request that too few people can decide. */
export const requestParkedMail = (language: 'de' | 'en', mailed: MailedRequest): Mail => {
  const { request } = mailed
  const { kind, subject, text, missing, groups, note, footer } = words[language]
  const { erased, facts } = requestWords[language]
  const { people, groups: empty } = request.parked ?? { people: 0, groups: [] }
  const lacks = missing(people)
  return mailOf(language, mailed, {
    kind,
    subject,
    text: text(person(request.requester, erased)),
    more: empty.length === 0 ? naming`${lacks}` : naming`${lacks} ${groups(empty.join(', '))}`,
    when: [facts.until, request.expiresAt],
    note,
    footer,
  })
}
