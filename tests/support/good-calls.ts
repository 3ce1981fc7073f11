import { randomUUID } from 'node:crypto'
import type { Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { Caller, Ids } from './access-cast.ts'
import { newDevice } from './device.ts'
import { addressOf, type ContractEndpoint, type Declared, type Operation } from './endpoints.ts'
import type { Product } from './product.ts'

/** Who calls, and what for. */
export type Given = {
  readonly product: Product
  readonly token: string | undefined
  readonly ids: Ids
}

type Made<T> = (given: Given) => T | Promise<T>
type Needed<K extends string, T> = [T] extends [undefined] ? object : { readonly [part in K]: Made<T> }
type AskedFor<T> = [T] extends [undefined]
  ? object
  : object extends T
    ? { readonly query?: Made<T> }
    : { readonly query: Made<T> }

/** What one call of an operation says, so that nothing in it is refused for how it is said. */
type GoodCall<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Body<E>> &
  AskedFor<Query<E>> & {
    /** Its success uses up the session, or what the ids stand for: the next call finds other things. */
    readonly spends?: true
    /** What a rule says to callers whom the access of the operation lets in, where it refuses them. */
    readonly refuses?: { readonly [caller in Caller]?: number }
    /** The same, whoever calls. */
    readonly refusesAll?: number
  }

const PIN = '482915'
const nobody = () => `${randomUUID()}@example.com`
const anything = { challenge: 'A'.repeat(43), signature: 'A'.repeat(86) }

const ofWorkspace = ({ ids }: Given) => ({ id: ids.workspace })
const ofRequest = ({ ids }: Given) => ({ id: ids.request })
const ofBuild = ({ ids }: Given) => ({ name: ids.build })

const posted = async ({ product, token }: Given, path: string, body?: object) =>
  (await product.call('POST', path, { token, body })).body

const registration = async (given: Given, device: Awaited<ReturnType<typeof newDevice>>) => {
  const { challenge } = await posted(given, '/users/register-device-options', { kind: 'pin' })
  return {
    ...(await device.registration(challenge ?? anything.challenge)),
    name: 'Phone',
    pin: PIN,
  }
}

/** A proof of a new device; made up for whoever gets no challenge. */
const proof = async (given: Given) => {
  const device = await newDevice()
  const { id } = await posted(given, '/users/register-device', await registration(given, device))
  const { challenge } = await posted(given, `/requests/challenge/${given.ids.request}`)
  if (!challenge || !id) return { ...anything, deviceId: randomUUID(), pin: PIN }
  return { challenge, deviceId: id, pin: PIN, signature: await device.sign(challenge) }
}

/**
 * A good call of every operation: those who try them all (who may, what is malformed, what people type, at random)
 * take it from here. An endpoint without a line does not compile.
 */
const goodCalls: { readonly [E in Declared as E['operation']]: GoodCall<E> } = {
  'auth.login': { body: () => ({ email: nobody(), password: 'wrong horse' }), refusesAll: 401 },
  'auth.verify-google': { body: () => ({ access_token: 'ya29.made-up' }), refusesAll: 404 },
  'auth.verify-microsoft': { body: () => ({ access_token: 'made.up.token' }), refusesAll: 404 },
  'auth.signup': { body: () => ({ email: nobody(), password: 'correct horse' }) },
  'auth.verify-email': {
    params: ({ ids }) => ({ verificationToken: ids.invitation.replaceAll('-', '') }),
    body: () => ({ password: 'correct horse' }),
    refusesAll: 404,
  },
  'auth.initiate-verification': { body: () => ({ email: nobody() }) },
  'auth.logout': { spends: true },
  'auth.refresh': { spends: true, refuses: { ended: 401 } },

  'users.current': {},
  'users.related-workspaces': {},
  'users.remove-from-workspace': { params: ofWorkspace, spends: true, refuses: { admin: 409 } },
  'users.devices': {},
  'users.register-device-options': { body: () => ({ kind: 'pin' }) },
  'users.register-device': { body: async (given) => registration(given, await newDevice()) },

  'workspaces.create': {
    body: () => ({ name: 'Praxis', description: 'Two lines\nof text', timezone: 'Europe/Berlin' }),
  },
  'workspaces.get': { params: ofWorkspace },
  'workspaces.participants': { params: ofWorkspace },
  'workspaces.history': { params: ofWorkspace },
  'workspaces.history-mails': { params: ofWorkspace, query: () => ({ cause: randomUUID() }) },
  'workspaces.invite-participant': {
    params: ofWorkspace,
    body: () => ({ email: nobody(), role: 'regular user', approver: true, requester: true }),
  },
  'workspaces.update-settings': {
    params: ofWorkspace,
    body: () => ({ name: 'Praxis', description: 'New', billingUser: nobody(), timezone: 'UTC' }),
  },

  'participants.invitation': { params: ({ ids }) => ({ invitationUuid: ids.invitation }) },
  'participants.accept-invite': {
    params: ({ ids }) => ({ id: ids.invitation }),
    spends: true,
    refuses: { admin: 404, approver: 404, requester: 404, removed: 404, tenant: 404, super: 404 },
  },

  'requests.approvers': { params: ({ ids }) => ({ workspaceId: ids.workspace }) },
  'requests.create': {
    params: ofWorkspace,
    body: ({ ids }) => ({
      type: 'approval',
      title: 'Pay the invoice',
      details: 'All\nof it',
      approverId: ids.approver,
      expiresIn: 3_600,
    }),
  },
  'requests.details': { params: ofRequest, refuses: { removed: 404, invited: 404, tenant: 404 } },
  'requests.inbox': {},
  'requests.list': { params: ofWorkspace },
  'requests.challenge': { params: ofRequest },
  'requests.approve': {
    params: ofRequest,
    body: async (given) => ({ proof: await proof(given) }),
    spends: true,
  },
  'requests.decline': { params: ofRequest, spends: true },
  'requests.withdraw': { params: ofRequest, spends: true, refuses: { admin: 403, approver: 403 } },

  'operations.projections': {},
  'operations.projections-build': { params: ofBuild },
  'operations.projections-promote': { params: ofBuild, refusesAll: 409 },
  'operations.projections-rollback': { params: ofBuild, refusesAll: 409 },
  'operations.projections-retire': { params: ofBuild, refusesAll: 409 },
  'operations.projections-retry': { params: ofBuild, refusesAll: 409 },

  'health.live': {},
  'health.ready': {},
  'mailbox.messages': {},
}

type AnyCall = {
  readonly [part in 'params' | 'query' | 'body']?: (given: Given) => unknown
} & Pick<GoodCall<Endpoint>, 'spends' | 'refuses' | 'refusesAll'>

export const goodCall = (operation: Operation): AnyCall => goodCalls[operation]

/** A good call as it goes over the wire. */
export const madeCall = async (
  endpoint: ContractEndpoint,
  given: Given,
): Promise<{ readonly url: string; readonly body: object | undefined }> => {
  const { params, query, body } = goodCall(endpoint.operation)
  return {
    url: addressOf(endpoint, await params?.(given), await query?.(given)),
    body: (await body?.(given)) as object | undefined,
  }
}
