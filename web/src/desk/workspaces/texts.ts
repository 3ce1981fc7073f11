import { createTexts } from '../../shared/texts/create-texts.ts'

export const workspacesTexts = createTexts(
  {
    title: 'Your workspaces',
    loading: 'Loading workspaces...',
    empty: 'Create your first workspace!',
    emptyText:
      'In a workspace colleagues send requests and decide on them. You invite them after you have created it.',
    create: 'Create workspace',
    submit: 'Create',
    name: 'Name',
    description: 'Description',
    created: (name: string) => `Workspace ${name} was created.`,
    createError: 'Create new workspace error: ',
    notValidYet: 'Give the workspace a name of at least 3 characters.',
    search: 'Search workspaces',
    noHits: (words: string) => `No workspace contains “${words}”.`,
    clear: 'Clear search',
    memberOnly: 'You are a regular user here: use the phone page.',
    inactiveMember: 'An admin of this workspace has deactivated you.',
    nameless: 'Workspace without a name',
  },
  {
    title: 'Ihre Workspaces',
    loading: 'Workspaces werden geladen …',
    empty: 'Legen Sie Ihren ersten Workspace an!',
    emptyText:
      'In einem Workspace stellen Kolleginnen und Kollegen Anfragen und entscheiden darüber. Einladen können Sie sie, sobald er angelegt ist.',
    create: 'Workspace anlegen',
    submit: 'Anlegen',
    name: 'Name',
    description: 'Beschreibung',
    created: (name) => `Der Workspace „${name}“ wurde angelegt.`,
    createError: 'Der Workspace konnte nicht angelegt werden: ',
    notValidYet: 'Geben Sie dem Workspace einen Namen mit mindestens 3 Zeichen.',
    search: 'Workspaces suchen',
    noHits: (words) => `Kein Workspace enthält „${words}“.`,
    clear: 'Suche leeren',
    memberOnly: 'Hier sind Sie reguläres Mitglied: Nutzen Sie die Telefonseite.',
    inactiveMember: 'Ein Admin dieses Workspace hat Sie deaktiviert.',
    nameless: 'Workspace ohne Namen',
  },
)
