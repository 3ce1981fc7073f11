import type { UserEvent } from '#modules/accounts/user.events.ts'
import type { UserState } from '#modules/accounts/user.state.ts'

/** Rules about the time zone of a person; part of `user.decider.ts`. */

/** The time zone of the browser. It counts until the person says something about theirs. */
export type InZone = { readonly proposedZone?: string | undefined }

export const zoneChanged = (userId: string, timeZone: string | null): UserEvent => ({
  type: 'UserTimeZoneChanged',
  data: { userId, ...(timeZone !== null && { timeZone }) },
})

export const zoneProposed = (userId: string, { proposedZone }: InZone, state: UserState): UserEvent[] =>
  proposedZone === undefined || (state.kind !== 'none' && state.timeZone !== undefined)
    ? []
    : [zoneChanged(userId, proposedZone)]
