import { Rejected } from '#contract/errors.ts'
import type { Decider } from '#platform/commands/decider.ts'
import type { PairEvent } from './pair.events.ts'

type DataOf<T extends PairEvent['type']> = Extract<PairEvent, { type: T }>['data']

export type PairState = {
  /** null: not locked. */
  readonly locked: DataOf<'PairLocked'> | null
  /** Of the last unlocking. */
  readonly unlockedAt: Date | null
}

type Lock = { readonly type: 'Lock'; readonly at: Date } & DataOf<'PairLocked'>
type Unlock = Pick<
  DataOf<'PairUnlocked'>,
  'participantId' | 'userId' | 'requesterEmail' | 'approverEmail' | 'workspaceRevision'
> & {
  readonly type: 'Unlock'
  /** User ids of the active admins. */
  readonly admins: readonly string[]
  readonly at: Date
}

const unlock = (command: Unlock, { locked }: PairState): readonly PairEvent[] => {
  const { type: _, admins, at, ...by } = command
  if (locked === null) return []
  const two = [locked.requesterUserId, locked.approverUserId]
  // The voice on the phone would ask one of the two to unlock it.
  const others = admins.filter((admin) => !two.includes(admin))
  if (two.includes(by.userId) && others.length > 0) throw new Rejected('call.own-lock')
  return [{ type: 'PairUnlocked', data: { ...locked, ...by, at: at.toISOString() } }]
}

/** A pair is locked once, and unlocked by an admin who is not one of the two if there is one. */
export const pairDecider: Decider<PairState, Lock | Unlock, PairEvent> = {
  initialState: { locked: null, unlockedAt: null },
  evolve: (state, { type, data }) =>
    type === 'PairLocked' ? { ...state, locked: data } : { locked: null, unlockedAt: new Date(data.at) },
  decide(command, state) {
    if (command.type === 'Unlock') return unlock(command, state)
    const { type: _, at, ...data } = command
    const isOld = state.unlockedAt !== null && at <= state.unlockedAt
    return state.locked !== null || isOld ? [] : [{ type: 'PairLocked', data }]
  },
}
