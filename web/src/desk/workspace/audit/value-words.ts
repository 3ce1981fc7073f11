import { createTexts } from '../../../shared/texts/create-texts.ts'

/** Values of the wire that are words, as a person reads them: states, reasons, and what a mail was about. */
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
    approval: 'Approval',
    verification: 'Call check',
    'approver-unavailable': 'approver no longer available',
    'requester-unavailable': 'requester no longer available',
    'wrong-pin': 'wrong PIN',
    'bad-signature': 'wrong signature',
    'workspace.invitation': 'Invitation',
    'request.created': 'Question to the approver',
    'request.approved': 'Approval of a request',
    'request.declined': 'Refusal of a request',
    'request.withdrawn': 'Withdrawal of a request',
    'request.closed': 'End of a request',
  },
  {
    true: 'Ja',
    false: 'Nein',
    admin: 'Admin',
    'regular user': 'Regulär',
    pending: 'offen',
    accepted: 'angenommen',
    expired: 'abgelaufen',
    revoked: 'widerrufen',
    approved: 'genehmigt',
    declined: 'abgelehnt',
    withdrawn: 'zurückgezogen',
    approval: 'Genehmigung',
    verification: 'Anrufprüfung',
    'approver-unavailable': 'genehmigende Person nicht mehr verfügbar',
    'requester-unavailable': 'anfragende Person nicht mehr verfügbar',
    'wrong-pin': 'falsche PIN',
    'bad-signature': 'falsche Signatur',
    'workspace.invitation': 'Einladung',
    'request.created': 'Frage an die genehmigende Person',
    'request.approved': 'Genehmigung einer Anfrage',
    'request.declined': 'Ablehnung einer Anfrage',
    'request.withdrawn': 'Rücknahme einer Anfrage',
    'request.closed': 'Ende einer Anfrage',
  },
)

/** Fields that hold what a person typed: never to be taken for a word of the wire. */
const TYPED_FIELDS = new Set(['name', 'description', 'title', 'details', 'email', 'billingUser'])

/** A value of `field` before or after a change, as a person reads it. */
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
