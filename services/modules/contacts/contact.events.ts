import Type from 'typebox'
import { clear, fact, optionalPersonal, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `contact-<contactId>`: one message of a visitor who consented to its storage. All typed fields are personal. */

const typed = Type.String()
const visitor = { address: 'addressHash' } as const

export const contactEvents = {
  ContactSent: fact(
    1,
    Type.Object({
      contactId: clear('id'),
      addressHash: clear('hash'),
      businessEmail: personal(typed, visitor),
      firstName: personal(typed, visitor),
      lastName: personal(typed, visitor),
      businessPhone: optionalPersonal(typed, visitor),
      message: personal(typed, visitor),
      wantsUpdates: Type.Boolean(),
      language: Type.Union([Type.Literal('de'), Type.Literal('en')]),
    }),
  ),
} as const

export type ContactEvent = EventOf<typeof contactEvents>
export const contactStream = (contactId: string): string => `contact-${contactId}`
