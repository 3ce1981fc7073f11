import Type from 'typebox'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Stream `email-<hmac of the address>`: who owns an address. The first fact wins, so an address is unique without a read model. */
export const addressEvents = {
  AddressReserved: fact(1, Type.Object({ addressHash: clear('hash'), userId: clear('id') })),
} as const

export type AddressEvent = EventOf<typeof addressEvents>
export const addressStream = (addressHash: string): string => `email-${addressHash}`
