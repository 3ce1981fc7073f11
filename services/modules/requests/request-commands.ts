import { Rejected } from '#contract/errors.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Joined, WorkspaceState } from '../workspaces/workspace.state.ts'
import { closeWithoutRequester, requesterIsThere } from './departure.ts'
import { expire } from './expiry.ts'
import { Noticed, tellNoticed } from './noticed.ts'
import type { Created } from '#modules/requests/proof/proof.ts'
import { requestDecider, type ActingParticipant, type RequestCommand } from './request.decider.ts'
import { isDue, isOpen, mayDecide, type Asked, type RequestState } from './request.state.ts'
import { requestStream } from './request.events.ts'
import { requestReply } from './request-reply.ts'
import { standingIn } from './standing.ts'

/** A request and its workspace as a participant may see them at one moment. */
export type Seen = {
  readonly state: Asked
  readonly workspace: WorkspaceState
  readonly by: ActingParticipant
  /** Whether they could decide it, while it is open. */
  readonly isAddressed: boolean
  /** The request's first fact, with title and details, which no decision sees. */
  readonly created: () => Promise<Created>
}

const asked = (state: RequestState): Asked => {
  if (state.kind === 'none') throw new Rejected('request.not-found')
  return state
}

/** The shell of every participant's command on the request that a path names. */
export const requestCommands = (platform: Platform) => {
  const { codec, commands } = platform

  const find = async (call: CallOn) => {
    const stream = requestStream(call.params.id)
    const read = await commands.load(requestDecider, stream)
    const { workspaceId } = asked(read.state)
    const standing = await standingIn(platform, workspaceId, call)
    /** Asks the operation's access, by the workspace as it is then; an approver is who may decide this request. */
    const see = async (state: RequestState, again = false): Promise<Seen> => {
      const wasAsked = (member: Joined) => mayDecide(state, member)
      const { workspace, revision: workspaceRevision, member } = await standing.admit({ again, wasAsked })
      const { participantId, userId } = member
      const email = call.caller.account?.email ?? null
      return {
        state: asked(state),
        workspace,
        by: { participantId, userId, email, workspaceRevision, at: call.now },
        isAddressed: member.active && member.approver && mayDecide(state, member),
        created: async () => (await codec.decode([read.first!]))[0] as unknown as Created,
      }
    }
    const execution = { decider: requestDecider, stream, workspaceId, context: standing.context }
    return { read, see, execution }
  }

  /** By whoever notices it first: that its time is over, or that nobody stands behind it any more. */
  const close = async ({ state, workspace, by: { at } }: Seen): Promise<void> => {
    const { requestId: id, workspaceId } = state
    if (isDue(state, at)) return expire(platform, { id, workspaceId }, await platform.agreedTime())
    if (isOpen(state, at) && !requesterIsThere(workspace, state))
      await closeWithoutRequester(platform, state, at)
  }

  return {
    /** For what leaves no fact. Throws `request.not-found`, and what `call.guard` throws. */
    async look(call: CallOn): Promise<Seen> {
      const { read, see } = await find(call)
      return see(read.state)
    },

    /**
     * Executes what a participant wants of a request, and answers it. Access is asked for each try, and when the command is
     * repeated, whatever the subscription is by then. What a try notices becomes a fact after it, in a step of its own.
     */
    async onRequest(call: CallOn, commandOf: (seen: Seen) => RequestCommand | Promise<RequestCommand>) {
      const { read, see, execution } = await find(call)
      let seen: Seen | undefined
      try {
        const { position, repeated } = await commands.execute({
          ...execution,
          read,
          guard: async (state, again) => {
            if (again) await see(state, again)
          },
          async command(state) {
            seen = await see(state)
            return commandOf(seen)
          },
        })
        const done = { position, repeated, now: call.now }
        return { position, reply: requestReply(platform, call.params.id, done) }
      } catch (error) {
        if (error instanceof Noticed) return tellNoticed(commands, execution, error)
        if (seen && error instanceof Rejected && error.code === 'request.closed') await close(seen)
        throw error
      }
    },
  }
}
