import { createTexts } from '../../../shared/texts/create-texts.ts'

/** What the entries of the audit log say, by the action's name on the wire. */
export const actionTexts = createTexts(
  {
    'workspace.created': 'Workspace created',
    'workspace.settings-changed': 'Settings changed',
    'workspace.closed': 'Workspace closed',
    'onboarding.completed': 'Onboarding completed',
    'participant.invited': 'Participant invited',
    'participant.joined': 'Participant joined',
    'participant.left': 'Participant left',
    'request.created': 'Request created',
    'request.approved': 'Request approved',
    'request.declined': 'Request declined',
    'request.withdrawn': 'Request withdrawn',
    'request.closed': 'Request closed',
    'approval.refused': 'Approval refused: wrong PIN or signature',
  },
  {
    'workspace.created': 'Workspace angelegt',
    'workspace.settings-changed': 'Einstellungen geändert',
    'workspace.closed': 'Workspace geschlossen',
    'onboarding.completed': 'Einrichtung abgeschlossen',
    'participant.invited': 'Mitglied eingeladen',
    'participant.joined': 'Mitglied beigetreten',
    'participant.left': 'Mitglied ausgetreten',
    'request.created': 'Anfrage gestellt',
    'request.approved': 'Anfrage genehmigt',
    'request.declined': 'Anfrage abgelehnt',
    'request.withdrawn': 'Anfrage zurückgezogen',
    'request.closed': 'Anfrage geschlossen',
    'approval.refused': 'Genehmigung verweigert: PIN oder Signatur falsch',
  },
)

/** The words for `action`; one without words reads as its own name, spaced. */
export const actionWords = (action: string, texts: Readonly<Record<string, string>>): string =>
  texts[action] ?? action.replace('.', ' ').replaceAll('-', ' ')
