import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Stream `email-<hmac of the address>`: the owner of an address. The stream makes addresses unique without a read model. */
export const addressEvents = {
  AddressReserved: fact(1, Type.Object({ addressHash: clear('hash'), userId: clear('id') })),
  /** The owner was erased, so the next sign-up with the address creates a new user. */
  AddressReleased: fact(1, Type.Object({ addressHash: clear('hash'), userId: clear('id') })),
} as const

export type AddressEvent = EventOf<typeof addressEvents>
export const addressStream = (addressHash: string): string => `email-${addressHash}`
