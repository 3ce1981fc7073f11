import { userById } from '#projections/users/queries.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  joined,
  memberOfUser,
  workspaceFold,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import type { PendingChange } from '#modules/workspaces/protection/change.state.ts'

const admins = (state: WorkspaceState): readonly string[] =>
  joined(state)
    .filter(isActiveAdmin)
    .map(({ userId }) => userId)

/** The changes that wait for this admin: nobody decides their own. */
const waitingFor = (state: WorkspaceState, adminId: string, now: Date): readonly PendingChange[] => {
  const member = memberOfUser(state, adminId)
  if (state.kind !== 'open' || !member || !isActiveAdmin(member)) return []
  return [...state.pending.values()].filter(
    ({ userId, expiresAt }) => userId !== adminId && new Date(expiresAt) > now,
  )
}

/** One notification stands for all changes of a workspace: a list of invitations asks for many at once. */
const topicOf = (workspaceId: string): string => workspaceId.replaceAll('-', '')

/** As long as a device that was away may still show the question. */
const OVER_MS = 3_600_000

/** Takes the notification off every device of the admins, once no change of the workspace waits for them any more. */
const over = (
  purpose: PushKind['purpose'],
  on: 'ChangeApproved' | 'ChangeRefused' | 'ChangeWithdrawn' | 'ChangeExpired' | 'ChangeOvertaken',
): PushKind =>
  pushKind({
    purpose,
    on,
    readModels: ['users'],
    async recipients({ data: { workspaceId, changeId } }, commands) {
      const { state } = await commands.load(workspaceFold, workspaceStream(workspaceId))
      const asker = state.kind === 'none' ? undefined : state.ended.get(changeId)?.userId
      return admins(state).filter((userId) => userId !== asker)
    },
    async prepare({ data: { workspaceId }, metadata }, adminId, { db, commands, now }) {
      const [{ state }, admin] = await Promise.all([
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, adminId),
      ])
      if (!admin) throw new Error('the read models have not reached the event')
      if (waitingFor(state, adminId, now).length > 0) return { drop: 'another change waits' }
      const payload = { kind: 'change', workspaceId, language: admin.language, isOver: true }
      return { payload, topic: topicOf(workspaceId), until: new Date(Date.parse(metadata.at) + OVER_MS) }
    },
  })

/** To the admins who may decide a change, and once nothing waits for them any more. */
export const changePushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.change-waiting',
    on: 'ChangeAsked',
    readModels: ['users', 'workspaces'],
    async recipients({ data: { workspaceId, userId, further }, revision }, commands) {
      if (further === null) return []
      const state = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), revision)
      return admins(state).filter((adminId) => adminId !== userId)
    },
    async prepare({ data: { workspaceId } }, adminId, { db, commands, now }) {
      const [{ state }, admin] = await Promise.all([
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, adminId),
      ])
      if (!admin) throw new Error('the read models have not reached the event')
      const waiting = waitingFor(state, adminId, now)
      const last = waiting.at(-1)
      if (!last) return { drop: 'no change waits for the person' }
      // Of several, the inbox shows all.
      const changeId = waiting.length === 1 ? { changeId: last.changeId } : {}
      const payload = { kind: 'change', workspaceId, ...changeId, language: admin.language }
      return { payload, topic: topicOf(workspaceId), until: new Date(last.expiresAt) }
    },
  }),
  over('push.change-approved', 'ChangeApproved'),
  over('push.change-refused', 'ChangeRefused'),
  over('push.change-withdrawn', 'ChangeWithdrawn'),
  over('push.change-expired', 'ChangeExpired'),
  over('push.change-overtaken', 'ChangeOvertaken'),
]
