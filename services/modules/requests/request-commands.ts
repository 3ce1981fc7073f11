import { Rejected } from '#contract/errors.ts'
import type { CallOn, ReadAhead } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold, type Joined, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import type { Approval, CreatedFact } from '#modules/requests/proof/proof.ts'
import { filledOf } from '#modules/requests/proof/filled.ts'
import { emailsIn } from '#projections/workspaces/queries.ts'
import { absentFor } from './deputies/stand-in.decider.ts'
import { standInsFor } from './deputies/stand-ins.ts'
import { closeWithoutRequester, expireRequest } from './close-request.ts'
import { isRequesterAvailable, workspaceAccess } from './participants.ts'
import { RecordedRefusal, recordRefusal } from './recorded-refusal.ts'
import { hasRule, requireNeeded } from './rules/by-rule.decider.ts'
import { isAskedByRule, peopleOf } from './rules/people.ts'
import { requestDecider, type ActingParticipant, type RequestCommand } from './request.decider.ts'
import {
  hasDecided,
  isDue,
  askedAt,
  isOpen,
  mayDecide,
  refuseClosed,
  refuseWithoutRequester,
  type ExistingRequest,
  type FilledKind,
  type Person,
  type RequestState,
} from './request.state.ts'
import { requestStream } from './request.events.ts'
import { requestReply } from './request-reply.ts'

/** A request, its workspace and the calling participant, loaded for one attempt of a command. */
export type LoadedRequest = {
  readonly state: ExistingRequest
  readonly workspace: WorkspaceState
  readonly by: ActingParticipant
  /** Whether the caller could answer the request while it is open. */
  readonly mayDecide: boolean
  /** The request's first event, with title and details, which are not part of the state. */
  readonly created: () => Promise<CreatedFact>
  /** Its kind with the fields, which are not part of the state either; null for a free text. */
  readonly filled: () => Promise<FilledKind | null>
}

/** What the participant signs who approves it. */
export const approvalOf = async (
  { by, created, filled, state }: LoadedRequest,
  call: Approval['call'] = null,
): Promise<Approval> => ({
  created: await created(),
  described: state.described,
  files: state.files,
  filled: await filled(),
  rule: state.rule,
  approverId: by.participantId,
  onBehalfOf: absentFor(state, by)?.participantId ?? null,
  call,
})

const existing = (state: RequestState): ExistingRequest => {
  if (state.kind === 'none') throw new Rejected('request.not-found')
  return state
}

/** A request that a participant asks for, and how to execute a command on it. */
export type FoundRequest = Awaited<ReturnType<ReturnType<typeof requestCommands>['find']>>

/** A request stays in its workspace, so that where this process has seen it, both are read at once. */
export const requestAhead =
  ({ commands }: Pick<Platform, 'commands'>): ReadAhead =>
  ({ params }) => {
    const stream = requestStream(params['id']!)
    const seen = commands.lastSeen(requestDecider, stream)?.state
    return [
      { fold: requestDecider, stream },
      ...(seen && seen.kind !== 'none'
        ? [{ fold: workspaceFold, stream: workspaceStream(seen.workspaceId) }]
        : []),
    ]
  }

/** Runs participants' commands on requests: load, check access, execute and reply. */
export const requestCommands = (platform: Platform) => {
  const { codec, commands } = platform

  const find = async (call: Omit<CallOn, 'params'>, id: string) => {
    const stream = requestStream(id)
    const accessTo = (workspaceId: string) => workspaceAccess(platform, workspaceId, call)
    const seen = commands.lastSeen(requestDecider, stream)?.state
    const [read, ahead] = await Promise.all([
      call.load(requestDecider, stream),
      seen && seen.kind !== 'none' ? accessTo(seen.workspaceId) : undefined,
    ])
    const { workspaceId } = existing(read.state)
    const access = ahead ?? (await accessTo(workspaceId))
    const emailOf = async ({ participantId }: Person) =>
      (await emailsIn(platform.db, workspaceId, [participantId])).get(participantId) ?? null
    /** Checks the endpoint's access. Only participants who may decide this request count as approvers. */
    const admit = async (state: RequestState, again = false): Promise<LoadedRequest> => {
      const known = existing(state)
      const deputiesIn = (workspace: WorkspaceState, { userId }: Joined) =>
        standInsFor(workspace, known, call.now).filter(({ deputy }) => deputy.userId === userId)
      const mayDecideIt = (member: Joined, workspace: WorkspaceState) =>
        (mayDecide(state, member) && isAskedByRule(askedAt(known, call.now), workspace, member)) ||
        hasDecided(known, member.userId) ||
        deputiesIn(workspace, member).length > 0
      const admission = await access.admit({ again, mayDecide: mayDecideIt })
      const { workspace, revision: workspaceRevision, member } = admission
      const { participantId, userId } = member
      const email = call.caller.account?.email ?? null
      const standIns = deputiesIn(workspace, member)
      const people = peopleOf(workspace, state)
      const absent = absentFor(known, { participantId, userId, people, standIns, at: call.now })
      const absentEmail = absent ? await emailOf(absent) : null
      const by = {
        participantId,
        userId,
        email,
        workspaceRevision,
        at: call.now,
        people,
        standIns,
        absentEmail,
      }
      return {
        state: known,
        workspace,
        by,
        mayDecide: member.active && member.approver && mayDecideIt(member, workspace),
        created: async () => (await codec.decode([read.first!]))[0] as unknown as CreatedFact,
        filled: () => filledOf(platform, known),
      }
    }
    const execution = { decider: requestDecider, stream, workspaceId, context: access.context }
    return { read, admit, execution }
  }

  /** Records that the request has expired or its requester is unavailable, if no reactor has yet. */
  const close = async ({ state, workspace, by: { at } }: LoadedRequest): Promise<void> => {
    const { requestId: id, workspaceId } = state
    if (isDue(state, at)) return expireRequest(platform, { id, workspaceId }, await platform.agreedTime())
    if (isOpen(state, at) && !isRequesterAvailable(workspace, state))
      await closeWithoutRequester(platform, state, at)
  }

  /** Executes a participant's command on a request that was found. Checks access on every attempt. */
  const execute = async (
    { read, admit, execution }: Awaited<ReturnType<typeof find>>,
    commandOf: (request: LoadedRequest) => RequestCommand | Promise<RequestCommand>,
  ) => {
    let request: LoadedRequest | undefined
    try {
      return await commands.execute({
        ...execution,
        read,
        guard: async (state, again) => {
          if (again) await admit(state, again)
        },
        async command(state) {
          request = await admit(state)
          return commandOf(request)
        },
      })
    } catch (error) {
      if (request && error instanceof Rejected && error.code === 'request.closed') await close(request)
      throw error
    }
  }

  return {
    find,
    execute,

    /** Throws `request.closed` unless the request can be approved now, and `request.decided-by-you` if the caller has. */
    async requireOpen({ state, workspace, by }: LoadedRequest): Promise<void> {
      const { at } = by
      refuseClosed(state, at)
      if (!isRequesterAvailable(workspace, state)) {
        await closeWithoutRequester(platform, state, at)
        refuseWithoutRequester()
      }
      if (hasRule(state)) requireNeeded(state, by)
    },

    /** For commands without events. Throws `request.not-found` and the errors of `call.guard`. */
    async load(call: CallOn): Promise<LoadedRequest> {
      const { read, admit } = await find(call, call.params.id)
      return admit(read.state)
    },

    /** Records the refusal of a command that appends nothing else, and replies with its answer. */
    refuse: async (call: CallOn, refusal: RecordedRefusal) =>
      recordRefusal(commands, (await find(call, call.params.id)).execution, refusal),

    /**
     * Executes a participant's command and replies with the request. Checks access on every attempt. A repeated command needs
     * no active subscription. A `RecordedRefusal` is appended in a separate step.
     */
    async onRequest(
      call: CallOn,
      commandOf: (request: LoadedRequest) => RequestCommand | Promise<RequestCommand>,
    ) {
      const found = await find(call, call.params.id)
      try {
        const { position, repeated } = await execute(found, commandOf)
        const done = { position, repeated, now: call.now }
        return { position, reply: requestReply(platform, call.params.id, done) }
      } catch (error) {
        if (error instanceof RecordedRefusal) return recordRefusal(commands, found.execution, error)
        throw error
      }
    },
  }
}
