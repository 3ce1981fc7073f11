import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { joined, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { mayDecide } from './lift.decider.ts'
import { deciders } from './lifts.mail-kinds.ts'

const topicOf = (liftId: string): string => liftId.replaceAll('-', '')

/** As long as a device that was away may still show the notice. */
const OVER_MS = 3_600_000

/** Takes the notification off every device of those who could stop the lifting, also of the one who did. */
const over = (
  purpose: PushKind['purpose'],
  on: 'ProtectionLiftStopped' | 'ProtectionLiftWithdrawn' | 'ProtectionLifted',
): PushKind =>
  pushKind({
    purpose,
    on,
    readModels: ['users'],
    async recipients({ data: { workspaceId }, revision }, commands) {
      const state = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), revision)
      return joined(state).flatMap((member) => (mayDecide(member) ? member.userId : []))
    },
    async prepare({ data: { liftId }, metadata }, userId, { db }) {
      const user = await userById(db, userId)
      if (!user) throw new Error('the read models have not reached the event')
      const payload = { kind: 'lift', liftId, language: user.language, isOver: true }
      return { payload, topic: topicOf(liftId), until: new Date(Date.parse(metadata.at) + OVER_MS) }
    },
  })

/** To everybody who can stop the lifting of the protection that the operator has begun, and once it has ended. */
export const liftPushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.lift-started',
    on: 'ProtectionLiftStarted',
    readModels: ['users', 'workspaces'],
    recipients: deciders,
    async prepare({ data: { workspaceId, liftId, endsAt } }, userId, { db, commands }) {
      const [{ state }, user] = await Promise.all([
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, userId),
      ])
      if (!user) throw new Error('the read models have not reached the event')
      const member = memberOfUser(state, userId)
      if (state.kind !== 'open' || state.lift?.liftId !== liftId || !member || !mayDecide(member))
        return { drop: 'there is nothing that the person could stop' }
      const payload = { kind: 'lift', liftId, language: user.language }
      return { payload, topic: topicOf(liftId), until: new Date(endsAt) }
    },
  }),
  over('push.lift-stopped', 'ProtectionLiftStopped'),
  over('push.lift-withdrawn', 'ProtectionLiftWithdrawn'),
  over('push.lifted', 'ProtectionLifted'),
]
