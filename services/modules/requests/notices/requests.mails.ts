import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { unreachable } from '#platform/commands/decider.ts'
import { letter, naming, phrase, type Given, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, people, person, subjectOf, type Named } from '#modules/mails/people.ts'
import { kindFacts } from './filled-fields.mails.ts'
import type { AuditEntry, Kind } from './word-kinds.mails.ts'
import { requestWords as words } from './words.mails.ts'
import { dateFormat } from '#contract/date-formats.ts'

type Language = 'de' | 'en'

export type MailedRequest = {
  readonly request: Request
  /** The workspace's IANA time zone. */
  readonly timezone: string
  /** Link to the request; null if the recipient may no longer see it. */
  readonly url: string | null
  readonly entry: AuditEntry | undefined
  /** Participant id of the reader; null if they have left. */
  readonly readerId: string | null
  /** Whether the reader is an active admin. */
  readonly isAdmin: boolean
}

export const timeIn = (
  language: Language,
  { timezone }: Pick<MailedRequest, 'timezone'>,
  at: string,
): string => {
  const format = dateFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return words[language].time(format.format(new Date(at)), timezone)
}

type Content = {
  readonly kind: string
  /** What happened, before the title. */
  readonly subject: string
  readonly text: Phrase
  /** A second paragraph. */
  readonly more?: Phrase | undefined
  /** Several who ask, instead of the one who asks in this request. */
  readonly from?: readonly Named[] | undefined
  readonly when: readonly [label: string, at: string]
  /** What the person who declined typed. */
  readonly reason?: string | null | undefined
  readonly note?: string | undefined
  readonly footer: string
}

/** For whom a deputy decides, or has. */
const deputyFacts = (language: Language, { standsInFor, decidedFor }: Request) => {
  const { erased, facts } = words[language]
  return [
    ...(standsInFor ? [[facts.standsInFor, person(standsInFor, erased)] as const] : []),
    ...(decidedFor ? [[facts.decidedFor, person(decidedFor, erased)] as const] : []),
  ]
}

/** The mail about one request. */
export const mailOf = (
  language: Language,
  mailed: MailedRequest,
  { kind, subject, text, more, from, when, reason, note, footer }: Content,
): Mail => {
  const { request, url, entry } = mailed
  const { erased, untitled, facts, open, entry: entryText } = words[language]
  const { approver, requester, workspaceName, files = [] } = request
  const { everybody } = words[language][request.type]
  const title = request.title ?? untitled
  const time = (at: string) => timeIn(language, mailed, at)
  return {
    subject: subjectOf(subject, title),
    ...letter({
      language,
      kind,
      title: phrase`${title}`,
      paragraphs: [text, ...(more ? [more] : [])],
      facts: [
        [facts.from, people(from ?? [requester], erased)],
        [facts.to, approver ? person(approver, erased) : everybody],
        ...deputyFacts(language, request),
        ...kindFacts(language, request),
        ...(workspaceName === null ? [] : [[facts.workspace, phrase`${workspaceName}`] as const]),
        [facts.asked, time(request.createdAt)],
        [when[0], time(when[1])],
        // How many: their names stay out of mailboxes.
        ...(files.length > 0 ? [[facts.files, String(files.length)] as const] : []),
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
export const askingMail = (language: Language, mailed: MailedRequest, kind: Kind): Mail => {
  const { facts, erased, ...byType } = words[language]
  const { type, requester, expiresAt } = mailed.request
  const { note, unexpected: footer } = byType[type].created
  return mailOf(language, mailed, {
    kind: kind.kind,
    subject: kind.subject(inSubject(requester, erased), false),
    text: kind.text(person(requester, erased)),
    note,
    when: [facts.until, expiresAt],
    footer,
  })
}

export const outcomeOf = (language: Language, request: Request): Kind => {
  const { type, status, closedReason } = request
  const { ended, ...byType } = words[language]
  const { approved, ...reasons } = byType[type]
  switch (status) {
    case 'approved':
      return { ...approved, text: (by) => approved.text(by, request) }
    // Not read as it is now: a mail about an end waits for it.
    case 'pending':
    case 'declined':
      return { ...reasons, ...ended }[closedReason ?? 'declined']
    default:
      return unreachable(status)
  }
}

/** Reasons about which all admins are alerted. */
export const isAlert = (reason: ClosedReason | null): reason is ClosedReason & Alert =>
  reason !== null && reason in words.en.alert

/** Who decided, or whose doing or absence closed it; null for a report, whose author is not told to the other side. */
const actorOf = ({ decidedBy, closedReason, requester, approver }: Request) => {
  if (decidedBy) return decidedBy
  if (closedReason === 'reported') return null
  return closedReason === 'withdrawn' || closedReason === 'requester-unavailable' ? requester : approver
}

/** How somebody who is said to have acted reports that it was not them. */
const notYou = (
  language: Language,
  { request: { type, requester, closedReason }, readerId, url }: MailedRequest,
  isYou: boolean,
): string | undefined => {
  const text = words[language].notYou
  const isRequester = readerId === requester.participantId
  if (url === null || closedReason === 'reported' || !(isYou || isRequester)) return undefined
  const button = isRequester || type === 'verification' ? text.notMe : text.suspicious
  return `${isYou ? text.acted : text.asked} ${text.report(button)}`
}

/** What an admin reads about an alert, and anybody about a request that expired. */
const moreOf = (
  language: Language,
  { request: { type, requester, closedReason }, readerId, isAdmin }: MailedRequest,
  alertedBy: Named | null,
): Phrase | undefined => {
  const { erased, alert, ...byType } = words[language]
  if (closedReason === 'expired')
    return byType[type].expired.next[readerId === requester.participantId ? 'requester' : 'asked']
  return isAdmin && alertedBy && isAlert(closedReason)
    ? alert[closedReason].text(person(alertedBy, erased))
    : undefined
}

/**
 * To the requester and the approvers, once the request is final. `alertedBy` caused an alert: an admin among them gets no second
 * mail about it.
 */
export const requestEndedMail = (
  language: Language,
  mailed: MailedRequest,
  alertedBy: Named | null = null,
): Mail => {
  const { erased, ended } = words[language]
  const { request, readerId } = mailed
  const { decidedAt, expiresAt, declineReason } = request
  const { kind, subject, text } = outcomeOf(language, request)
  const actor = actorOf(request)
  const isYou = actor !== null && actor.participantId === readerId
  const who = actor ?? { email: null }
  return mailOf(language, mailed, {
    kind,
    subject: subject(inSubject(who, erased), isYou),
    text: text(person(who, erased)),
    more: moreOf(language, mailed, alertedBy),
    when: [kind, decidedAt ?? expiresAt],
    // On one line, so that no line of the plain text passes for one of ours.
    reason: declineReason?.replaceAll(/\s*\n\s*/g, ' '),
    note: notYou(language, mailed, isYou),
    footer: ended.reason,
  })
}

type Alerted = {
  readonly about: Alert
  /** The person who caused the alert, or whom many ask. */
  readonly by: Named
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
  const { kind, subject, text } = alert[about]
  return mailOf(language, mailed, {
    kind,
    subject: subject(inSubject(by, erased), false),
    text: text(person(by, erased)),
    from,
    when: [kind, at],
    footer: alert.reason,
  })
}

/** A signature before the last one: who gave it, and how many of how many there are now. */
export type Signed = { readonly by: Named; readonly at: string; readonly given: number; readonly of: number }

type SignatureWords = {
  readonly kind: string
  readonly subject: (by: string, given: number, of: number) => string
  readonly text: (by: Given, given: number, of: number) => Phrase
  readonly signedAt: string
}

const signatureWords: Record<Language, SignatureWords> = {
  de: {
    kind: 'Teilweise freigegeben',
    subject: (by, given, of) => `${given} von ${of} Freigaben, zuletzt von ${by}`,
    text: (by, given, of) =>
      of - given === 1
        ? naming`${by} hat Ihre Anfrage freigegeben: ${String(given)} von ${String(of)}. Eine Freigabe fehlt noch. Bis dahin ist nichts freigegeben.`
        : naming`${by} hat Ihre Anfrage freigegeben: ${String(given)} von ${String(of)}. ${String(of - given)} Freigaben fehlen noch. Bis dahin ist nichts freigegeben.`,
    signedAt: 'Freigabe am',
  },
  en: {
    kind: 'Partly approved',
    subject: (by, given, of) => `${given} of ${of} approvals, the last by ${by}`,
    text: (by, given, of) =>
      of - given === 1
        ? naming`${by} approved your request: ${String(given)} of ${String(of)}. It waits for one more approval. Nothing is approved until then.`
        : naming`${by} approved your request: ${String(given)} of ${String(of)}. It waits for ${String(of - given)} more approvals. Nothing is approved until then.`,
    signedAt: 'Signed on',
  },
}

/** To who asked, at each signature before the last one. */
export const approvalGivenMail = (
  language: Language,
  mailed: MailedRequest,
  { by, at, given, of }: Signed,
): Mail => {
  const { erased, ended } = words[language]
  const { kind, subject, text, signedAt } = signatureWords[language]
  return mailOf(language, mailed, {
    kind,
    subject: subject(inSubject(by, erased), given, of),
    text: text(person(by, erased), given, of),
    when: [signedAt, at],
    footer: ended.reason,
  })
}
