import { createTexts } from '#shared/texts/create-texts.ts'

export const deleteAccountTexts = createTexts(
  {
    title: 'Delete user',
    text: 'Permanently deletes your account and everything in it. Other workspaces keep their history, without your address.',
    open: 'Delete user',
    question: 'Delete your account?',
    lost: {
      leaving:
        'You leave every workspace. A workspace without other members is closed and becomes unreadable.',
      requests: 'Your open requests are closed, and so are requests that only you could decide.',
      access: 'Your logins, devices and links to Google or Microsoft stop working.',
      unreadable:
        'Your address becomes unreadable everywhere. Titles and decisions of requests stay in the workspaces of others.',
    },
    final: 'This cannot be undone.',
    address: 'Your e-mail address, to confirm',
    notTyped: (email: string) => `Type ${email} to delete your account.`,
    unread: 'Your account is still loading. Please wait.',
    submit: 'Delete user',
    refused: 'These workspaces need another admin first:',
    nameless: 'Workspace without a name',
    done: 'Your account was deleted. An e-mail confirms it.',
    failed: 'The account was not deleted. ',
  },
  {
    title: 'Konto löschen',
    text: 'Ihr Konto und alles, was es öffnet, verschwindet für immer. In den Workspaces anderer bleibt stehen, was dort geschah, ohne Ihre Adresse.',
    open: 'Konto löschen',
    question: 'Ihr Konto löschen?',
    lost: {
      leaving:
        'Sie verlassen alle Workspaces; einer, in dem Sie allein sind, wird geschlossen, und niemand kann ihn mehr lesen.',
      requests: 'Ihre offenen Anfragen enden, und ebenso Fragen, die nur auf Sie warten.',
      access: 'Anmeldungen, Geräte und Verbindungen zu Google oder Microsoft gelten nicht mehr.',
      unreadable:
        'Ihre Adresse wird überall unlesbar. Titel und Entscheidungen von Anfragen bleiben in den Workspaces anderer.',
    },
    final: 'Das lässt sich nicht rückgängig machen.',
    address: 'Ihre E-Mail-Adresse, zur Bestätigung',
    notTyped: (email) => `Geben Sie ${email} ein, um Ihr Konto zu löschen.`,
    unread: 'Ihr Konto wird noch geladen. Bitte warten Sie.',
    submit: 'Konto löschen',
    refused: 'Diese Workspaces brauchen erst einen anderen Admin:',
    nameless: 'Workspace ohne Namen',
    done: 'Ihr Konto wurde gelöscht. Eine E-Mail bestätigt es.',
    failed: 'Das Konto wurde nicht gelöscht. ',
  },
)
