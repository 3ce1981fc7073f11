import type { Request } from '#contract/requests/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { hasRule, signingOf } from '#modules/requests/rules/by-rule.decider.ts'
import { peopleOf } from '#modules/requests/rules/people.ts'
import { emptyGroups, lacking } from '#modules/requests/rules/signing.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'

/** Says of a request that waits for enough people how many lack now: some may have come since it began to wait. */
export const withMissing = async (
  { commands }: Pick<Platform, 'commands'>,
  request: Request,
  now: Date,
): Promise<Request> => {
  if (!request.parked) return request
  const [{ state }, { state: workspace }] = await Promise.all([
    commands.load(requestDecider, requestStream(request.id)),
    commands.load(workspaceFold, workspaceStream(request.workspaceId)),
  ])
  if (state.kind !== 'pending' || !state.isParked || !hasRule(state)) return request
  const signing = signingOf(state, peopleOf(workspace, state), now)
  const known = request.needs?.applied?.groups ?? []
  const empty = emptyGroups(signing)
  const groups = known.filter(({ id }) => empty.includes(id)).map(({ name }) => name)
  // At zero they are about to be asked.
  return { ...request, parked: { people: lacking(signing), groups } }
}
