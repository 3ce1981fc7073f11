import type { Request } from '#contract/requests.ts'
import { shortId } from '#contract/short-id.ts'
import { letter, phrase, type Letter, type Phrase } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'

type Language = 'de' | 'en'

/** Where a fact stands in the workspace's audit log: kept by whoever reads the mail, it bears witness. */
export type AuditEntry = { readonly sequence: number; readonly hash: string }

export type MailedRequest = {
  readonly request: Request
  /** Of the workspace, IANA. */
  readonly timezone: string
  /** Opens the request; opening it changes nothing. null for somebody who may not see it any more. */
  readonly url: string | null
  readonly entry: AuditEntry | undefined
}

const german = {
  erased: 'eine gelöschte Person',
  untitled: 'ohne Titel',
  everybody: 'alle, die freigeben dürfen',
  time: (time: string, zone: string) => `${time} Uhr (${zone})`,
  facts: {
    from: 'Von',
    to: 'An',
    workspace: 'Workspace',
    asked: 'Gestellt',
    until: 'Offen bis',
    id: 'Kurzkennung',
  },
  open: 'Anfrage ansehen',
  entry: ({ sequence, hash }: AuditEntry) => `Eintrag ${sequence} im Audit-Log, Prüfwert ${hash}`,
  created: {
    kind: 'Freigabe',
    text: (by: string) => phrase`${by} bittet um Ihre Freigabe. Die Einzelheiten stehen auf Ihrem Telefon.`,
    note: 'Diese E-Mail gibt nichts frei: Entschieden wird nur auf Ihrem Gerät.',
    unexpected: 'Sie haben diese Anfrage nicht erwartet? Rufen Sie die Person an, bevor Sie etwas freigeben.',
  },
  approved: {
    kind: 'Freigegeben',
    text: (by: string) =>
      phrase`${by} hat diese Anfrage freigegeben, mit Signatur eines registrierten Geräts und App-PIN.`,
  },
  declined: { kind: 'Abgelehnt', text: (by: string) => phrase`${by} hat diese Anfrage abgelehnt.` },
  withdrawn: {
    kind: 'Zurückgezogen',
    text: () => phrase`Diese Anfrage wurde zurückgezogen. Es ist nichts mehr zu tun.`,
  },
  expired: {
    kind: 'Abgelaufen',
    text: () => phrase`Diese Anfrage ist abgelaufen, ohne dass jemand entschieden hat.`,
  },
  'approver-unavailable': {
    kind: 'Geschlossen',
    text: () =>
      phrase`Diese Anfrage wurde geschlossen, weil die gefragte Person nicht mehr freigeben kann. Fragen Sie bei Bedarf jemand anderen.`,
  },
  'requester-unavailable': {
    kind: 'Geschlossen',
    text: () =>
      phrase`Diese Anfrage wurde geschlossen, weil die Person, die gefragt hat, dort keine Anfragen mehr stellen kann. Es ist nichts mehr zu tun.`,
  },
  reason: 'Sie erhalten diese Nachricht, weil Sie an der Anfrage beteiligt sind.',
}

const english: typeof german = {
  erased: 'an erased person',
  untitled: 'untitled',
  everybody: 'everyone who may approve',
  time: (time, zone) => `${time} (${zone})`,
  facts: {
    from: 'From',
    to: 'To',
    workspace: 'Workspace',
    asked: 'Asked',
    until: 'Open until',
    id: 'Short ID',
  },
  open: 'See the request',
  entry: ({ sequence, hash }) => `Entry ${sequence} of the audit log, hash ${hash}`,
  created: {
    kind: 'Approval',
    text: (by) => phrase`${by} asks for your approval. The details are on your phone.`,
    note: 'This e-mail confirms nothing: you decide on your device alone.',
    unexpected: 'You did not expect this request? Call the person before you approve anything.',
  },
  approved: {
    kind: 'Approved',
    text: (by) =>
      phrase`${by} approved this request, with the signature of an enrolled device and the app PIN.`,
  },
  declined: { kind: 'Declined', text: (by) => phrase`${by} declined this request.` },
  withdrawn: {
    kind: 'Withdrawn',
    text: () => phrase`This request was withdrawn. There is nothing left to do.`,
  },
  expired: { kind: 'Expired', text: () => phrase`This request expired before anybody decided.` },
  'approver-unavailable': {
    kind: 'Closed',
    text: () =>
      phrase`This request was closed, because the person asked can no longer approve. Ask somebody else if you need to.`,
  },
  'requester-unavailable': {
    kind: 'Closed',
    text: () =>
      phrase`This request was closed, because the person who asked can no longer make requests there. There is nothing left to do.`,
  },
  reason: 'You receive this message because the request concerns you.',
}

const words = { de: german, en: english }

/** `2026-03-02T10:00:00.000Z` as people of that language write it, by the clocks of the workspace. */
const timeIn = (language: Language, { timezone }: MailedRequest, at: string): string => {
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return words[language].time(format.format(new Date(at)), timezone)
}

type Told = Pick<Letter, 'note'> & {
  readonly kind: string
  readonly text: Phrase
  /** When it happened, or will. */
  readonly when: readonly [label: string, at: string]
  readonly footer: string
}

/** The title people know is the subject and the headline; all else follows. */
const mailOf = (
  language: Language,
  mailed: MailedRequest,
  { kind, text, when, note, footer }: Told,
): Mail => {
  const { request, url, entry } = mailed
  const { erased, everybody, untitled, facts, open, entry: receipt } = words[language]
  const { approver, requester, workspaceName } = request
  const title = request.title ?? untitled
  const time = (at: string) => timeIn(language, mailed, at)
  return {
    subject: `${kind}: ${title}`,
    ...letter({
      language,
      kind,
      title: phrase`${title}`,
      paragraphs: [text],
      facts: [
        [facts.from, requester.email ?? erased],
        [facts.to, approver ? (approver.email ?? erased) : everybody],
        ...(workspaceName === null ? [] : [[facts.workspace, phrase`${workspaceName}`] as const]),
        [facts.asked, time(request.createdAt)],
        [when[0], time(when[1])],
        [facts.id, shortId(request.id)],
      ],
      ...(url !== null && { action: { label: open, url } }),
      ...(note !== undefined && { note }),
      footer: [footer, ...(entry ? [receipt(entry)] : [])],
    }),
  }
}

/** To an approver who is asked. */
export const requestCreatedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { created, facts, erased } = words[language]
  const { requester, expiresAt } = mailed.request
  const { kind, note, unexpected } = created
  const text = created.text(requester.email ?? erased)
  return mailOf(language, mailed, { kind, text, note, when: [facts.until, expiresAt], footer: unexpected })
}

/** Throws for an end that no mail tells of yet. */
const endingOf = ({ status, closedReason }: Request) => {
  if (status === 'approved') return status
  if (closedReason === null) return 'declined'
  if (closedReason === 'reported' || closedReason === 'code-mismatch')
    throw new Error(`no mail has words for ${closedReason}`)
  return closedReason
}

/** To everybody whom the end of a request concerns. */
export const requestEndedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { erased, reason, ...text } = words[language]
  const { decidedAt, decidedBy, expiresAt } = mailed.request
  const { kind, text: told } = text[endingOf(mailed.request)]
  return mailOf(language, mailed, {
    kind,
    text: told(decidedBy?.email ?? erased),
    when: [kind, decidedAt ?? expiresAt],
    footer: reason,
  })
}
