import type { FastifyInstance } from 'fastify'
import Value from 'typebox/value'
import { expect } from 'vitest'
import { ErrorBody } from '#contract/common.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { buildApi } from '../../../services/api/app.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { cast, castOthers } from './access-cast.ts'
import { endpoints, type ContractEndpoint, type Operation } from './endpoints.ts'
import { madeCall } from './good-calls.ts'
import { injectSse } from './inject-sse.ts'
import { CLIENT, openProviders } from '../servers/oidc.ts'
import { openProduct, type Product } from '../product/product.ts'
import { untilReached } from '../product/until-reached.ts'

/** A request that no client of ours would send. */
export type Attack = {
  /** The path of a good call by default. */
  readonly path?: string
  readonly query?: string
  /** The raw body. */
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
}
/** A status, or any that refuses. */
type Expected = number | 'refusal'
type Attacks = readonly Attack[] | ((endpoint: ContractEndpoint) => readonly Attack[])

/** Sends attacks. Each must get a documented error and no 5xx, and a rejected one must write nothing. */
export type Attacker = {
  readonly app: FastifyInstance
  readonly product: Product
  /** A valid body of the operation. */
  body(endpoint: ContractEndpoint): object
  /** Sends all attacks to each endpoint, at once if none may write. Expects no fault and, if given, this answer. */
  all(of: readonly ContractEndpoint[], attacks: Attacks, expected?: Expected): Promise<void>
  /** Dead letters that accepted attacks caused. */
  deadLetters(): Promise<readonly unknown[]>
  /** How many attacks were sent. Those that are sent again, to see which of them wrote, count once. */
  sent(): number
  close(): Promise<void>
}

/** A refusal writes nothing, except that of a wrong proof: somebody may be guessing. */
type Refusable = { readonly statusCode: number; readonly body: string }
const isSilent = ({ statusCode, body }: Refusable): boolean =>
  statusCode >= 400 && !(statusCode === 403 && body.includes('"proof.invalid"'))

/** Endpoints with a body. */
export const withBody = endpoints.filter(({ body }) => body)
/** Logging out would end the attack, and refreshing would change its token. */
export const repeatable = endpoints.filter(({ access }) => access !== 'any token')

type Documented = {
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly responses: object }>>
}
type HttpAnswer = {
  readonly statusCode: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** Statuses that any address may answer. */
const ROUTING = [404, 405, 414]

const faultOf = ({ statusCode, headers, body }: HttpAnswer, documented: readonly number[]): string | null => {
  if (statusCode >= 500) return `answered ${body}`
  if (!documented.includes(statusCode)) return `answered ${statusCode}, which is not documented`
  if (statusCode < 400) return null
  if (!String(headers['content-type']).startsWith('application/json'))
    return `answered ${String(headers['content-type'])}`
  const error = JSON.parse(body) as unknown
  if (!Value.Check(ErrorBody, error) || error.statusCode !== statusCode)
    return `answered ${body.slice(0, 200)}`
  if (errors[error.code as keyof typeof errors]?.[0] !== statusCode)
    return `answered ${statusCode} ${error.code}`
  if (statusCode === 429 && !headers['retry-after']) return 'answered 429 without Retry-After'
  return null
}

/** Attacks the whole product as an admin, or as a super admin where only they have access. */
export const openAttacker = async (): Promise<Attacker> => {
  const providers = await openProviders()
  const clients = { GOOGLE_CLIENT_ID: CLIENT, MICROSOFT_CLIENT_ID: CLIENT }
  const product = await openProduct(clients, providers.addresses)
  const app = await buildApi(product.platform, {
    localMailbox: true,
    demo: { isOffered: async () => true, create: async () => [] },
  })
  await app.ready()
  const inject = injectSse(app)
  const { ids, tokens } = await cast(product, await castOthers(product))
  const tokenFor = ({ access }: Endpoint) => (access === 'super admin' ? tokens.super : tokens.admin)
  const good = new Map<Operation, Awaited<ReturnType<typeof madeCall>>>()
  for (const endpoint of endpoints)
    good.set(endpoint.operation, await madeCall(endpoint, { product, token: tokenFor(endpoint), ids }))
  const { paths } = (await app.inject('/openapi.json')).json<Documented>()
  const documented = new Map(
    Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId, responses }) => [
        operationId,
        Object.keys(responses).map(Number),
      ]),
    ),
  )
  const faults: string[] = []
  let sent = 0
  /** After a rejected attack. An accepted one may write later. */
  let head: Position | null = null
  /** Whether a rejected attack has moved the head from where it was `before`. */
  const wrote = async (before: Position | null, answer: Refusable): Promise<boolean> => {
    head = answer.statusCode < 400 ? null : await product.head()
    return isSilent(answer) && head !== before
  }

  /** Returns the answer and records faults. */
  const send = async (endpoint: ContractEndpoint, attack: Attack): Promise<HttpAnswer> => {
    const { url, body } = good.get(endpoint.operation)!
    const [path, query = ''] = url.split(/(?=[?])/)
    const payload = attack.body ?? (body && JSON.stringify(body))
    const answer = await inject({
      method: endpoint.method,
      url: `${attack.path ?? path}${attack.query ?? query}`,
      headers: {
        authorization: `Bearer ${tokenFor(endpoint)}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...attack.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const fault = faultOf(answer, [...(documented.get(endpoint.operation) ?? []), ...ROUTING])
    if (fault) faults.push(`${nameOf(endpoint, attack)} ${fault}`)
    return answer
  }

  /** One by one: an accepted attack may write, and a rejected one may not. */
  const sendEach = async (endpoint: ContractEndpoint, attacks: readonly Attack[]): Promise<void> => {
    for (const attack of attacks) {
      const before = head ?? (await product.head())
      const answer = await send(endpoint, attack)
      if (await wrote(before, answer))
        faults.push(`${nameOf(endpoint, attack)} wrote, and answered ${answer.statusCode}`)
    }
  }

  /** At once: asking after each whether it wrote costs more than the attacks. */
  const sendTogether = async (
    endpoint: ContractEndpoint,
    attacks: readonly Attack[],
    expected?: Expected,
  ): Promise<void> => {
    const before = head ?? (await product.head())
    const statuses = await Promise.all(
      attacks.map(async (attack) => {
        const { statusCode } = await send(endpoint, attack)
        const isExpected =
          expected === 'refusal' ? statusCode >= 400 : statusCode === (expected ?? statusCode)
        if (!isExpected)
          faults.push(`${nameOf(endpoint, attack)} answered ${statusCode} instead of ${expected}`)
        return statusCode
      }),
    )
    head = await product.head()
    if (head === before) return
    // One of those that were served: an export is recorded.
    if (statuses.some((status) => status < 400)) await sendEach(endpoint, attacks)
    else faults.push(`${endpoint.operation}: one of ${attacks.length} refused attacks wrote`)
  }

  return {
    app,
    product,
    body: ({ operation }) => good.get(operation)?.body ?? {},
    async all(of, attacks, expected) {
      expect(of.length).toBeGreaterThan(0)
      for (const endpoint of of) {
        const own = typeof attacks === 'function' ? attacks(endpoint) : attacks
        if (expected === undefined && endpoint.command) await sendEach(endpoint, own)
        else await sendTogether(endpoint, own, expected)
        sent += own.length
      }
      expect(faults.splice(0)).toEqual([])
    },
    async deadLetters() {
      const { positions, db } = product.platform
      await untilReached(positions, (await product.head())!)
      return db('parked_facts').select('type', 'error')
    },
    sent: () => sent,
    async close() {
      await app.close()
      await product.close()
      await providers.close()
    },
  }
}

const nameOf = ({ operation }: Endpoint, attack: Attack): string =>
  [
    operation,
    ...Object.entries(attack).map(([name, part]) => `${name} ${JSON.stringify(part).slice(0, 120)}`),
  ].join(' ')
