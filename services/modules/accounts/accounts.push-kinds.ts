import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'

/** As long as it takes to look at a phone again. */
const PAIRED_MS = 24 * 3_600_000

/** What owners of accounts should look at. */
export const accountPushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.phone-paired',
    on: 'PhonePaired',
    readModels: ['users'],
    recipients: ({ data }) => [data.userId],
    async prepare({ data: { sessionId }, metadata }, userId, { db }) {
      const user = await userById(db, userId)
      if (!user) throw new Error('the read models have not reached the event')
      return {
        payload: { kind: 'paired', language: user.language },
        topic: sessionId.replaceAll('-', ''),
        until: new Date(new Date(metadata.at).getTime() + PAIRED_MS),
      }
    },
  }),
]
