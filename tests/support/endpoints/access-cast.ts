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
import { SMALL_FILE } from './small-file.ts'
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
  /** A file that the requester has uploaded. */
  readonly file: string
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
  /** A group with the approver. */
  readonly group: string
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
  for (const deviceId of [first, second]) {
    const { position } = await platform.commands.execute({
      decider: userDecider,
      stream: userStream(userId),
      workspaceId: null,
      context: bySystem(randomUUID(), now),
      command: { type: 'EnrolDevice', userId, deviceId, ...enrolled, now, waitMs: 86_400_000 },
    })
    await untilReached(platform.positions, position!)
  }
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

/** Makes it when it is first wanted. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A workspace and its things, each of which is made when it is first wanted. */
const furniture = (product: Product) => {
  const workspace = once(() => workspaceOf(product))
  const approver = once(async () => colleague(product, await workspace(), { approver: true }))
  const requester = once(async () => colleague(product, await workspace(), { requester: true }))
  const invited = once(async () => {
    const { id, admin } = await workspace()
    const person = await product.person({ role: 'regular user' })
    const { body } = await product.call('POST', `/workspaces/invite-participant/${id}`, {
      token: admin.token,
      body: { email: person.email, role: 'regular user', approver: true, requester: true },
    })
    return { ...person, invitee: String(body.id), invitation: await newestInvitation(product, id) }
  })
  const posted = async (path: string, token: string, body?: object | string): Promise<string> =>
    (await product.call('POST', path, { token, body })).body.id
  const tokenOfAdmin = async () => (await workspace()).admin.token
  const ids: { readonly [id in keyof Ids]: () => Promise<string> } = {
    workspace: async () => (await workspace()).id,
    approver: async () => (await approver()).participantId,
    group: once(async () => {
      const body = { name: 'Treasury', participantIds: [(await approver()).participantId] }
      return posted(`/groups/write/${(await workspace()).id}`, await tokenOfAdmin(), body)
    }),
    request: once(async () => {
      const { token } = await requester()
      const body = { type: 'approval', title: 'Pay the invoice', anyApprover: true }
      return posted(`/requests/create/${(await workspace()).id}`, token, body)
    }),
    file: once(async () => {
      const path = `/files/upload/${(await workspace()).id}?name=run.xml`
      return posted(path, (await requester()).token, SMALL_FILE)
    }),
    invitation: async () => (await invited()).invitation,
    session: once(async () => String(claimsOf(await product.logIn((await workspace()).admin.userId))['sid'])),
    device: once(async () => (await usualPasskey(product, await tokenOfAdmin())).deviceId),
    waiting: once(async () => waitingDeviceOf(product, (await requester()).userId)),
    pairing: once(async () => posted('/auth/pair', await tokenOfAdmin())),
    change: once(async () => askedChange(product, await workspace())),
    invitee: async () => (await invited()).invitee,
    build: async () => 'users_1',
  }
  return { workspace, approver, requester, invited, ids }
}

/** Makes one thing after the other. */
const eachOf = async <K extends string, T>(made: { readonly [key in K]: () => Promise<T> }) => {
  const all: Partial<Record<K, T>> = {}
  for (const key of Object.keys(made) as K[]) all[key] = await made[key]()
  return all as Record<K, T>
}

/** Creates what all casts share: another tenant with the same things, and a super admin. */
export const castOthers = async (product: Product) => {
  const tenant = furniture(product)
  const foreign: Ids = await eachOf(tenant.ids)
  const superAdmin = await product.person({ role: 'super admin' })
  return { tenant: (await tenant.workspace()).admin, superAdmin, foreign }
}
type Others = Awaited<ReturnType<typeof castOthers>>

const makersOf = (product: Product, { tenant, superAdmin }: Others) => {
  const { workspace, approver, requester, invited, ids } = furniture(product)
  const tokens: { readonly [caller in Caller]: () => Promise<string | undefined> } = {
    anonymous: async () => undefined,
    forged: async () => forge((await workspace()).admin.token),
    expired: async () => expire(product, await product.logIn((await workspace()).admin.userId)),
    async ended() {
      const ended = await product.logIn((await workspace()).admin.userId)
      await product.call('GET', '/auth/logout', { token: ended })
      return ended
    },
    admin: async () => (await workspace()).admin.token,
    approver: async () => (await approver()).token,
    requester: async () => (await requester()).token,
    async inactive() {
      const inactive = await colleague(product, await workspace(), { approver: true, requester: true })
      await product.call('PATCH', '/participants/change-activity', {
        token: (await workspace()).admin.token,
        body: { participantId: inactive.participantId, value: false },
      })
      return inactive.token
    },
    async removed() {
      const removed = await colleague(product, await workspace(), { approver: true })
      const path = `/users/remove-from-workspace/${(await workspace()).id}`
      await product.call('DELETE', path, { token: removed.token })
      return removed.token
    },
    invited: async () => (await invited()).token,
    tenant: () => product.logIn(tenant.userId),
    super: () => product.logIn(superAdmin.userId, 'super admin'),
  }
  return { ids, tokens }
}

export const cast = async (product: Product, others: Others): Promise<Cast> => {
  const { ids, tokens } = makersOf(product, others)
  return { ids: await eachOf(ids), foreign: others.foreign, tokens: await eachOf(tokens) }
}

/** What one call needs of a new cast: its caller, and the things that it names. All of it takes ten times as long. */
export const castFor = async (
  product: Product,
  others: Others,
  caller: Caller,
  named: readonly (keyof Ids)[],
): Promise<{ readonly token: string | undefined; readonly ids: Ids }> => {
  const { ids, tokens } = makersOf(product, others)
  const made: Partial<Record<keyof Ids, string>> = {}
  for (const id of named) made[id] = await ids[id]()
  return { token: await tokens[caller](), ids: { ...unknown(), ...made } }
}

export const unknown = (): Ids => ({
  workspace: randomUUID(),
  request: randomUUID(),
  file: randomUUID(),
  invitation: randomUUID(),
  session: randomUUID(),
  device: randomUUID(),
  waiting: randomUUID(),
  pairing: randomUUID(),
  change: randomUUID(),
  group: randomUUID(),
  approver: randomUUID(),
  invitee: randomUUID(),
  build: 'users_99',
})
export const malformed: Ids = {
  workspace: 'no-id',
  request: 'no-id',
  file: 'no-id',
  invitation: 'no-id',
  session: 'no-id',
  device: 'no-id',
  waiting: 'no-id',
  pairing: 'no-id',
  change: 'no-id',
  group: 'no-id',
  approver: 'no-id',
  invitee: 'no-id',
  build: 'no-id',
}
