import { expect } from 'vitest'
import type { CallWay } from '#contract/requests/requests.ts'
import type { Config } from '#platform/config/config.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { newDevice } from './device.ts'
import { vouchOf, type Signer } from './passkeys.ts'
import { openProduct, type Answered, type Person, type Product } from './product.ts'
import { colleague, workspaceOf, type Colleague, type OwnWorkspace } from './workspaces.ts'

export const PIN = '482915'

type Session = Pick<Person, 'token'>
type Fields = Record<string, unknown>
type Headers = Record<string, string>
export type Proof = { readonly proof: Record<string, string> }

/** An enrolled PIN device. */
export type Phone = {
  readonly deviceId: string
  sign(challenge: string): Promise<string>
  /** The body of `approve` for this challenge. */
  proofFor(challenge: string, given?: { pin?: string }): Promise<Proof>
  /** Requests a challenge and returns the body of `approve`. `call`: the answer to who called whom. */
  prove(requestId: string, given?: { pin?: string; call?: CallWay }): Promise<Proof>
  /** The body of `approve-many` for these requests. */
  proveMany(requestIds: readonly string[], given?: { pin?: string }): Promise<Proof>
}

/** Enrols a PIN device. The session must be fresh. A further device waits, unless one of the same person vouches for it. */
export const enrol = async (
  product: Pick<Product, 'call'>,
  { token }: Session,
  voucher?: Signer,
): Promise<Phone> => {
  const post = (path: string, body?: unknown) => product.call('POST', path, { token, body })
  const device = await newDevice()
  const { publicKey } = device
  const { body: options } = await post('/users/register-device-options', { kind: 'pin', publicKey })
  const registration = {
    ...(await device.registration(options.challenge)),
    ...(await vouchOf(options, voucher)),
  }
  const { body } = await post('/users/register-device', { ...registration, name: 'Phone', pin: PIN })
  const deviceId = String(body.id)
  const proofFor: Phone['proofFor'] = async (challenge, { pin = PIN } = {}) => ({
    proof: { challenge, deviceId, pin, signature: await device.sign(challenge) },
  })
  return {
    deviceId,
    sign: device.sign,
    proofFor,
    prove: async (requestId, given = {}) => {
      const { pin, call } = given
      const { body: prepared } = await post(`/requests/challenge/${requestId}`, call && { call })
      return {
        ...(await proofFor(prepared.challenge, pin === undefined ? {} : { pin })),
        ...(call && { call }),
      }
    },
    proveMany: async (requestIds, given) =>
      proofFor((await post('/requests/challenge-many', { requestIds })).body.challenge, given),
  }
}

/** The body of an approval; to any approver unless one is named. */
const requestBody = (body: Fields): Fields => {
  const approver = body['approverId'] === undefined ? { anyApprover: true } : {}
  return { type: 'approval', title: 'Pay the invoice', ...approver, ...body }
}

/** The body of a verification; to any approver unless one is named. */
export const verificationBody = (body: Fields = {}): Fields =>
  requestBody({ type: 'verification', title: 'Call about the invoice', ...body })

/** Creates an approval; to any approver unless one is named. */
export const ask = (
  product: Pick<Product, 'call'>,
  { token }: Session,
  workspaceId: string,
  body: Fields = {},
): Promise<Answered> =>
  product.call('POST', `/requests/create/${workspaceId}`, { token, body: requestBody(body) })

/** A workspace with its admin, the requester Anna and the approver Ben. */
export type Team = OwnWorkspace & { readonly anna: Colleague; readonly ben: Colleague }

/** A product with the commands that tests of requests use. */
export type RequestApi = {
  readonly product: Product
  post(path: string, who: Session, body?: unknown, headers?: Headers): Promise<Answered>
  get(path: string, who: Session): Promise<Answered>
  workspace(): Promise<OwnWorkspace>
  colleague(workspace: OwnWorkspace, flags?: { approver?: boolean; requester?: boolean }): Promise<Colleague>
  team(): Promise<Team>
  enrol(who: Session, voucher?: Signer): Promise<Phone>
  ask(who: Session, workspaceId: string, body?: Fields, headers?: Headers): Promise<Answered>
  /** Creates a request from Anna to Ben and returns its id. */
  newRequest(team: Team, body?: Fields): Promise<string>
  /** Creates a verification that this phone signs; to any approver unless one is named. Returns a refusal of `prepare`. */
  newVerification(who: Session, phone: Phone, workspaceId: string, body?: Fields): Promise<Answered>
  decline(requestId: string, who: Session, headers?: Headers): Promise<Answered>
  facts(requestId: string): Promise<readonly Fact[]>
  types(requestId: string): Promise<readonly string[]>
  /** Logs the person in again. */
  newSession<P extends Person>(person: P): Promise<P>
}

export const openRequests = async (settings: Partial<Config> = {}): Promise<RequestApi> =>
  requestsOf(await openProduct(settings))

/** For a product that is already open. */
export const requestsOf = (product: Product): RequestApi => {
  const api: RequestApi = {
    product,
    post: (path, { token }, body, headers = {}) => product.call('POST', path, { token, body, headers }),
    get: (path, { token }) => product.call('GET', path, { token }),
    workspace: () => workspaceOf(product),
    colleague: (workspace, flags) => colleague(product, workspace, flags),
    async team() {
      const workspace = await workspaceOf(product)
      const anna = await colleague(product, workspace)
      return { ...workspace, anna, ben: await colleague(product, workspace, { approver: true }) }
    },
    enrol: (who, voucher) => enrol(product, who, voucher),
    ask: (who, workspaceId, body = {}, headers) =>
      api.post(`/requests/create/${workspaceId}`, who, requestBody(body), headers),
    async newRequest({ id, anna, ben }, body = {}) {
      const made = await api.ask(anna, id, { approverId: ben.participantId, ...body })
      expect(made.status).toBe(201)
      return made.body.id
    },
    async newVerification(who, phone, workspaceId, body) {
      const fields = verificationBody(body)
      const prepared = await api.post(`/requests/prepare/${workspaceId}`, who, fields)
      if (prepared.status !== 200) return prepared
      const { challenge } = prepared.body
      return api.post(`/requests/create/${workspaceId}`, who, {
        ...fields,
        ...(await phone.proofFor(challenge)),
      })
    },
    decline: (requestId, who, headers) => api.post(`/requests/decline/${requestId}`, who, undefined, headers),
    facts: (requestId) => product.facts(`request-${requestId}`),
    types: async (requestId) => (await api.facts(requestId)).map(({ type }) => type),
    newSession: async (person) => ({ ...person, token: await product.logIn(person.userId, 'regular user') }),
  }
  return api
}

/** Runs a test on a product of its own, for changes of the clock or of settings. Returns what it returns. */
export const withOwnProduct = async <T>(
  settings: Partial<Config>,
  run: (own: RequestApi) => Promise<T>,
): Promise<T> => {
  const own = await openRequests(settings)
  try {
    return await run(own)
  } finally {
    await own.product.close()
  }
}

/** `details`: the first and only entry. */
export const expectRefused = (answer: Answered, status: number, code: string, details?: object): void =>
  expect(answer).toMatchObject({
    status,
    body: { statusCode: status, code, ...(details && { details: [details] }) },
  })
