import type { AskedState } from '#contract/requests/asked.ts'
import type { InboxState } from '#contract/requests/inbox.ts'
import { createTexts } from '#shared/texts/create-texts.ts'

type States = {
  readonly inbox: Readonly<Record<InboxState, string>>
  readonly asked: Readonly<Record<AskedState, string>>
}
const due = { due: 'Due within a day', reminded: 'Reminded' }
const english: States = {
  inbox: { ...due, waiting: 'Open', checks: 'Call checks', overdue: 'Overdue' },
  asked: {
    ...due,
    all: 'All',
    waiting: 'Open',
    approved: 'Approved',
    declined: 'Declined or closed',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
  },
}
const bald = { due: 'Heute fällig', reminded: 'Erinnert' }
const german: States = {
  inbox: { ...bald, waiting: 'Offen', checks: 'Anrufprüfungen', overdue: 'Überfällig' },
  asked: {
    ...bald,
    all: 'Alle',
    waiting: 'Offen',
    approved: 'Freigegeben',
    declined: 'Abgelehnt oder geschlossen',
    expired: 'Abgelaufen',
    withdrawn: 'Zurückgezogen',
  },
}

/** Texts of what searches and orders a list over all workspaces. */
export const queueTexts = createTexts(
  {
    title: 'Search the inbox',
    found: (count: number, hasMore: boolean) => `${hasMore ? 'More than ' : ''}${count} found`,
    none: 'No requests match these filters.',
    overdueHint: 'Nobody answered these in time, so they have ended. Their requesters can ask again.',
    search: 'Search',
    searchHint: 'Title, person, workspace, short ID',
    state: 'State',
    states: english,
    order: 'Order',
    orders: {
      '-createdAt': 'Newest first',
      expiresAt: 'Due first',
      createdAt: 'Oldest first',
      workspace: 'By workspace',
      requester: 'By requester',
      approver: 'By approver',
    },
    workspace: 'Workspace',
    everywhere: 'All workspaces',
    clear: 'Clear filters',
  },
  {
    title: 'Eingang durchsuchen',
    found: (count, hasMore) => `${hasMore ? 'Mehr als ' : ''}${count} gefunden`,
    none: 'Keine Anfragen passen zu diesen Filtern.',
    overdueHint:
      'Hier hat niemand rechtzeitig geantwortet, deshalb sind diese Anfragen abgelaufen. Sie können erneut gestellt werden.',
    search: 'Suche',
    searchHint: 'Titel, Person, Workspace, Kurzkennung',
    state: 'Stand',
    states: german,
    order: 'Reihenfolge',
    orders: {
      '-createdAt': 'Neueste zuerst',
      expiresAt: 'Fälligste zuerst',
      createdAt: 'Älteste zuerst',
      workspace: 'Nach Workspace',
      requester: 'Nach anfragender Person',
      approver: 'Nach freigebender Person',
    },
    workspace: 'Workspace',
    everywhere: 'Alle Workspaces',
    clear: 'Filter leeren',
  },
)
