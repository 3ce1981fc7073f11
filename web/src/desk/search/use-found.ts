import { useQueries, useQuery } from '@tanstack/react-query'
import { askedRequests } from '#contract/requests/asked.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { shortId } from '#contract/requests/short-id.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import {
  relatedWorkspaces,
  type Participant,
  type WorkspaceMembership,
} from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { paths, workspacePath } from '#shared/paths.ts'
import { useRole } from '#shared/session/use-role.ts'
import { searchTexts } from './search-texts.ts'

export const KINDS = ['page', 'workspace', 'person', 'request'] as const
type Kind = (typeof KINDS)[number]
export type Hit = {
  readonly kind: Kind
  readonly to: string
  /** As typed by somebody, except for a page. */
  readonly title: string
  /** The address of a person, or the workspace of what is found in it. */
  readonly beside: readonly string[]
}

/** How many of each kind are shown, except pages. */
const MOST = 5
/** Outside a workspace, people are searched in so many. */
const MOST_WORKSPACES = 5
const TABS = ['users', 'invite', 'audit', 'changes', 'settings'] as const

const includes = (text: string, q: string): boolean =>
  text.toLocaleLowerCase().includes(q.toLocaleLowerCase())

const personHit = ({ id, name }: WorkspaceMembership, { name: own, email }: Participant): Hit[] =>
  email === null
    ? []
    : [
        {
          kind: 'person',
          to: `${workspacePath(id)}?${new URLSearchParams({ tab: 'users', q: email })}`,
          title: own ?? email,
          beside: [...(own ? [email] : []), ...(name ? [name] : [])],
        },
      ]

const requestHit = ({ id, title, workspaceName }: Request, more: object, erased: string): Hit => ({
  kind: 'request',
  to: `${paths.inbox}?${new URLSearchParams({ ...more, q: shortId(id), request: id })}`,
  title: title ?? erased,
  beside: workspaceName ? [workspaceName] : [],
})

/** Pages of the reader, and of the workspace that is open. */
const usePages = (workspace: WorkspaceMembership | undefined, isSuperAdmin: boolean): readonly Hit[] => {
  const { pages } = searchTexts.use()
  const page = (to: string, title: string, beside: readonly string[] = []): Hit => ({
    kind: 'page',
    to,
    title,
    beside,
  })
  if (isSuperAdmin)
    return [
      page(paths.superAdmin, pages.allWorkspaces),
      page(paths.readModels, pages.readModels),
      page(paths.account, pages.account),
    ]
  const own = [
    page(paths.workspaces, pages.workspaces),
    page(paths.inbox, pages.inbox),
    page(`${paths.inbox}?list=asked`, pages.asked),
    page(paths.account, pages.account),
  ]
  if (!workspace) return own
  const [path, names] = [workspacePath(workspace.id), workspace.name ? [workspace.name] : []]
  return [
    page(`${path}/overview`, pages.overview, names),
    ...TABS.map((tab) => page(`${path}?tab=${tab}`, pages[tab], names)),
    ...own,
  ]
}

/** What finds nothing yet, because a person without workspaces or a super admin does not ask it. */
const NONE: never[] = []

/**
 * What the typed text finds, each kind together: pages and workspaces by their names, people of the open workspace (or of all that the
 * reader administrates), and requests that the reader has made or may answer. For a super admin: pages and all workspaces, also by a
 * participant's full address. Without a text: pages and own workspaces.
 */
export const useFound = (q: string, workspaceId: string | undefined) => {
  const text = searchTexts.use()
  const isSuperAdmin = useRole() === 'super admin'
  const memberships = useQuery({
    ...endpointQuery(relatedWorkspaces, { query: { limit: 100 } }),
    enabled: !isSuperAdmin,
  })
  const own = (memberships.data?.userWorkspaces ?? NONE).filter(
    ({ role, active }) => role === 'admin' && active,
  )
  const open = own.find(({ id }) => id === workspaceId)
  const pages = usePages(open, isSuperAdmin)
  const searched = q === '' ? [] : open ? [open] : own.slice(0, MOST_WORKSPACES)
  const people = useQueries({
    queries: searched.map(({ id }) =>
      endpointQuery(workspaceParticipants, { params: { id }, query: { q, limit: MOST } }),
    ),
  })
  const query = { q, limit: MOST }
  const enabled = q !== '' && !isSuperAdmin
  const inbox = useQuery({ ...endpointQuery(requestInbox, { query }), enabled })
  const asked = useQuery({ ...endpointQuery(askedRequests, { query: { ...query, state: 'all' } }), enabled })
  const all = useQuery({ ...endpointQuery(listWorkspaces, { query }), enabled: q !== '' && isSuperAdmin })
  const workspaceHit = (to: string, name: string | null): Hit => ({
    kind: 'workspace',
    to,
    title: name ?? text.nameless,
    beside: [],
  })
  const hits: Readonly<Record<Kind, readonly Hit[]>> = {
    page: pages.filter(({ title }) => includes(title, q)),
    workspace: [
      ...own
        .map(({ id, name }) => workspaceHit(workspacePath(id), name))
        .filter(({ title }) => includes(title, q)),
      ...(all.data ?? NONE).map(({ id, name }) => workspaceHit(`${paths.superAdmin}?q=${id}`, name)),
    ].slice(0, MOST),
    person: people
      .flatMap(({ data = NONE }, i) =>
        data.flatMap(({ participant }) => personHit(searched[i]!, participant)),
      )
      .slice(0, MOST),
    request: [
      ...(inbox.data ?? NONE).map((request) => requestHit(request, {}, text.erasedText)),
      ...(asked.data ?? NONE).map((request) =>
        requestHit(request, { list: 'asked', state: 'all' }, text.erasedText),
      ),
    ].slice(0, MOST),
  }
  const reads = [memberships, all, inbox, asked, ...people]
  return {
    hits: KINDS.flatMap((kind) => hits[kind]),
    isSearching: reads.some(({ isLoading }) => isLoading),
    hasFailed: reads.some(({ isError }) => isError),
  }
}
