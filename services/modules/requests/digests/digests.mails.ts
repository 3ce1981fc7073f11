import type { Request } from '#contract/requests/requests.ts'
import { letter, naming, phrase, type Letter, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { person, typedLine } from '#modules/mails/people.ts'
import { kindLine } from '#modules/requests/notices/filled-fields.mails.ts'
import { outcomeOf, timeIn } from '#modules/requests/notices/requests.mails.ts'
import { requestWords } from '#modules/requests/notices/words.mails.ts'

/** `waiting` for the reader, `asked` by them and ended, or ended by the reader: `mine`. */
const AS = ['waiting', 'asked', 'mine'] as const

export type Told = {
  readonly as: (typeof AS)[number]
  readonly request: Request
  /** IANA. */
  readonly timezone: string
}

type Digest = {
  /** By their deadlines. */
  readonly told: readonly Told[]
  /** Of the inbox. */
  readonly url: string
  readonly unsubscribeUrl: string
}

const words = {
  de: {
    kind: 'Zusammenfassung',
    subjects: {
      waiting: (n: number) =>
        n === 1 ? '1 Anfrage wartet auf Ihre Freigabe' : `${n} Anfragen warten auf Ihre Freigabe`,
      asked: (n: number) => `${n} Ihrer Anfragen ${n === 1 ? 'ist' : 'sind'} beendet`,
      mine: (n: number) => `${n} ${n === 1 ? 'Entscheidung' : 'Entscheidungen'} in Ihrem Namen`,
    },
    waiting: 'Offen',
    from: (who: Phrase) => naming`von ${who}`,
    by: (who: Phrase) => naming`durch ${who}`,
    until: (time: string) => `bis ${time}`,
    untitledPlace: 'Workspace',
    more: (n: number) => `… und ${n} weitere. Alle sehen Sie in der App.`,
    open: 'Eingang öffnen',
    note: 'Per E-Mail können Sie nichts freigeben. Was inzwischen ohne Sie erledigt ist, steht hier nicht.',
    notYou:
      'Etwas davon waren Sie nicht? Öffnen Sie die Anfrage, melden Sie sie und ändern Sie Ihr Passwort.',
    reason:
      'Sie erhalten E-Mails zu Anfragen gesammelt, weil Sie das in Ihrem Konto so gewählt haben. E-Mails zur Sicherheit kommen weiterhin sofort.',
    unsubscribe: 'Keine E-Mails zu Anfragen mehr',
  },
  en: {
    kind: 'Digest',
    subjects: {
      waiting: (n: number) =>
        n === 1 ? '1 request waits for your approval' : `${n} requests wait for your approval`,
      asked: (n: number) => `${n} of your requests ${n === 1 ? 'has' : 'have'} ended`,
      mine: (n: number) => `${n} ${n === 1 ? 'decision' : 'decisions'} in your name`,
    },
    waiting: 'Open',
    from: (who: Phrase) => naming`from ${who}`,
    by: (who: Phrase) => naming`by ${who}`,
    until: (time: string) => `until ${time}`,
    untitledPlace: 'Workspace',
    more: (n: number) => `… and ${n} more. You find all of them in the app.`,
    open: 'Open the inbox',
    note: 'You cannot approve by e-mail. What was settled without you by now is left out.',
    notYou: 'Was any of this not you? Open the request, report it and change your password.',
    reason:
      'You get e-mails about requests together, because you have chosen so in your account. E-mails about security still come at once.',
    unsubscribe: 'No more e-mails about requests',
  },
}

/** The phone has all of them. */
const MOST_SHOWN = 20

const TITLE_LENGTH = 100

const rowOf = (
  language: 'de' | 'en',
  { as, request, timezone }: Told,
): readonly [label: string, value: Phrase] => {
  const text = words[language]
  const { erased, untitled } = requestWords[language]
  const { requester, decidedBy, decidedAt, expiresAt } = request
  const title = request.title === null ? [untitled] : phrase`${typedLine(request.title, TITLE_LENGTH)}`
  const at = (time: string) => timeIn(language, { timezone }, time)
  const line = kindLine(language, request)
  const about = line.length > 0 ? ['\n', ...line] : []
  const row = (who: Phrase | null, time: string) => [
    ...title,
    ...about,
    ...(who ? ['\n', ...who] : []),
    '\n',
    time,
  ]
  if (as === 'waiting')
    return [text.waiting, row(text.from(person(requester, erased)), text.until(at(expiresAt)))]
  const { kind, subject } = outcomeOf(language, request)
  const time = at(decidedAt ?? expiresAt)
  if (as === 'asked') return [kind, row(decidedBy && text.by(person(decidedBy, erased)), time)]
  const isOwn = request.closedReason === 'withdrawn'
  return [subject('', true), row(isOwn ? null : text.from(person(requester, erased)), time)]
}

/** One list for each workspace, what waits first. */
const listsOf = (language: 'de' | 'en', told: readonly Told[]): NonNullable<Letter['lists']> =>
  [...Map.groupBy(told, ({ request }) => request.workspaceId).values()].map((rows) => ({
    heading: phrase`${rows[0]!.request.workspaceName ?? words[language].untitledPlace}`,
    facts: rows.map((row) => rowOf(language, row)),
  }))

export const digestMailOf = (language: 'de' | 'en', { told, url, unsubscribeUrl }: Digest): Mail => {
  const text = words[language]
  const ordered = AS.flatMap((as) => told.filter((one) => one.as === as))
  const subject = AS.flatMap((as) => {
    const count = ordered.filter((one) => one.as === as).length
    return count === 0 ? [] : [text.subjects[as](count)]
  }).join(', ')
  const more = ordered.length - MOST_SHOWN
  return {
    subject,
    unsubscribeUrl,
    ...letter({
      language,
      kind: text.kind,
      title: subject,
      paragraphs: [],
      lists: listsOf(language, ordered.slice(0, MOST_SHOWN)),
      ...(more > 0 && { more: text.more(more) }),
      action: { label: text.open, url },
      note: [text.note, ...(told.some(({ as }) => as !== 'waiting') ? [text.notYou] : [])].join(' '),
      footer: [text.reason],
      unsubscribe: { label: text.unsubscribe, url: unsubscribeUrl },
    }),
  }
}
