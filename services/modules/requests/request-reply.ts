import type { Request } from '#contract/requests/requests.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommand, factsUntil, type Done } from '#projections/engine/queries/after-command.ts'
import { previewRows } from '#projections/engine/queries/preview.ts'
import { ifAvailable } from '#projections/engine/runner/dead-letters.ts'
import { namesOf, peopleFilledBy, type PeopleNames } from '#projections/requests/name-queries.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { rulePeopleOf } from '#projections/requests/pending-queries.ts'
import { requestById, toRequest, type RequestRow } from '#projections/requests/queries.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { requestStream } from './request.events.ts'

const NAME_EVENTS = ['WorkspaceCreated', 'WorkspaceSettingsChanged']

/** The workspace's name at that position, from its events, because the row may be missing or outdated. */
const nameAt = async (platform: Platform, workspaceId: string, until: Position) => {
  const facts = await factsUntil(platform, workspaceStream(workspaceId), until, NAME_EVENTS)
  const [row] = previewRows(requestsProjection, facts, 'request_workspaces')
  return (row?.['name'] as string | undefined) ?? null
}

const peopleFilledIn = async (db: Platform['db'], ids: readonly string[] | null) =>
  (ids && (await ifAvailable(peopleFilledBy(db, ids)))) ?? null

/** The names of its people, as far as the read model knows them. */
const peopleIn = async ({ db }: Platform, row: RequestRow): Promise<PeopleNames> => {
  const { requester_id: requester, approver_id: approver, decided_by_id: decider } = row
  const { decided_for_id: absent, glass_confirmed_by_id: confirmer } = row
  const names = await ifAvailable(namesOf(db, [requester, approver, decider, absent, confirmer]))
  const nameOf = (id: string | null) => (id === null ? null : (names?.get(id)?.name ?? null))
  const alikeOf = (id: string | null) => (id === null ? null : (names?.get(id)?.alike ?? null))
  return {
    requester_name: nameOf(requester),
    approver_name: nameOf(approver),
    decided_by_name: nameOf(decider),
    decided_for_name: nameOf(absent),
    requester_alike: alikeOf(requester),
    approver_alike: alikeOf(approver),
    glass_confirmed_by_name: nameOf(confirmer),
    people_filled: await peopleFilledIn(db, row.filled_people),
  }
}

/** Who has decided by the rule so far, from the events, and who may still as far as the read model knows. */
const ruledIn = async (platform: Platform, { id, rule }: RequestRow, until: Position) => {
  if (rule === null) return {}
  const facts = await factsUntil(platform, requestStream(id), until, ['ApprovalGiven', 'DeclineGiven'])
  const rows = previewRows(requestsProjection, facts, 'request_decisions')
  return (await ifAvailable(rulePeopleOf(platform.db, id, rows as never[]))) ?? {}
}

export const requestReply =
  (platform: Platform, id: string, { position, repeated, now }: Omit<Done, 'stream'>) =>
  (behind: boolean): Promise<Request> =>
    afterCommand(
      platform,
      { stream: requestStream(id), position, repeated, now },
      {
        behind,
        read: () => requestById(platform.db, id, now),
        projection: requestsProjection,
        table: 'requests',
        isIt: (row: RequestRow) => row.id === id,
        shape: async (row, at) => {
          const workspaceName = await nameAt(platform, row.workspace_id, position!)
          return toRequest(
            { ...row, ...(await peopleIn(platform, row)), ...(await ruledIn(platform, row, position!)) },
            workspaceName,
            at,
          )
        },
      },
    )
