import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { DigestEvent } from './digest.events.ts'
import { digestFold, type DigestState } from './digest.state.ts'

type Defer = { readonly type: 'Defer' } & Extract<DigestEvent, { type: 'MailDeferred' }>['data']
/** `isWanted`: the person does not want to wait any longer. */
type SendDue = { readonly type: 'SendDue'; readonly isWanted: boolean; readonly now: Date }
export type DigestCommand = Defer | SendDue

export const digestDecider: Decider<DigestState, DigestCommand, DigestEvent> = {
  ...digestFold,
  decide(command, { due }) {
    switch (command.type) {
      case 'Defer': {
        const { type: _, ...data } = command
        const dueAt = due && due.at < data.dueAt ? due.at : data.dueAt
        return [{ type: 'MailDeferred', data: { ...data, dueAt } }]
      }
      case 'SendDue': {
        const { isWanted, now } = command
        if (due === null || (!isWanted && due.at > now.toISOString())) return []
        return [{ type: 'DigestReleased', data: { userId: due.userId, dueAt: due.at } }]
      }
      default:
        return unreachable(command)
    }
  },
}
