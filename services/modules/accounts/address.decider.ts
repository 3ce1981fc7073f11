import type { Decider } from '#platform/commands/decider.ts'
import type { AddressEvent } from './address.events.ts'

export type AddressState = { readonly userId: string | null }
export type ReserveAddress = { readonly addressHash: string; readonly userId: string }

/** Whoever reserves an address first owns it; a later wish changes nothing and reads the owner from the state. */
export const addressDecider: Decider<AddressState, ReserveAddress, AddressEvent> = {
  initialState: { userId: null },
  evolve: (_state, event) => ({ userId: event.data.userId }),
  decide: ({ addressHash, userId }, state) =>
    state.userId === null ? [{ type: 'AddressReserved', data: { addressHash, userId } }] : [],
}
