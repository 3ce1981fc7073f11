import { PRODUCT } from '#contract/common.ts'
import type { Request } from '#contract/requests.ts'
import { letter, phrase } from '../mails/letter.ts'
import type { Mail } from '../mails/mail-kind.ts'

type Language = 'de' | 'en'

/** Where a fact stands in the workspace's audit log: kept by whoever reads the mail, it bears witness. */
export type AuditEntry = { readonly sequence: number; readonly hash: string }

export type MailedRequest = {
  readonly request: Request
  /** Opens the request; opening it changes nothing. null for somebody who may not see it any more. */
  readonly url: string | null
  readonly entry: AuditEntry | undefined
}

const words = {
  de: {
    erased: 'eine gelöschte Person',
    untitled: 'ohne Titel',
    workspace: (name: string) => phrase`Workspace: „${name}“`,
    open: 'Anfrage ansehen',
    entry: ({ sequence, hash }: AuditEntry) => `Eintrag ${sequence} im Audit-Log, Prüfwert ${hash}`,
    created: {
      subject: 'Ihre Freigabe wird erbeten',
      text: (by: string, title: string) => phrase`${by} bittet um Ihre Freigabe: „${title}“.`,
      until: (time: string) =>
        phrase`Sie können bis ${time} freigeben oder ablehnen. Dieser Link öffnet die Anfrage nur; entschieden wird in der App.`,
      unexpected:
        'Sie haben diese Anfrage nicht erwartet? Rufen Sie die Person an, bevor Sie etwas freigeben.',
    },
    approved: {
      subject: 'Anfrage freigegeben',
      text: (title: string, by: string, time: string) =>
        phrase`„${title}“ wurde von ${by} am ${time} freigegeben, mit Signatur eines registrierten Geräts und App-PIN.`,
    },
    declined: {
      subject: 'Anfrage abgelehnt',
      text: (title: string, by: string, time: string) =>
        phrase`„${title}“ wurde von ${by} am ${time} abgelehnt.`,
    },
    withdrawn: {
      subject: 'Anfrage zurückgezogen',
      text: (title: string, _by: string, time: string) =>
        phrase`„${title}“ wurde am ${time} zurückgezogen. Es ist nichts mehr zu tun.`,
    },
    expired: {
      subject: 'Anfrage abgelaufen',
      text: (title: string, _by: string, time: string) =>
        phrase`„${title}“ ist am ${time} abgelaufen, ohne dass jemand entschieden hat.`,
    },
    'approver-unavailable': {
      subject: 'Anfrage geschlossen',
      text: (title: string, _by: string, time: string) =>
        phrase`„${title}“ wurde am ${time} geschlossen, weil die gefragte Person nicht mehr freigeben kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
    'requester-unavailable': {
      subject: 'Anfrage geschlossen',
      text: (title: string, _by: string, time: string) =>
        phrase`„${title}“ wurde am ${time} geschlossen, weil die Person, die gefragt hat, dort keine Anfragen mehr stellen kann. Es ist nichts mehr zu tun.`,
    },
    from: (requester: string) => phrase`Angefragt von ${requester}.`,
    reason: 'Sie erhalten diese Nachricht, weil Sie an der Anfrage beteiligt sind.',
  },
  en: {
    erased: 'an erased person',
    untitled: 'untitled',
    workspace: (name: string) => phrase`Workspace: “${name}”`,
    open: 'See the request',
    entry: ({ sequence, hash }: AuditEntry) => `Entry ${sequence} of the audit log, hash ${hash}`,
    created: {
      subject: 'Your approval is asked for',
      text: (by: string, title: string) => phrase`${by} asks for your approval: “${title}”.`,
      until: (time: string) =>
        phrase`You can approve or decline until ${time}. This link only opens the request; you decide in the app.`,
      unexpected: 'You did not expect this request? Call the person before you approve anything.',
    },
    approved: {
      subject: 'Request approved',
      text: (title: string, by: string, time: string) =>
        phrase`“${title}” was approved by ${by} on ${time}, with the signature of an enrolled device and the app PIN.`,
    },
    declined: {
      subject: 'Request declined',
      text: (title: string, by: string, time: string) => phrase`“${title}” was declined by ${by} on ${time}.`,
    },
    withdrawn: {
      subject: 'Request withdrawn',
      text: (title: string, _by: string, time: string) =>
        phrase`“${title}” was withdrawn on ${time}. There is nothing left to do.`,
    },
    expired: {
      subject: 'Request expired',
      text: (title: string, _by: string, time: string) =>
        phrase`“${title}” expired on ${time}, before anybody decided.`,
    },
    'approver-unavailable': {
      subject: 'Request closed',
      text: (title: string, _by: string, time: string) =>
        phrase`“${title}” was closed on ${time}, because the person asked can no longer approve. Ask somebody else if you need to.`,
    },
    'requester-unavailable': {
      subject: 'Request closed',
      text: (title: string, _by: string, time: string) =>
        phrase`“${title}” was closed on ${time}, because the person who asked can no longer make requests there. There is nothing left to do.`,
    },
    from: (requester: string) => phrase`Asked by ${requester}.`,
    reason: 'You receive this message because the request concerns you.',
  },
}

/** `2026-03-02T10:00:00.000Z` as people of that language write it. */
const timeIn = (language: Language, at: string): string =>
  `${new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(at))} (UTC)`

const partsOf = (language: Language, { request, url, entry }: MailedRequest) => {
  const text = words[language]
  return {
    text,
    title: request.title ?? text.untitled,
    requester: request.requester.email ?? text.erased,
    workspace: request.workspaceName === null ? [] : [text.workspace(request.workspaceName)],
    action: url === null ? {} : { action: { label: text.open, url } },
    receipt: entry ? [text.entry(entry)] : [],
  }
}

/** To an approver who is asked. */
export const requestCreatedMail = (language: Language, mailed: MailedRequest): Mail => {
  const { text, title, requester, workspace, action, receipt } = partsOf(language, mailed)
  const { subject, until, unexpected, ...created } = text.created
  return {
    subject: `${PRODUCT}: ${subject}`,
    ...letter({
      language,
      title: subject,
      paragraphs: [
        created.text(requester, title),
        ...workspace,
        until(timeIn(language, mailed.request.expiresAt)),
      ],
      ...action,
      footer: [unexpected, ...receipt],
    }),
  }
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
  const { request } = mailed
  const { text, title, requester, workspace, action, receipt } = partsOf(language, mailed)
  const ending = text[endingOf(request)]
  const by = request.decidedBy?.email ?? text.erased
  return {
    subject: `${PRODUCT}: ${ending.subject}`,
    ...letter({
      language,
      title: ending.subject,
      paragraphs: [
        ending.text(title, by, timeIn(language, request.decidedAt ?? request.expiresAt)),
        text.from(requester),
        ...workspace,
      ],
      ...action,
      footer: [text.reason, ...receipt],
    }),
  }
}
