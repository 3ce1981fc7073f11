import { userById } from '#projections/users/queries.ts'
import { workspaceById } from '#projections/workspaces/queries.ts'
import { mailKind, type FactOf, type MailKind, type Streams } from '#modules/mails/mail-kind.ts'
import { pushKind, type PushKind } from '#modules/pushes/push-kind.ts'
import { namedIn, saidIn } from '#modules/workspaces/named-people.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, joined, memberOfUser, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { participantDeviceMail } from './participant-devices.mails.ts'

type Reported = FactOf<'ParticipantDeviceReported'>

/** The other admins at that revision: about a device that waits, and about any of somebody who may decide. */
const otherAdmins = async ({ data }: Reported, commands: Streams): Promise<readonly string[]> => {
  const { workspaceId, workspaceRevision, userId, step } = data
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), workspaceRevision)
  const owner = memberOfUser(workspace, userId)
  const mayDecide = owner !== undefined && owner.active && (owner.approver || owner.role === 'admin')
  if (step !== 'waiting' && !mayDecide) return []
  return joined(workspace)
    .filter((member) => isActiveAdmin(member) && member.userId !== userId)
    .map((member) => member.userId)
}

/** A waiting device has a page on which it can be stopped. */
const linkOf = (baseUrl: string, { workspaceId, deviceId, step }: Reported['data']): string =>
  step === 'waiting' ? `${baseUrl}/m/devices/${deviceId}` : `${baseUrl}/workspace/${workspaceId}`

const reading = { readModels: ['workspaces', 'users'] } as const

export const participantDeviceMails: readonly MailKind[] = [
  mailKind({
    purpose: 'participant.device',
    on: 'ParticipantDeviceReported',
    ...reading,
    recipients: otherAdmins,
    async prepare({ data, metadata: { actor, at } }, adminId, { db, now, baseUrl }) {
      const { workspaceId, userId, step, kind, deviceBound = null, usableFrom } = data
      const [workspace, admin, owner, by] = await Promise.all([
        workspaceById(db, workspaceId, now),
        userById(db, adminId),
        namedIn(db, workspaceId, userId),
        actor.userId === userId ? null : saidIn(db, workspaceId, actor.userId),
      ])
      if (!workspace || !admin) throw new Error('the read models have not reached the event')
      const { name: workspaceName } = workspace
      if (admin.email === null || owner.email === null || workspaceName === null)
        return { drop: 'address or workspace were erased' }
      const mail = participantDeviceMail({
        language: admin.language,
        workspaceName,
        timezone: admin.timeZone ?? workspace.timezone,
        at: new Date(at),
        step,
        owner,
        by,
        kind,
        deviceBound,
        usableFrom: usableFrom === undefined ? null : new Date(usableFrom),
        url: linkOf(baseUrl, data),
      })
      return { to: admin.email, mail }
    },
  }),
]

/** To the admins, who can stop the device. */
export const participantDevicePushes: readonly PushKind[] = [
  pushKind({
    purpose: 'push.participant-device-waiting',
    on: 'ParticipantDeviceReported',
    ...reading,
    recipients: (fact, commands) => (fact.data.step === 'waiting' ? otherAdmins(fact, commands) : []),
    async prepare({ data: { deviceId, usableFrom, workspaceId } }, adminId, { db, commands }) {
      const [{ state }, admin] = await Promise.all([
        commands.load(workspaceFold, workspaceStream(workspaceId)),
        userById(db, adminId),
      ])
      if (!admin) throw new Error('the read models have not reached the event')
      const member = memberOfUser(state, adminId)
      if (!member || !isActiveAdmin(member)) return { drop: 'the person is no admin any more' }
      const payload = { kind: 'device', deviceId, language: admin.language }
      return { payload, topic: deviceId.replaceAll('-', ''), until: new Date(usableFrom!) }
    },
  }),
]
