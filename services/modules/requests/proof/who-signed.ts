import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { BadEvidence } from '#platform/secrets/evidence.ts'
import { absentFor, mayAnswer } from '#modules/requests/deputies/stand-in.decider.ts'
import { standInsFor } from '#modules/requests/deputies/stand-ins.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  evolve,
  mayDecide,
  type DataOf,
  type ExistingRequest,
  type RequestState,
} from '#modules/requests/request.state.ts'
import { peopleOf } from '#modules/requests/rules/people.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'

type Services = Pick<Platform, 'codec' | 'eventStore'>
export type ApprovalFact = Fact<{
  type: 'RequestApproved' | 'ApprovalGiven'
  data: DataOf<'RequestApproved'> | DataOf<'ApprovalGiven'>
}>

const workspaceAt = async (
  { codec, eventStore }: Services,
  { workspaceId, workspaceRevision }: ApprovalFact['data'],
): Promise<WorkspaceState> => {
  const events = await wholeStream(eventStore, workspaceStream(workspaceId))
  const facts = codec.decodeBlind(events) as unknown as readonly Fact<WorkspaceEvent>[]
  return facts
    .filter(({ revision }) => revision <= workspaceRevision)
    .reduce<WorkspaceState>(workspaceFold.evolve, workspaceFold.initialState)
}

/** The request as it was before this fact. */
const stateBefore = (facts: readonly Fact[], { revision }: ApprovalFact): RequestState =>
  (facts as unknown as readonly Fact<RequestEvent>[])
    .filter((fact) => fact.revision < revision)
    .reduce<RequestState>(evolve, { kind: 'none' })

const deciding = (workspace: WorkspaceState, state: ExistingRequest, { data, metadata }: ApprovalFact) => ({
  participantId: data.participantId,
  userId: data.userId,
  people: peopleOf(workspace, state),
  standIns: standInsFor(workspace, state, new Date(metadata.at)),
  at: new Date(metadata.at),
})

/**
 * Throws unless the signer could decide the approval then, by the workspace at that revision: as themselves, or for the colleague whom
 * the fact names. `facts`: of the request, in order.
 */
export const requireSigner = async (
  services: Services,
  facts: readonly Fact[],
  fact: ApprovalFact,
): Promise<void> => {
  const state = stateBefore(facts, fact)
  if (state.kind === 'none' || state.requestType !== 'approval') return
  const { onBehalfOf = null } = fact.data
  const isNarrow = state.rule !== null && state.rule.who !== 'any'
  if (onBehalfOf === null && !isNarrow && mayDecide(state, fact.data)) return
  const by = deciding(await workspaceAt(services, fact.data), state, fact)
  if (!mayAnswer(state, by)) throw new BadEvidence('the signer was not asked')
  if ((absentFor(state, by)?.participantId ?? null) !== onBehalfOf)
    throw new BadEvidence('it was not for the signer to decide for this person')
}
