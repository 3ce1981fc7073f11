import type { AuditAction, AuditNoun } from '#contract/audit.ts'
import { createTexts } from '../../../shared/texts/create-texts.ts'

/** What the entries of the audit log say, by the action's name on the wire. */
export const actionTexts = createTexts<Record<AuditAction, string>>(
  {
    'workspace.created': 'Workspace created',
    'workspace.settings-changed': 'Settings changed',
    'workspace.onboarding-completed': 'Onboarding completed',
    'workspace.period-added': 'Activity period added',
    'workspace.period-changed': 'Activity period changed',
    'workspace.closed': 'Workspace closed',
    'workspace.offer-requested': 'Offer requested',
    'workspace.deleted': 'Workspace deleted',
    'workspace.erased': 'Contents of the workspace destroyed',
    'participant.invited': 'Participant invited',
    'participant.joined': 'Participant joined',
    'participant.invitation-revoked': 'Invitation revoked',
    'participant.invitation-expired': 'Invitation expired',
    'participant.activated': 'Participant activated',
    'participant.deactivated': 'Participant deactivated',
    'participant.rights-changed': 'Rights changed',
    'participant.promoted': 'Participant became admin',
    'participant.departure-announced': 'Participant is deleting their account',
    'participant.departure-cancelled': 'Participant stays after all',
    'participant.left': 'Participant left',
    'participant.removed': 'Participant removed',
    'request.created': 'Request created',
    'request.approved': 'Request approved',
    'request.declined': 'Request declined',
    'request.withdrawn': 'Request withdrawn',
    'request.expired': 'Request expired',
    'request.closed': 'Request closed',
    'request.approval-refused': 'Approval refused',
    'mail.sent': 'E-mails sent',
    'mail.dropped': 'E-mails not needed any more',
    'mail.failed': 'E-mails of which some failed',
  },
  {
    'workspace.created': 'Workspace angelegt',
    'workspace.settings-changed': 'Einstellungen geändert',
    'workspace.onboarding-completed': 'Einrichtung abgeschlossen',
    'workspace.period-added': 'Aktivitätszeitraum hinzugefügt',
    'workspace.period-changed': 'Aktivitätszeitraum geändert',
    'workspace.closed': 'Workspace geschlossen',
    'workspace.offer-requested': 'Angebot angefragt',
    'workspace.deleted': 'Workspace gelöscht',
    'workspace.erased': 'Inhalte des Workspace vernichtet',
    'participant.invited': 'Mitglied eingeladen',
    'participant.joined': 'Mitglied beigetreten',
    'participant.invitation-revoked': 'Einladung zurückgenommen',
    'participant.invitation-expired': 'Einladung abgelaufen',
    'participant.activated': 'Mitglied aktiviert',
    'participant.deactivated': 'Mitglied deaktiviert',
    'participant.rights-changed': 'Rechte geändert',
    'participant.promoted': 'Mitglied wurde Admin',
    'participant.departure-announced': 'Mitglied löscht gerade sein Konto',
    'participant.departure-cancelled': 'Mitglied bleibt doch',
    'participant.left': 'Mitglied ausgetreten',
    'participant.removed': 'Mitglied entfernt',
    'request.created': 'Anfrage gestellt',
    'request.approved': 'Anfrage freigegeben',
    'request.declined': 'Anfrage abgelehnt',
    'request.withdrawn': 'Anfrage zurückgezogen',
    'request.expired': 'Anfrage abgelaufen',
    'request.closed': 'Anfrage geschlossen',
    'request.approval-refused': 'Freigabe verweigert',
    'mail.sent': 'E-Mails gesendet',
    'mail.dropped': 'E-Mails nicht mehr nötig',
    'mail.failed': 'E-Mails, davon nicht alle zustellbar',
  },
)

/** The beginnings of the actions; asked for alone, one stands for all of its actions. */
export const groupTexts = createTexts<Record<AuditNoun, string>>(
  {
    request: 'Everything about requests',
    participant: 'Everything about participants',
    workspace: 'Everything about the workspace',
    mail: 'Everything about e-mails',
  },
  {
    request: 'Alles zu Anfragen',
    participant: 'Alles zu Mitgliedern',
    workspace: 'Alles zum Workspace',
    mail: 'Alles zu E-Mails',
  },
)

/** The words for `action`; one without words reads as its own name, spaced. */
export const actionWords = (action: string, texts: Readonly<Record<string, string>>): string =>
  texts[action] ?? action.replace('.', ' ').replaceAll('-', ' ')
