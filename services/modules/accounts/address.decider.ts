import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { AddressEvent } from './address.events.ts'

export type AddressState = { readonly userId: string | null }
export type AddressCommand = {
  /** Releasing the address of another user does nothing. */
  readonly type: 'ReserveAddress' | 'ReleaseAddress'
  readonly addressHash: string
  readonly userId: string
}

const evolve = (_state: AddressState, event: AddressEvent): AddressState => {
  switch (event.type) {
    case 'AddressReserved':
      return { userId: event.data.userId }
    case 'AddressReleased':
      return { userId: null }
    default:
      return unreachable(event)
  }
}

/** The first reservation wins. Later ones change nothing and read the owner from the state. */
export const addressDecider: Decider<AddressState, AddressCommand, AddressEvent> = {
  initialState: { userId: null },
  evolve,
  decide({ type, addressHash, userId }, state) {
    const data = { addressHash, userId }
    if (type === 'ReleaseAddress') return state.userId === userId ? [{ type: 'AddressReleased', data }] : []
    return state.userId === null ? [{ type: 'AddressReserved', data }] : []
  },
}
