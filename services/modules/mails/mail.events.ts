import Type from 'typebox'
import { fact, type EventOf } from '#platform/facts.ts'

/** Stream `mail-<effectId>`: what became of one mail, without its address. A fact here stops a second mail after a restore. */

const about = { effectId: Type.String(), purpose: Type.String(), eventId: Type.String() }

export const mailEvents = {
  MailSent: fact(1, Type.Object(about)),
  /** No longer of use when its turn came: the link had been replaced, the request decided, the person erased. */
  MailDropped: fact(1, Type.Object({ ...about, reason: Type.String() })),
  MailFailed: fact(1, Type.Object({ ...about, reason: Type.String() })),
} as const

export type MailEvent = EventOf<typeof mailEvents>
export const mailStream = (effectId: string): string => `mail-${effectId}`
