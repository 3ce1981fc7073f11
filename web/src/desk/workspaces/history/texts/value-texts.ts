import type { AuditField } from '#contract/workspaces/audit.ts'
import type { ClosedReason, Request, RequestStatus } from '#contract/requests/requests.ts'
import type { Invite, ParticipantRole } from '#contract/workspaces/workspaces.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

type Word = ClosedReason | Invite | ParticipantRole | Request['type'] | RequestStatus

/** The texts of API values: states, reasons, and purposes of mails. */
export const valueTexts = createTexts(
  {
    true: 'Yes',
    false: 'No',
    admin: 'Admin',
    'regular user': 'Regular user',
    pending: 'pending',
    accepted: 'accepted',
    expired: 'expired',
    revoked: 'revoked',
    approved: 'approved',
    declined: 'declined',
    withdrawn: 'withdrawn',
    reported: 'reported',
    'code-mismatch': 'wrong number',
    approval: 'Approval',
    verification: 'Call check',
    'approver-unavailable': 'approver no longer available',
    'requester-unavailable': 'requester no longer available',
    passkey: 'Passkey',
    pin: 'Key with app PIN',
    'wrong-pin': 'wrong PIN',
    'bad-signature': 'wrong signature',
    'workspace.invitation': 'Invitation',
    'workspace.trial-ended': 'End of the trial',
    'workspace.subscription-started': 'Start of the subscription',
    'workspace.subscription-ended': 'End of the subscription',
    'workspace.payment-reminder': 'Reminder of the end',
    'workspace.deleted': 'End of the workspace',
    'workspace.billing-address': 'Question to the billing address',
    'workspace.offer': 'Request for an offer',
    'workspace.offer-copy': 'Copy of the request for an offer',
    'participant.removed': 'End of an access',
    'participant.deactivated': 'Suspension of an access',
    'participant.device': 'Notice about a device',
    'participant.promoted': 'New admin',
    'participant.joined-as-admin': 'New admin',
    'request.created': 'Question to the approver',
    'request.approved': 'Approval of a request',
    'request.declined': 'Refusal of a request',
    'request.withdrawn': 'Withdrawal of a request',
    'request.closed': 'End of a request',
    'request.reported': 'Report of a request',
    'request.code-mismatch': 'Alert: wrong numbers',
    'request.muted': 'Notice: too many call checks',
  } satisfies Record<Word, string> & Record<string, string>,
  {
    true: 'Ja',
    false: 'Nein',
    admin: 'Admin',
    'regular user': 'Regulär',
    pending: 'offen',
    accepted: 'angenommen',
    expired: 'abgelaufen',
    revoked: 'widerrufen',
    approved: 'freigegeben',
    declined: 'abgelehnt',
    withdrawn: 'zurückgezogen',
    reported: 'gemeldet',
    'code-mismatch': 'falsche Zahl',
    approval: 'Freigabe',
    verification: 'Anrufprüfung',
    'approver-unavailable': 'freigebende Person nicht mehr verfügbar',
    'requester-unavailable': 'anfragende Person nicht mehr verfügbar',
    passkey: 'Passkey',
    pin: 'Schlüssel mit App-PIN',
    'wrong-pin': 'falsche PIN',
    'bad-signature': 'falsche Signatur',
    'workspace.invitation': 'Einladung',
    'workspace.trial-ended': 'Ende der Testphase',
    'workspace.subscription-started': 'Beginn des Abonnements',
    'workspace.subscription-ended': 'Ende des Abonnements',
    'workspace.payment-reminder': 'Erinnerung an das Ende',
    'workspace.deleted': 'Ende des Workspace',
    'workspace.billing-address': 'Frage an die Rechnungsadresse',
    'workspace.offer': 'Angebotsanfrage',
    'workspace.offer-copy': 'Kopie der Angebotsanfrage',
    'participant.removed': 'Ende eines Zugangs',
    'participant.deactivated': 'Ruhender Zugang',
    'participant.device': 'Hinweis auf ein Gerät',
    'participant.promoted': 'Neuer Admin',
    'participant.joined-as-admin': 'Neuer Admin',
    'request.created': 'Frage an die freigebende Person',
    'request.approved': 'Freigabe einer Anfrage',
    'request.declined': 'Ablehnung einer Anfrage',
    'request.withdrawn': 'Rücknahme einer Anfrage',
    'request.closed': 'Ende einer Anfrage',
    'request.reported': 'Meldung einer Anfrage',
    'request.code-mismatch': 'Warnung: falsche Zahlen',
    'request.muted': 'Hinweis: zu viele Anrufprüfungen',
  },
)

/** Fields with user text, which must not be translated. */
const TYPED_FIELDS: ReadonlySet<string> = new Set<AuditField>(['name', 'description', 'billingUser'])

/** The text of a value of `field` before or after a change. */
export const valueWords = (
  field: string,
  value: unknown,
  words: Readonly<Record<string, string>>,
): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'string' && typeof value !== 'boolean') return JSON.stringify(value)
  const text = String(value)
  return TYPED_FIELDS.has(field) ? text : (words[text] ?? text)
}
