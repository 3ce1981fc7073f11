import { createTexts } from '#shared/texts/create-texts.ts'

export const workspaceTexts = createTexts(
  {
    loading: 'Loading workspace …',
    nameless: 'Workspace without a name',
    ends: {
      trial: (date: string) => `Trial until ${date}`,
      premium: (date: string) => `Paid until ${date}`,
      inactive: (date: string) => `Ended ${date}`,
    },
    inactive:
      'The subscription of this workspace has ended: you can still read and decline, but not invite or approve.',
    toOffer: 'Request an offer in the settings',
    goOn: 'Continue the introduction',
    tabs: {
      label: 'Parts of the workspace',
      users: 'User administration',
      invite: 'Invite new user',
      audit: 'Audit log',
      changes: 'Changes',
      settings: 'Settings',
    },
    failed: 'The workspace could not be loaded',
    notFound: 'This workspace does not exist',
    notFoundText: 'It was closed, the link is incomplete, or you are not a participant.',
    denied: 'You are not an admin of this workspace',
    deniedText: 'You can send and decide requests on the phone page.',
    toWorkspaces: 'Your workspaces',
    toPhone: 'Go to the phone page',
  },
  {
    loading: 'Der Workspace wird geladen …',
    nameless: 'Workspace ohne Namen',
    ends: {
      trial: (date) => `Test bis ${date}`,
      premium: (date) => `Bezahlt bis ${date}`,
      inactive: (date) => `Beendet am ${date}`,
    },
    inactive:
      'Das Abonnement dieses Workspace ist beendet: Lesen und Ablehnen gehen weiter, Einladen und Freigeben nicht.',
    toOffer: 'Angebot in den Einstellungen anfordern',
    goOn: 'Einführung fortsetzen',
    tabs: {
      label: 'Teile des Workspace',
      users: 'Benutzerverwaltung',
      invite: 'Einladen',
      audit: 'Protokoll',
      changes: 'Änderungen',
      settings: 'Einstellungen',
    },
    failed: 'Der Workspace konnte nicht geladen werden',
    notFound: 'Diesen Workspace gibt es nicht',
    notFoundText: 'Er wurde geschlossen, der Link ist unvollständig, oder Sie gehören nicht dazu.',
    denied: 'Sie sind kein Admin dieses Workspace',
    deniedText: 'Anfragen stellen und darüber entscheiden können Sie auf der Telefonseite.',
    toWorkspaces: 'Ihre Workspaces',
    toPhone: 'Zur Telefonseite',
  },
)
