import { Rejected } from '#contract/errors.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { Person } from '#modules/requests/request.state.ts'
import { mustBeWithdrawn } from './replaced.decider.ts'

type Earlier = {
  /** Of the earlier request. */
  readonly id: string
  readonly workspaceId: string
  readonly requester: Person
  readonly at: Date
}

/** Whether a refusal says that the request has ended without an approval. */
const hasEndedUnapproved = (error: unknown): boolean =>
  error instanceof Rejected &&
  error.code === 'request.closed' &&
  (error.details?.[0] as { readonly status?: string } | undefined)?.status !== 'approved'

/** The earlier request in whose place a new one is asked for. */
export const createReplacing = ({ commands }: Pick<Platform, 'commands'>) => {
  const isToWithdraw = async ({ id, workspaceId, requester: { userId }, at }: Earlier): Promise<boolean> => {
    const { state } = await commands.load(requestDecider, requestStream(id))
    return mustBeWithdrawn(state, { workspaceId, userId, at })
  }
  return {
    /** Throws what `mustBeWithdrawn` throws. */
    async require(earlier: Earlier): Promise<void> {
      await isToWithdraw(earlier)
    },
    /**
     * Withdraws it if it still waits. Runs last before the new one is written, so that both are never open at once and nothing is
     * withdrawn for a request that is refused. Throws `request.closed` if it was approved meanwhile.
     */
    async withdraw(earlier: Earlier, context: CommandContext): Promise<void> {
      if (!(await isToWithdraw(earlier))) return
      const { id, workspaceId, requester, at } = earlier
      const { participantId, userId } = requester
      try {
        await commands.execute({
          decider: requestDecider,
          stream: requestStream(id),
          workspaceId,
          context: { ...context, commandId: derivedId(context.commandId, 'replaced') },
          command: { type: 'Withdraw', participantId, userId, at },
        })
      } catch (error) {
        // It was declined or expired meanwhile, and so is out of the way.
        if (!hasEndedUnapproved(error)) throw error
      }
    },
  }
}
