import { createTexts } from '../../../shared/texts/create-texts.ts'

export const inviteTexts = createTexts(
  {
    title: 'Invite a colleague',
    role: 'Role',
    roleHints: {
      admin: 'Manages the workspace: invites, sees the audit log, changes settings.',
      'regular user': 'Uses the phone page only, as requester, approver or both.',
    },
    rights: 'May do',
    approverHint: 'Decides on requests of others.',
    requesterHint: 'Sends requests.',
    mail: 'The invitation goes out by e-mail and is good for 7 days.',
    submit: 'Invite',
    sent: (email: string) => `${email} was invited.`,
    inactive: 'Inviting needs a subscription.',
  },
  {
    title: 'Jemanden einladen',
    role: 'Rolle',
    roleHints: {
      admin: 'Verwaltet den Workspace: lädt ein, sieht das Protokoll, ändert Einstellungen.',
      'regular user': 'Nutzt nur die Telefonseite: anfragend, genehmigend oder beides.',
    },
    rights: 'Darf',
    approverHint: 'Entscheidet über Anfragen anderer.',
    requesterHint: 'Stellt Anfragen.',
    mail: 'Die Einladung kommt per E-Mail und gilt 7 Tage.',
    submit: 'Einladen',
    sent: (email) => `${email} wurde eingeladen.`,
    inactive: 'Zum Einladen ist ein Abonnement nötig.',
  },
)
