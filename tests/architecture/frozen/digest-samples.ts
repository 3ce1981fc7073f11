/** Anna's mails, and her digest: see `samples.ts`. */

const userId = '5f0c9a54-7d6e-4c55-8d0e-6f1f2f0b7a10'
const stream = `digest-${userId}-2026-03`
const dueAt = '2026-03-02T09:00:00.000Z'

export const digestSamples = {
  RequestMailsChanged: { stream: `user-${userId}`, data: { userId, requestMails: 'daily' } },
  UserTimeZoneChanged: { stream: `user-${userId}`, data: { userId, timeZone: 'Europe/Vienna' } },
  MailDeferred: {
    stream,
    data: {
      userId,
      aboutRequestId: 'd0cbe5c3-4e6f-4071-acbd-2e3f4a5b6c04',
      purpose: 'request.created',
      dueAt,
    },
  },
  DigestReleased: { stream, data: { userId, dueAt } },
} as const
