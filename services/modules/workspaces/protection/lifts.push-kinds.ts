import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { mayDecide } from './lift.decider.ts'
import { deciders } from './lifts.mail-kinds.ts'

/** To everybody who can stop the lifting of the protection that the operator has begun. */
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
      return { payload, topic: liftId.replaceAll('-', ''), until: new Date(endsAt) }
    },
  }),
]
