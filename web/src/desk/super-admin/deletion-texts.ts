import { createTexts } from '#shared/texts/create-texts.ts'

export const deletionTexts = createTexts(
  {
    question: (name: string) => `Delete ${name}?`,
    lost: {
      people: 'All participants lose access immediately and get an e-mail about it.',
      requests: 'Open requests are closed, and invitation links stop working.',
      log: 'Requests, the audit log and the settings are kept encrypted for 30 days. Then they become unreadable.',
      subscription: 'Remaining activity periods are lost.',
    },
    final: 'This cannot be undone.',
    name: 'Name of the workspace, to confirm',
    id: 'Id of the workspace, to confirm',
    notTyped: (name: string) => `Type ${name} to delete the workspace.`,
    submit: 'Delete workspace',
    done: (id: string) => `Workspace with id ${id} has been removed`,
    failed: 'Delete workspace from super dashboard error',
  },
  {
    question: (name) => `„${name}“ löschen?`,
    lost: {
      people: 'Alle Mitglieder verlieren sofort den Zugang und werden per E-Mail benachrichtigt.',
      requests: 'Offene Anfragen enden, und Links von Einladungen gelten nicht mehr.',
      log: 'Anfragen, Protokoll und Einstellungen werden 30 Tage verschlüsselt aufbewahrt und danach unlesbar.',
      subscription: 'Der Rest seiner Laufzeiten verfällt.',
    },
    final: 'Das lässt sich nicht rückgängig machen.',
    name: 'Name des Workspace, zur Bestätigung',
    id: 'Id des Workspace, zur Bestätigung',
    notTyped: (name) => `Geben Sie „${name}“ ein, um den Workspace zu löschen.`,
    submit: 'Workspace löschen',
    done: (id) => `Der Workspace mit der Id ${id} wurde entfernt`,
    failed: 'Der Workspace konnte nicht gelöscht werden',
  },
)
