import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import { phrase, type Phrase } from '#modules/mails/letter.ts'

/** Where a fact stands in the workspace's audit log: kept by whoever reads the mail, it bears witness. */
export type AuditEntry = { readonly sequence: number; readonly hash: string }

type Kind = { readonly kind: string; readonly text: (by: string) => Phrase }

/** What approving is called depends on what was asked. */
type OfType = {
  readonly everybody: string
  readonly created: Kind & { readonly note: string; readonly unexpected: string }
  readonly approved: {
    readonly kind: string
    readonly text: (by: string, assurance: Request['assurance']) => Phrase
  }
  readonly 'approver-unavailable': Kind
}

type Words = {
  readonly erased: string
  readonly untitled: string
  readonly time: (time: string, zone: string) => string
  readonly facts: Readonly<Record<'from' | 'to' | 'workspace' | 'asked' | 'until' | 'id', string>>
  readonly open: string
  readonly entry: (entry: AuditEntry) => string
  readonly ended: Readonly<Record<'declined' | Exclude<ClosedReason, 'approver-unavailable'>, Kind>> & {
    readonly reason: string
  }
  /** To admins. */
  readonly alert: Readonly<Record<Alert, Kind>> & { readonly reason: string }
} & Readonly<Record<Request['type'], OfType>>

const germanProof = (assurance: Request['assurance']) =>
  assurance === 'passkey' ? 'Biometrie oder Geräte-PIN' : 'App-PIN'
const englishProof = (assurance: Request['assurance']) =>
  assurance === 'passkey' ? 'biometrics or the PIN of the device' : 'the app PIN'

const german: Words = {
  erased: 'eine gelöschte Person',
  untitled: 'ohne Titel',
  time: (time, zone) => `${time} Uhr (${zone})`,
  facts: {
    from: 'Von',
    to: 'An',
    workspace: 'Workspace',
    asked: 'Gestellt',
    until: 'Offen bis',
    id: 'Kurzkennung',
  },
  open: 'Anfrage ansehen',
  entry: ({ sequence, hash }) => `Eintrag ${sequence} im Protokoll, Hash ${hash}`,
  approval: {
    everybody: 'alle, die freigeben dürfen',
    created: {
      kind: 'Freigabe',
      text: (by) => phrase`${by} bittet um Ihre Freigabe. Die Einzelheiten stehen auf Ihrem Telefon.`,
      note: 'Diese E-Mail gibt nichts frei: Entschieden wird nur auf Ihrem Gerät.',
      unexpected:
        'Sie haben diese Anfrage nicht erwartet? Rufen Sie die Person an, bevor Sie etwas freigeben.',
    },
    approved: {
      kind: 'Freigegeben',
      text: (by, assurance) =>
        phrase`${by} hat diese Anfrage freigegeben, mit Signatur eines registrierten Geräts und ${germanProof(assurance)}.`,
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        phrase`Diese Anfrage wurde geschlossen, weil die gefragte Person nicht mehr freigeben kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  verification: {
    everybody: 'alle, die bestätigen dürfen',
    created: {
      kind: 'Anrufprüfung',
      text: (by) =>
        phrase`${by} spricht gerade mit Ihnen und bittet Sie, das zu bestätigen. Die Zahl dazu hören Sie im Gespräch; eingegeben wird sie auf Ihrem Telefon.`,
      note: 'Diese E-Mail bestätigt nichts: Entschieden wird nur auf Ihrem Gerät.',
      unexpected:
        'Sie sprechen gerade gar nicht mit dieser Person? Dann bestätigen Sie nichts, und melden Sie die Anfrage in der App.',
    },
    approved: {
      kind: 'Bestätigt',
      text: (by, assurance) =>
        phrase`${by} hat diese Anrufprüfung bestätigt, mit der gesprochenen Zahl, mit Signatur eines registrierten Geräts und ${germanProof(assurance)}.`,
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        phrase`Diese Anrufprüfung wurde geschlossen, weil die gefragte Person nicht mehr bestätigen kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  ended: {
    declined: { kind: 'Abgelehnt', text: (by) => phrase`${by} hat diese Anfrage abgelehnt.` },
    withdrawn: {
      kind: 'Zurückgezogen',
      text: () => phrase`Diese Anfrage wurde zurückgezogen. Es ist nichts mehr zu tun.`,
    },
    expired: {
      kind: 'Abgelaufen',
      text: () => phrase`Diese Anfrage ist abgelaufen, ohne dass jemand entschieden hat.`,
    },
    'requester-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        phrase`Diese Anfrage wurde geschlossen, weil die Person, die gefragt hat, dort keine Anfragen mehr stellen kann. Es ist nichts mehr zu tun.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      text: () =>
        phrase`Diese Anrufprüfung wurde geschlossen, weil zweimal eine falsche Zahl eingegeben wurde. Vertrauen Sie dem Gespräch nicht, und rufen Sie unter einer bekannten Nummer zurück. Die Admins wissen Bescheid.`,
    },
    reported: {
      kind: 'Gemeldet',
      text: () =>
        phrase`Diese Anfrage wurde geschlossen, weil eine beteiligte Person gemeldet hat: „Das war ich nicht.“ Die Admins wissen Bescheid.`,
    },
    reason: 'Sie erhalten diese Nachricht, weil Sie an der Anfrage beteiligt sind.',
  },
  alert: {
    reported: {
      kind: 'Gemeldet',
      text: (by) =>
        phrase`${by} hat zu dieser Anfrage gemeldet: „Das war ich nicht.“ Fragen Sie bei den Beteiligten nach, auf einem anderen Weg als per E-Mail, und sehen Sie sich ihre Geräte und Sitzungen an.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      text: (by) =>
        phrase`Bei dieser Anrufprüfung wurde zum zweiten Mal eine falsche Zahl eingegeben, zuletzt von ${by}; sie ist geschlossen. Es kann ein Versehen sein, oder jemand gibt sich im Gespräch für einen anderen aus: Fragen Sie bei den Beteiligten nach.`,
    },
    muted: {
      kind: 'Zu viele Anfragen',
      text: (by) =>
        phrase`${by} kann eine Viertelstunde lang nichts anfragen: Mehrere Anfragen wurden binnen zehn Minuten abgelehnt oder nicht beantwortet, zuletzt diese. Vielleicht will jemand andere zermürben, bis sie zustimmen, womöglich mit einem fremden Konto: Fragen Sie bei den Beteiligten nach.`,
    },
    reason: 'Sie erhalten diese Nachricht als Admin des Workspace.',
  },
}

const english: Words = {
  erased: 'an erased person',
  untitled: 'untitled',
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
  approval: {
    everybody: 'everyone who may approve',
    created: {
      kind: 'Approval',
      text: (by) => phrase`${by} asks for your approval. The details are on your phone.`,
      note: 'This e-mail approves nothing: you decide on your device alone.',
      unexpected: 'You did not expect this request? Call the person before you approve anything.',
    },
    approved: {
      kind: 'Approved',
      text: (by, assurance) =>
        phrase`${by} approved this request, with the signature of an enrolled device and ${englishProof(assurance)}.`,
    },
    'approver-unavailable': {
      kind: 'Closed',
      text: () =>
        phrase`This request was closed, because the person asked can no longer approve. Ask somebody else if you need to.`,
    },
  },
  verification: {
    everybody: 'everyone who may verify',
    created: {
      kind: 'Call check',
      text: (by) =>
        phrase`${by} is talking to you and asks you to verify that. You hear the number in the call; you type it on your phone.`,
      note: 'This e-mail verifies nothing: you decide on your device alone.',
      unexpected:
        'You are not talking to this person at the moment? Then verify nothing, and report the request in the app.',
    },
    approved: {
      kind: 'Verified',
      text: (by, assurance) =>
        phrase`${by} verified this call, with the spoken number, the signature of an enrolled device and ${englishProof(assurance)}.`,
    },
    'approver-unavailable': {
      kind: 'Closed',
      text: () =>
        phrase`This call check was closed, because the person asked can no longer verify. Ask somebody else if you need to.`,
    },
  },
  ended: {
    declined: { kind: 'Declined', text: (by) => phrase`${by} declined this request.` },
    withdrawn: {
      kind: 'Withdrawn',
      text: () => phrase`This request was withdrawn. There is nothing left to do.`,
    },
    expired: { kind: 'Expired', text: () => phrase`This request expired before anybody decided.` },
    'requester-unavailable': {
      kind: 'Closed',
      text: () =>
        phrase`This request was closed, because the person who asked can no longer make requests there. There is nothing left to do.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      text: () =>
        phrase`This call check was closed, because a wrong number was typed twice. Do not trust the call; call back on a number that you know. The admins have been told.`,
    },
    reported: {
      kind: 'Reported',
      text: () =>
        phrase`This request was closed, because somebody concerned reported: “This was not me.” The admins have been told.`,
    },
    reason: 'You receive this message because the request concerns you.',
  },
  alert: {
    reported: {
      kind: 'Reported',
      text: (by) =>
        phrase`${by} reported about this request: “This was not me.” Ask those concerned, by another way than e-mail, and look at their devices and sessions.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      text: (by) =>
        phrase`In this call check a wrong number was typed for the second time, this time by ${by}; it is closed. It may be a slip, or somebody in the call pretends to be another: ask those concerned.`,
    },
    muted: {
      kind: 'Too many requests',
      text: (by) =>
        phrase`${by} can ask nothing for a quarter of an hour: several requests were declined or not answered within ten minutes, this one last. Somebody may be trying to wear others down until they agree, perhaps with an account that is not theirs: ask those concerned.`,
    },
    reason: 'You receive this message as an admin of the workspace.',
  },
}

/** What mails about requests say. */
export const requestWords = { de: german, en: english }
