import Type from 'typebox'
import { Id, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Participant } from './workspaces.ts'

/** `+`, the country code and 7 to 15 digits in all. */
const E164 = /^\+[1-9][0-9]{6,14}$/

/** What people type in a number: digits, and what separates them. */
const TYPED = '^[+0-9 ()./\\u00a0\\u2010-\\u2015-]+$'

/**
 * Returns the number in E.164, or null if it is none. Spaces, dashes, dots, slashes and brackets are removed, as is the `(0)` that
 * German numbers carry beside their country code.
 */
export const phoneNumber = (typed: string): string | null => {
  const number = typed.replace('(0)', '').replaceAll(/[\s\p{Pd}\p{Cf}./()]/gu, '')
  return E164.test(number) ? number : null
}

export const changeCallBack = endpoint({
  operation: 'participants.change-call-back',
  summary:
    'Change or remove the number on which a participant may be called back: their own, or by an admin. A new one waits before it counts, or for a second admin',
  method: 'PATCH',
  path: '/participants/change-call-back',
  access: 'active participant',
  needsFreshLogin: true,
  asksSecondAdmin: 'instead',
  scope: { participant: 'participantId' },
  command: true,
  readModels: ['workspaces'],
  body: Type.Object({
    participantId: Id,
    /** As it is typed, see `phoneNumber`. Null removes it, at once and without a second admin. */
    number: nullable(Type.String({ maxLength: 40, pattern: TYPED })),
  }),
  status: 200,
  reply: Participant,
  errors: ['input.invalid', 'participant.not-found', 'participant.pending'],
})
