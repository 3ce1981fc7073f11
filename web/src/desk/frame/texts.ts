import { createTexts } from '#shared/texts/create-texts.ts'

export const appTexts = createTexts(
  {
    breadcrumb: 'Breadcrumb',
    dashboard: 'Dashboard',
    menu: 'Menu',
    search: { word: 'Search', title: (isMac: boolean) => `Search (${isMac ? '⌘' : 'Ctrl+'}K)` },
    overview: 'Overview',
    inbox: 'Inbox',
    waiting: (count: number) => (count === 1 ? '1 waits for you' : `${count} wait for you`),
    switchWorkspace: 'Switch workspace',
    nameless: 'Workspace without a name',
    phone: 'Set up my phone',
    account: 'Account',
    deleteUser: 'Delete user',
    superAdmin: { label: 'Super admin', workspaces: 'Workspaces', readModels: 'Read models' },
    regular: {
      title: 'Please use the phone page',
      text: 'As a regular user, you send and decide requests on the phone page. These pages are for admins.',
      toPhone: 'Go to the phone page',
      check: 'I have become an admin: check again',
      stillRegular: 'You are still a regular user. Ask an admin of your workspace.',
    },
  },
  {
    breadcrumb: 'Sie sind hier',
    dashboard: 'Übersicht',
    menu: 'Menü',
    search: { word: 'Suche', title: (isMac) => `Suche (${isMac ? '⌘' : 'Strg+'}K)` },
    overview: 'Überblick',
    inbox: 'Eingang',
    waiting: (count) => (count === 1 ? '1 wartet auf Sie' : `${count} warten auf Sie`),
    switchWorkspace: 'Workspace wechseln',
    nameless: 'Workspace ohne Namen',
    phone: 'Mein Telefon einrichten',
    account: 'Konto',
    deleteUser: 'Konto löschen',
    superAdmin: { label: 'Super-Admin', workspaces: 'Workspaces', readModels: 'Lesemodelle' },
    regular: {
      title: 'Ihr Platz ist auf der Telefonseite',
      text: 'Sie nehmen als reguläres Mitglied teil: Anfragen stellen Sie auf der Telefonseite, und dort entscheiden Sie auch. Diese Seiten hier sind für Admins.',
      toPhone: 'Zur Telefonseite',
      check: 'Ich bin jetzt Admin: erneut prüfen',
      stillRegular:
        'Sie sind weiterhin ein reguläres Mitglied. Wenden Sie sich an einen Admin Ihres Workspace.',
    },
  },
)
