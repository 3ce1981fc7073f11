import type { AuditAction, AuditNoun } from '#contract/audit.ts'
import { createTexts } from '../../../shared/texts/create-texts.ts'

/** What the entries of the audit log say, by the action's name on the wire. */
export const actionTexts = createTexts<Record<AuditAction, string>>(
  {
    'workspace.created': 'Workspace created',
    'workspace.settings-changed': 'Settings changed',
    'workspace.onboarding-completed': 'Onboarding completed',
    'workspace.closed': 'Workspace closed',
    'workspace.erased': 'Workspace deleted',
    'participant.invited': 'Participant invited',
    'participant.joined': 'Participant joined',
    'participant.left': 'Participant left',
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
    'workspace.closed': 'Workspace geschlossen',
    'workspace.erased': 'Workspace gelöscht',
    'participant.invited': 'Mitglied eingeladen',
    'participant.joined': 'Mitglied beigetreten',
    'participant.left': 'Mitglied ausgetreten',
    'request.created': 'Anfrage gestellt',
    'request.approved': 'Anfrage genehmigt',
    'request.declined': 'Anfrage abgelehnt',
    'request.withdrawn': 'Anfrage zurückgezogen',
    'request.expired': 'Anfrage abgelaufen',
    'request.closed': 'Anfrage geschlossen',
    'request.approval-refused': 'Genehmigung verweigert',
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
