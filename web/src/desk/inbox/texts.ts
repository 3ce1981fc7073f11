import type { AskedState } from '#contract/requests/asked.ts'
import type { InboxState } from '#contract/requests/inbox.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

type States = {
  readonly inbox: Readonly<Record<InboxState, string>>
  readonly asked: Readonly<Record<AskedState, string>>
}
const open = { waiting: 'All that wait', due: 'Due within a day', reminded: 'Reminded' }
const states: States = {
  inbox: { ...open, checks: 'Call checks', overdue: 'Overdue' },
  asked: {
    ...open,
    all: 'All, also those that ended',
    approved: 'Approved',
    declined: 'Declined or closed',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
  },
}
const offen = { waiting: 'Alle offenen', due: 'Binnen eines Tages fällig', reminded: 'Erinnert' }
const german: States = {
  inbox: { ...offen, checks: 'Anrufprüfungen', overdue: 'Überfällig' },
  asked: {
    ...offen,
    all: 'Alle, auch beendete',
    approved: 'Freigegeben',
    declined: 'Abgelehnt oder geschlossen',
    expired: 'Abgelaufen',
    withdrawn: 'Zurückgezogen',
  },
}

export const inboxTexts = createTexts(
  {
    title: 'Inbox',
    waiting: (count: number) => (count === 1 ? '1 waits for you' : `${count} wait for you`),
    sides: { label: 'Requests', inbox: 'For me', asked: 'Asked by me' },
    unanswered: (count: number) => (count === 1 ? '1 waits for an answer' : `${count} wait for an answer`),
    soon: (count: number) => (count === 1 ? '1 ends within a day' : `${count} end within a day`),
    inWorkspaces: (count: number) => (count === 1 ? 'in 1 workspace' : `in ${count} workspaces`),
    overdue: (count: number) => `${count} overdue`,
    changes: (count: number) =>
      count === 1 ? '1 change of a workspace waits for you' : `${count} changes of workspaces wait for you`,
    phone: 'Open the phone page',
    search: 'Title, person, workspace or short ID',
    filters: { state: 'State', workspace: 'Workspace', sort: 'Order' },
    states,
    orders: {
      expiresAt: 'Due first',
      createdAt: 'Oldest first',
      '-createdAt': 'Newest first',
      workspace: 'By workspace',
      requester: 'By requester',
      approver: 'By approver',
    },
    nameless: 'Workspace without a name',
    nothing: {
      inbox: 'Nothing waits for you. New requests appear here by themselves.',
      asked: 'You wait for nothing. What you ask on the phone page appears here.',
    },
    noHits: 'No request matches these filters.',
    clear: 'Clear filters',
    caption: 'Requests that wait for you',
    columns: {
      title: 'Request',
      requester: 'Asked by',
      approver: 'To',
      workspace: 'Workspace',
      createdAt: 'Asked',
      expiresAt: 'Open until',
    },
    check: 'Call check',
    reminded: 'reminded',
    minutesLeft: (minutes: number) => `in ${minutes} min`,
    hoursLeft: (hours: number) => `in ${hours} h`,
    ended: { approved: 'approved', declined: 'declined', withdrawn: 'withdrawn' },
    erased: 'deleted user',
    erasedText: 'no longer readable',
    keys: {
      move: 'next and previous',
      open: 'open',
      choose: 'choose',
      approve: 'approve',
      decline: 'decline',
    },
    anybody: 'Any approver',
    byRule: 'By rule',
    previous: 'Previous request',
    next: 'Next request',
  },
  {
    title: 'Eingang',
    waiting: (count) => (count === 1 ? '1 wartet auf Sie' : `${count} warten auf Sie`),
    sides: { label: 'Anfragen', inbox: 'An mich', asked: 'Von mir gestellt' },
    unanswered: (count) => (count === 1 ? '1 wartet auf eine Antwort' : `${count} warten auf eine Antwort`),
    soon: (count) => (count === 1 ? '1 endet binnen eines Tages' : `${count} enden binnen eines Tages`),
    inWorkspaces: (count) => (count === 1 ? 'in 1 Workspace' : `in ${count} Workspaces`),
    overdue: (count) => `${count} überfällig`,
    changes: (count) =>
      count === 1
        ? '1 Änderung eines Workspace wartet auf Sie'
        : `${count} Änderungen von Workspaces warten auf Sie`,
    phone: 'Telefonseite öffnen',
    search: 'Titel, Person, Workspace oder Kurzkennung',
    filters: { state: 'Stand', workspace: 'Workspace', sort: 'Reihenfolge' },
    states: german,
    orders: {
      expiresAt: 'Fälligste zuerst',
      createdAt: 'Älteste zuerst',
      '-createdAt': 'Neueste zuerst',
      workspace: 'Nach Workspace',
      requester: 'Nach anfragender Person',
      approver: 'Nach freigebender Person',
    },
    nameless: 'Workspace ohne Namen',
    nothing: {
      inbox: 'Nichts wartet auf Sie. Neue Anfragen erscheinen hier von selbst.',
      asked: 'Sie warten auf nichts. Was Sie auf der Telefonseite anfragen, erscheint hier.',
    },
    noHits: 'Keine Anfrage passt zu diesen Filtern.',
    clear: 'Filter leeren',
    caption: 'Anfragen, die auf Sie warten',
    columns: {
      title: 'Anfrage',
      requester: 'Gestellt von',
      approver: 'An',
      workspace: 'Workspace',
      createdAt: 'Gestellt',
      expiresAt: 'Offen bis',
    },
    check: 'Anrufprüfung',
    reminded: 'erinnert',
    minutesLeft: (minutes) => `in ${minutes} Min.`,
    hoursLeft: (hours) => `in ${hours} Std.`,
    ended: { approved: 'freigegeben', declined: 'abgelehnt', withdrawn: 'zurückgezogen' },
    erased: 'gelöschter Benutzer',
    erasedText: 'nicht mehr lesbar',
    keys: {
      move: 'weiter und zurück',
      open: 'öffnen',
      choose: 'auswählen',
      approve: 'freigeben',
      decline: 'ablehnen',
    },
    anybody: 'Alle Freigebenden',
    byRule: 'Nach Regel',
    previous: 'Vorherige Anfrage',
    next: 'Nächste Anfrage',
  },
)
