import type { Alert } from '#contract/requests/alerts.ts'
import type { Request } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { unreachable } from '#platform/commands/decider.ts'
import { letter, phrase, unlinked, type Letter, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { requestWords as words, type AuditEntry } from './words.mails.ts'

type Language = 'de' | 'en'

export type MailedRequest = {
  readonly request: Request
  /** The workspace's IANA time zone. */
  readonly timezone: string
  /** Link to the request; null if the recipient may no longer see it. */
  readonly url: string | null
  readonly entry: AuditEntry | undefined
}

export const timeIn = (
  language: Language,
  { timezone }: Pick<MailedRequest, 'timezone'>,
  at: string,
): string => {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return words[language].time(format.format(new Date(at)), timezone)
}

type Content = Pick<Letter, 'note'> & {
  readonly kind: string
  readonly text: Phrase
  /** Addresses of several who ask, instead of the one who asks in this request. */
  readonly from?: readonly (string | null)[] | undefined
  readonly when: readonly [label: string, at: string]
  /** What the person who declined typed. */
  readonly reason?: string | null | undefined
  readonly footer: string
}

/** The mail about one request. */
export const mailOf = (
  language: Language,
  mailed: MailedRequest,
  { kind, text, from, when, reason, note, footer }: Content,
): Mail => {
  const { request, url, entry } = mailed
  const { erased, untitled, facts, open, entry: entryText } = words[language]
  const { approver, requester, workspaceName } = request
  const { everybody } = words[language][request.type]
  const title = request.title ?? untitled
  const time = (at: string) => timeIn(language, mailed, at)
  return {
    subject: `${kind}: ${unlinked(title)}`,
    ...letter({
      language,
      kind,
      title: phrase`${title}`,
      paragraphs: [text],
      facts: [
        [facts.from, (from ?? [requester.email]).map((email) => email ?? erased).join(', ')],
        [facts.to, approver ? (approver.email ?? erased) : everybody],
        ...(workspaceName === null ? [] : [[facts.workspace, phrase`${workspaceName}`] as const]),
        [facts.asked, time(request.createdAt)],
        [when[0], time(when[1])],
        ...(reason ? [[facts.reason, phrase`${reason}`] as const] : []),
        [facts.id, shortId(request.id)],
      ],
      ...(url !== null && { action: { label: open, url } }),
      ...(note !== undefined && { note }),
      footer: [footer, ...(entry ? [entryText(entry)] : [])],
    }),
  }
}

export const requestCreatedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { type } = mailed.request
  return askingMail(language, mailed, words[language][type].created)
}

/** The mail to somebody who may decide. */
export const askingMail = (
  language: Language,
  mailed: MailedRequest,
  { kind, text }: Pick<Content, 'kind'> & { readonly text: (by: string) => Phrase },
): Mail => {
  const { facts, erased, ...byType } = words[language]
  const { type, requester, expiresAt } = mailed.request
  const { note, unexpected: footer } = byType[type].created
  const by = requester.email ?? erased
  return mailOf(language, mailed, { kind, text: text(by), note, when: [facts.until, expiresAt], footer })
}

const outcomeOf = (language: Language, request: Request) => {
  const { type, status, closedReason } = request
  const { ended, ...text } = words[language]
  const { approved, 'approver-unavailable': unavailable } = text[type]
  switch (status) {
    case 'approved':
      return { kind: approved.kind, text: (by: string) => approved.text(by, request) }
    // Not read as it is now: a mail about an end waits for it.
    case 'pending':
    case 'declined':
      return closedReason === 'approver-unavailable' ? unavailable : ended[closedReason ?? 'declined']
    default:
      return unreachable(status)
  }
}

/** To the requester and the approvers, once the request is final. */
export const requestEndedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { erased, ended } = words[language]
  const { decidedAt, decidedBy, expiresAt } = mailed.request
  const { kind, text } = outcomeOf(language, mailed.request)
  return mailOf(language, mailed, {
    kind,
    text: text(decidedBy?.email ?? erased),
    when: [kind, decidedAt ?? expiresAt],
    // On one line, so that no line of the plain text passes for one of ours.
    reason: mailed.request.declineReason?.replaceAll(/\s*\n\s*/g, ' '),
    footer: ended.reason,
  })
}

type Alerted = {
  readonly about: Alert
  /** The address of the person who caused the alert, or whom many ask; null once erased. */
  readonly by: string | null
  readonly from?: Content['from']
  readonly at: string
}

/** To an admin. */
export const requestAlertMail = (
  language: Language,
  mailed: MailedRequest,
  { about, by, from, at }: Alerted,
): Mail => {
  const { erased, alert } = words[language]
  const { kind, text } = alert[about]
  const footer = alert.reason
  return mailOf(language, mailed, { kind, text: text(by ?? erased), from, when: [kind, at], footer })
}
