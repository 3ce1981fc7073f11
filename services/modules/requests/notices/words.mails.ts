import type { Alert } from '#contract/requests/alerts.ts'
import type { ClosedReason, Request } from '#contract/requests/requests.ts'
import { naming, type Phrase } from '#modules/mails/letter.ts'
import { englishProof, germanProof, type Proof } from './proof-words.mails.ts'

/** The event's entry in the audit log. A recipient who keeps the mail can later prove the entry. */
export type AuditEntry = { readonly sequence: number; readonly hash: string }

type Kind = { readonly kind: string; readonly text: (by: string) => Phrase }

/** Texts that differ by type: an approval is approved, a verification is verified. */
type TypeWords = {
  readonly everybody: string
  readonly created: Kind & { readonly note: string; readonly unexpected: string }
  readonly approved: {
    readonly kind: string
    readonly text: (by: string, proof: Proof) => Phrase
  }
  readonly 'approver-unavailable': Kind
}

type Words = {
  readonly erased: string
  readonly untitled: string
  readonly time: (time: string, zone: string) => string
  readonly facts: Readonly<Record<'from' | 'to' | 'workspace' | 'asked' | 'until' | 'reason' | 'id', string>>
  readonly open: string
  readonly entry: (entry: AuditEntry) => string
  readonly ended: Readonly<Record<'declined' | Exclude<ClosedReason, 'approver-unavailable'>, Kind>> & {
    readonly reason: string
  }
  readonly alert: Readonly<Record<Alert, Kind>> & { readonly reason: string }
} & Readonly<Record<Request['type'], TypeWords>>

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
    reason: 'Grund',
    id: 'Kurzkennung',
  },
  open: 'Anfrage ansehen',
  entry: ({ sequence, hash }) => `Eintrag ${sequence} im Protokoll, Hash ${hash}`,
  approval: {
    everybody: 'alle, die freigeben dürfen',
    created: {
      kind: 'Freigabe',
      text: (by) => naming`${by} bittet um Ihre Freigabe. Die Einzelheiten sehen Sie auf Ihrem Telefon.`,
      note: 'Per E-Mail können Sie nichts freigeben. Sie entscheiden auf Ihrem Gerät.',
      unexpected:
        'Sie haben diese Anfrage nicht erwartet? Rufen Sie die Person an, bevor Sie etwas freigeben.',
    },
    approved: {
      kind: 'Freigegeben',
      text: (by, proof) =>
        naming`${by} hat diese Anfrage freigegeben, signiert auf einem registrierten Gerät mit ${germanProof(proof)}.`,
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil die gefragte Person nicht mehr freigeben kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  verification: {
    everybody: 'alle, die bestätigen dürfen',
    created: {
      kind: 'Anrufprüfung',
      text: (by) =>
        naming`${by} sagt, dass Sie gerade miteinander sprechen und Sie um etwas bitten. Worum, lesen Sie in der App. Sagen Sie dort, ob das stimmt und wer wen angerufen hat. Erst dann tippen Sie die Zahl ein, die Sie im Gespräch hören.`,
      note: 'Per E-Mail können Sie nichts bestätigen. Sie entscheiden auf Ihrem Gerät.',
      unexpected:
        'Sie sprechen gerade nicht mit dieser Person, oder Sie haben nicht darum gebeten? Dann bestätigen Sie nichts, und sagen Sie das in der App.',
    },
    approved: {
      kind: 'Bestätigt',
      text: (by, proof) =>
        naming`${by} hat diese Anrufprüfung mit der gesprochenen Zahl bestätigt, signiert auf einem registrierten Gerät mit ${germanProof(proof)}. Bevor Sie handeln, rufen Sie unter einer bekannten Nummer zurück, wenn Sie das noch nicht getan haben.`,
    },
    'approver-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil die gefragte Person nicht mehr bestätigen kann. Fragen Sie bei Bedarf jemand anderen.`,
    },
  },
  ended: {
    declined: { kind: 'Abgelehnt', text: (by) => naming`${by} hat diese Anfrage abgelehnt.` },
    withdrawn: {
      kind: 'Zurückgezogen',
      text: () => naming`Diese Anfrage wurde zurückgezogen. Sie müssen nichts weiter tun.`,
    },
    expired: {
      kind: 'Abgelaufen',
      text: () => naming`Diese Anfrage ist abgelaufen, ohne dass jemand entschieden hat.`,
    },
    'requester-unavailable': {
      kind: 'Geschlossen',
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil die anfragende Person keine Anfragen mehr stellen kann. Sie müssen nichts weiter tun.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil zu oft eine falsche Zahl eingetippt wurde. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    'both-called': {
      kind: 'Beide angerufen',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil beide Seiten angerufen wurden. So leitet ein Angreifer ein Gespräch weiter. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    'claim-denied': {
      kind: 'Nicht darum gebeten',
      text: () =>
        naming`Diese Anrufprüfung wurde geschlossen, weil die gefragte Person geantwortet hat: „Ich habe nicht darum gebeten.“ Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    reported: {
      kind: 'Gemeldet',
      text: () =>
        naming`Diese Anfrage wurde geschlossen, weil eine beteiligte Person sie als verdächtig gemeldet hat. Wenn Sie deswegen telefonieren: Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück. Die Admins wurden alarmiert.`,
    },
    reason: 'Sie erhalten diese E-Mail, weil Sie an der Anfrage beteiligt sind.',
  },
  alert: {
    reported: {
      kind: 'Gemeldet',
      text: (by) =>
        naming`${by} hat diese Anfrage als verdächtig gemeldet. Fragen Sie bei den Beteiligten nach, aber nicht per E-Mail, und prüfen Sie deren Geräte und Sitzungen.`,
    },
    'code-mismatch': {
      kind: 'Falsche Zahl',
      text: (by) =>
        naming`Bei dieser Anrufprüfung wurde zum zweiten Mal eine falsche Zahl eingetippt, zuletzt von ${by}. Die Anrufprüfung ist geschlossen. Es kann ein Versehen sein, oder jemand gibt sich im Gespräch für eine andere Person aus. Fragen Sie bei den Beteiligten nach.`,
    },
    'both-called': {
      kind: 'Beide angerufen',
      text: (by) =>
        naming`Bei dieser Anrufprüfung wurden beide Seiten angerufen, zuletzt antwortete ${by}. So leitet ein Angreifer mit zwei Telefonen ein Gespräch weiter. Die Anrufprüfung ist geschlossen. Warnen Sie die Beteiligten, und stoppen Sie, was im Gespräch verlangt wurde.`,
    },
    'claim-denied': {
      kind: 'Nicht darum gebeten',
      text: (by) =>
        naming`${by} hat zu dieser Anrufprüfung geantwortet: „Ich spreche mit der Person, habe aber nicht darum gebeten.“ Vielleicht gibt sich jemand im Gespräch für eine andere Person aus. Die Anrufprüfung ist geschlossen. Fragen Sie bei den Beteiligten nach.`,
    },
    'pair-locked': {
      kind: 'Anrufprüfungen gesperrt',
      text: (by) =>
        naming`Zwischen diesen beiden Personen wurde innerhalb eines Tages dreimal eine falsche Zahl eingetippt, zuletzt von ${by}. Vielleicht gibt sich jemand im Gespräch für eine der beiden aus und rät. Die beiden können erst wieder Anrufe prüfen, wenn ein Admin sie unter „Teilnehmer“ entsperrt. Sprechen Sie vorher mit beiden, aber nicht per E-Mail.`,
    },
    muted: {
      kind: 'Zu viele Anfragen',
      text: (by) =>
        naming`${by} kann eine Viertelstunde lang keinen Anruf prüfen lassen: Innerhalb von zehn Minuten wurden mehrere Prüfungen abgelehnt, gemeldet oder nicht beantwortet, zuletzt diese. Vielleicht will jemand andere zermürben, bis sie zustimmen, womöglich mit einem fremden Konto. Fragen Sie bei den Beteiligten nach.`,
    },
    'many-sides': {
      kind: 'Viele prüfen dieselbe Person',
      text: (by) =>
        naming`Innerhalb von zehn Minuten haben mehrere Personen einen Anruf mit ${by} geprüft. Vielleicht ruft jemand reihum an und gibt sich für diese Person aus. Warnen Sie alle, aber nicht per E-Mail: auflegen, nichts überweisen und unter einer bekannten Nummer zurückrufen.`,
    },
    reason: 'Sie erhalten diese E-Mail als Admin des Workspace.',
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
    asked: 'Requested',
    until: 'Open until',
    reason: 'Reason',
    id: 'Short ID',
  },
  open: 'View the request',
  entry: ({ sequence, hash }) => `Entry ${sequence} of the audit log, hash ${hash}`,
  approval: {
    everybody: 'everyone who may approve',
    created: {
      kind: 'Approval',
      text: (by) => naming`${by} is asking for your approval. You will find the details on your phone.`,
      note: 'You cannot approve by e-mail. You decide on your device.',
      unexpected: 'Not expecting this request? Call the person before you approve it.',
    },
    approved: {
      kind: 'Approved',
      text: (by, proof) =>
        naming`${by} approved this request, signed on an enrolled device with ${englishProof(proof)}.`,
    },
    'approver-unavailable': {
      kind: 'Closed',
      text: () =>
        naming`This request was closed because the approver can no longer approve requests. Ask somebody else if necessary.`,
    },
  },
  verification: {
    everybody: 'everyone who may verify',
    created: {
      kind: 'Call check',
      text: (by) =>
        naming`${by} says that the two of you are talking right now, and that you are asking for something. Read in the app what it is. Say there whether that is so, and who called whom. Only then type the number that you hear in the call.`,
      note: 'You cannot verify by e-mail. You decide on your device.',
      unexpected:
        'Not talking to this person, or not asking for this? Then verify nothing, and say so in the app.',
    },
    approved: {
      kind: 'Verified',
      text: (by, proof) =>
        naming`${by} verified this call with the spoken number, signed on an enrolled device with ${englishProof(proof)}. Before you act, call back on a number that you know, unless you have done so.`,
    },
    'approver-unavailable': {
      kind: 'Closed',
      text: () =>
        naming`This call check was closed because the person asked can no longer verify calls. Ask somebody else if necessary.`,
    },
  },
  ended: {
    declined: { kind: 'Declined', text: (by) => naming`${by} declined this request.` },
    withdrawn: {
      kind: 'Withdrawn',
      text: () => naming`This request was withdrawn. You do not need to do anything.`,
    },
    expired: { kind: 'Expired', text: () => naming`This request expired before anybody answered it.` },
    'requester-unavailable': {
      kind: 'Closed',
      text: () =>
        naming`This request was closed because the requester can no longer make requests in this workspace. You do not need to do anything.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      text: () =>
        naming`This call check was closed because a wrong number was typed too often. Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    'both-called': {
      kind: 'Both were called',
      text: () =>
        naming`This call check was closed because both sides were called. This is how an attacker relays a call. Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    'claim-denied': {
      kind: 'Did not ask for this',
      text: () =>
        naming`This call check was closed because the person asked answered: “I did not ask for this.” Hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    reported: {
      kind: 'Reported',
      text: () =>
        naming`This request was closed because one of the people involved reported it as suspicious. If you are on a call about it: hang up, pay nothing, and call back on a number that you know. The admins have been alerted.`,
    },
    reason: 'You are receiving this e-mail because you are involved in this request.',
  },
  alert: {
    reported: {
      kind: 'Reported',
      text: (by) =>
        naming`${by} reported this request as suspicious. Contact the people involved, but not by e-mail, and check their devices and sessions.`,
    },
    'code-mismatch': {
      kind: 'Wrong number',
      text: (by) =>
        naming`A wrong number was typed for the second time in this call check, this time by ${by}. The call check is closed. It may be a mistake, or somebody in the call is pretending to be somebody else. Contact the people involved.`,
    },
    'both-called': {
      kind: 'Both were called',
      text: (by) =>
        naming`In this call check both sides were called; the last answer came from ${by}. This is how an attacker with two telephones relays a call. The call check is closed. Warn the people involved, and stop whatever the caller asked for.`,
    },
    'claim-denied': {
      kind: 'Did not ask for this',
      text: (by) =>
        naming`${by} answered this call check: “I am talking to them, but I did not ask for this.” Somebody in the call may be pretending to be somebody else. The call check is closed. Contact the people involved.`,
    },
    'pair-locked': {
      kind: 'Call checks locked',
      text: (by) =>
        naming`Three wrong numbers were typed between these two people within a day, the last one by ${by}. Somebody in the call may be pretending to be one of them, and guessing. The two cannot check calls again until an admin unlocks them under “Participants”. Talk to both of them first, but not by e-mail.`,
    },
    muted: {
      kind: 'Too many requests',
      text: (by) =>
        naming`${by} cannot start call checks for 15 minutes: within ten minutes, several of them were declined, reported or left unanswered, most recently this one. Somebody may be trying to wear others down until they agree, perhaps with a stolen account. Contact the people involved.`,
    },
    'many-sides': {
      kind: 'Many check one person',
      text: (by) =>
        naming`Within ten minutes, several people checked a call with ${by}. Somebody may be calling around and pretending to be that person. Warn everybody, but not by e-mail: hang up, pay nothing, and call back on a number that they know.`,
    },
    reason: 'You are receiving this e-mail as an admin of the workspace.',
  },
}

export const requestWords = { de: german, en: english }
