import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Stream `email-<hmac of the address>`: who owns an address. While it is reserved no other fact counts, so an address is unique without a read model. */
export const addressEvents = {
  AddressReserved: fact(1, Type.Object({ addressHash: clear('hash'), userId: clear('id') })),
  /** Whoever owned it is erased: the next who signs up with it is somebody else. */
  AddressReleased: fact(1, Type.Object({ addressHash: clear('hash'), userId: clear('id') })),
} as const

export type AddressEvent = EventOf<typeof addressEvents>
export const addressStream = (addressHash: string): string => `email-${addressHash}`
