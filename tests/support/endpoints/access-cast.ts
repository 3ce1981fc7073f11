import { createHmac, randomUUID } from 'node:crypto'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { newDevice } from '../product/device.ts'
import type { Product } from '../product/product.ts'
import { usualPasskey } from '../product/usual-passkey.ts'
import type { Caller } from './who-may-call.ts'
import { untilReached } from '../product/until-reached.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '../product/workspaces.ts'

/** The callers of the access matrix and the things that they name. */

/** A workspace, the ids of its things, and the tokens of all callers. */
export type Cast = {
  readonly tokens: { readonly [caller in Caller]: string | undefined }
  readonly ids: Ids
  readonly foreign: Ids
}
export type Ids = {
  readonly workspace: string
  readonly request: string
  readonly invitation: string
  /** Another session of the admin. */
  readonly session: string
  /** A device of the admin. */
  readonly device: string
  /** A waiting device of the requester. */
  readonly waiting: string
  /** A pairing of the admin. */
  readonly pairing: string
  /** A change that another admin has asked for. */
  readonly change: string
  /** A participant who is an approver. */
  readonly approver: string
  /** A participant who is invited. */
  readonly invitee: string
  /** The active build of a read model. */
  readonly build: string
}

type Claims = Record<string, unknown>

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const signed = (claims: Claims, secret: string): string => {
  const unsigned = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
}
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims

/** A valid token except for its signature. */
const forge = (token: string): string => signed(claimsOf(token), 'another secret')

/** A valid token that expired a minute ago. */
const expire = ({ platform }: Product, token: string): string => {
  const seconds = Math.floor(Date.now() / 1_000)
  return signed({ ...claimsOf(token), iat: seconds - 660, exp: seconds - 60 }, platform.config.JWT_SECRET)
}

/** Enrols two devices without a ceremony. The second one waits. */
const waitingDeviceOf = async ({ platform }: Product, userId: string): Promise<string> => {
  const device = await newDevice()
  const publicKey = canonicalText((await device.registration(randomToken())).publicKey)
  const [first, second] = [randomUUID(), randomUUID()]
  const now = platform.clock.now()
  const enrolled = { kind: 'pin', name: 'Phone', publicKey, deviceBound: true, vouch: null } as const
  for (const deviceId of [first, second])
    await platform.commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: bySystem(randomUUID(), now),
      command: { type: 'EnrolDevice', userId, deviceId, ...enrolled, now, waitMs: 86_400_000 },
    })
  return second
}

/** Another admin asks that people are protected. Returns the change. */
const askedChange = async (product: Product, workspace: OwnWorkspace): Promise<string> => {
  const { platform } = product
  const deputy = await colleague(product, workspace, { role: 'admin', requester: true })
  const changeId = randomUUID()
  const now = platform.clock.now()
  const { position } = await platform.commands.execute({
    decider: workspaceDecider,
    stream: workspaceStream(workspace.id),
    workspaceId: workspace.id,
    context: bySystem(randomUUID(), now),
    command: {
      type: 'ChangeSettings',
      peopleProtected: true,
      by: {
        userId: deputy.userId,
        email: deputy.email,
        changeId: () => changeId,
        salt: randomToken,
        targetEmail: null,
        adminsHaveDevices: true,
        now,
      },
    },
  })
  await untilReached(platform.positions, position!)
  return changeId
}

const furnish = async (product: Product) => {
  const workspace = await workspaceOf(product)
  const approver = await colleague(product, workspace, { approver: true })
  const requester = await colleague(product, workspace, { requester: true })
  const invited = await product.person({ role: 'regular user' })
  const { body: invitee } = await product.call('POST', `/workspaces/invite-participant/${workspace.id}`, {
    token: workspace.admin.token,
    body: { email: invited.email, role: 'regular user', approver: true, requester: true },
  })
  const invitation = await newestInvitation(product, workspace.id)
  const { body } = await product.call('POST', `/requests/create/${workspace.id}`, {
    token: requester.token,
    body: { type: 'approval', title: 'Pay the invoice', anyApprover: true },
  })
  const ids: Ids = {
    workspace: workspace.id,
    request: body.id,
    invitation,
    session: claimsOf(await product.logIn(workspace.admin.userId))['sid'] as string,
    device: (await usualPasskey(product, workspace.admin.token)).deviceId,
    waiting: await waitingDeviceOf(product, requester.userId),
    pairing: (await product.call('POST', '/auth/pair', { token: workspace.admin.token })).body.id,
    change: await askedChange(product, workspace),
    approver: approver.participantId,
    invitee: invitee.id,
    build: 'users_1',
  }
  return { workspace, approver, requester, invited, ids }
}

/** Creates what all casts share: another tenant with the same things, and a super admin. */
export const castOthers = async (product: Product) => {
  const tenant = await furnish(product)
  const superAdmin = await product.person({ role: 'super admin' })
  return { tenant: tenant.workspace.admin, superAdmin, foreign: tenant.ids }
}

export const cast = async (
  product: Product,
  { tenant, superAdmin, foreign }: Awaited<ReturnType<typeof castOthers>>,
): Promise<Cast> => {
  const { workspace, approver, requester, invited, ids } = await furnish(product)
  const { admin } = workspace
  const removed = await colleague(product, workspace, { approver: true })
  await product.call('DELETE', `/users/remove-from-workspace/${workspace.id}`, { token: removed.token })
  const inactive = await colleague(product, workspace, { approver: true, requester: true })
  await product.call('PATCH', '/participants/change-activity', {
    token: admin.token,
    body: { participantId: inactive.participantId, value: false },
  })
  const ended = await product.logIn(admin.userId)
  await product.call('GET', '/auth/logout', { token: ended })
  return {
    ids,
    foreign,
    tokens: {
      anonymous: undefined,
      forged: forge(admin.token),
      expired: expire(product, await product.logIn(admin.userId)),
      ended,
      admin: admin.token,
      approver: approver.token,
      requester: requester.token,
      inactive: inactive.token,
      removed: removed.token,
      invited: invited.token,
      tenant: await product.logIn(tenant.userId),
      super: await product.logIn(superAdmin.userId, 'super admin'),
    },
  }
}

export const unknown = (): Ids => ({
  workspace: randomUUID(),
  request: randomUUID(),
  invitation: randomUUID(),
  session: randomUUID(),
  device: randomUUID(),
  waiting: randomUUID(),
  pairing: randomUUID(),
  change: randomUUID(),
  approver: randomUUID(),
  invitee: randomUUID(),
  build: 'users_99',
})
export const malformed: Ids = {
  workspace: 'no-id',
  request: 'no-id',
  invitation: 'no-id',
  session: 'no-id',
  device: 'no-id',
  waiting: 'no-id',
  pairing: 'no-id',
  change: 'no-id',
  approver: 'no-id',
  invitee: 'no-id',
  build: 'no-id',
}
