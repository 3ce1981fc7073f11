import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'

/** To all browsers of the owner, so that each of them can stop the device. */
export const devicePushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.device-waiting',
    on: 'DeviceEnrolled',
    readModels: ['users'],
    recipients: ({ data }) => (data.usableFrom === undefined ? [] : [data.userId]),
    async prepare({ data: { deviceId, usableFrom } }, userId, { db }) {
      const user = await userById(db, userId)
      if (!user) throw new Error('the read models have not reached the event')
      const payload = { kind: 'device', deviceId, language: user.language }
      return { payload, topic: deviceId.replaceAll('-', ''), until: new Date(usableFrom!) }
    },
  }),
]
