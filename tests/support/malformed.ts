import type { FastifyInstance } from 'fastify'
import Value from 'typebox/value'
import { ErrorBody } from '#contract/common.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import type { Product } from './product.ts'

/** Sends what no client of ours would, and judges each answer. */
export type Attack = {
  /** The path with the caller's own ids, unless given. */
  readonly path?: string
  readonly query?: string
  /** As it goes over the wire. */
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
}

export type Attacker = {
  /** The status; whatever is wrong with the answer is remembered as a fault. */
  send(endpoint: Endpoint, attack: Attack): Promise<number>
  /** The same, and a fault when the status is another. */
  expect(status: number, endpoint: Endpoint, attack: Attack): Promise<void>
  /** What was wrong since the last question. */
  faults(): readonly string[]
  sent(): number
}

type Documented = {
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly responses: object }>>
}
type HttpAnswer = {
  readonly statusCode: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

/** What every address of the server may answer, whichever operation was meant. */
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

export const openAttacker = async (
  app: FastifyInstance,
  { head }: Product,
  given: {
    readonly token: string
    /** For what is theirs alone. */
    readonly superToken: string
    readonly ids: Record<string, string>
    readonly bodies: Record<string, object>
  },
): Promise<Attacker> => {
  const { paths } = (await app.inject('/openapi.json')).json<Documented>()
  const documented = new Map(
    Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId, responses }) => [
        operationId,
        Object.keys(responses).map(Number),
      ]),
    ),
  )
  let faults: string[] = []
  let sent = 0

  const pathOf = ({ operation, path }: Endpoint): string =>
    path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => given.ids[`${operation} ${name}`] ?? given.ids[name] ?? '',
    )

  const bodyOf = ({ operation }: Endpoint): string | undefined => {
    const good = given.bodies[operation]
    return good && JSON.stringify(good)
  }

  const send: Attacker['send'] = async (endpoint, attack) => {
    const payload = attack.body ?? bodyOf(endpoint)
    const before = await head()
    const answer = await app.inject({
      method: endpoint.method,
      url: `${attack.path ?? pathOf(endpoint)}${attack.query ?? ''}`,
      headers: {
        authorization: `Bearer ${endpoint.access === 'super admin' ? given.superToken : given.token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...attack.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    sent += 1
    const { statusCode } = answer
    const fault = faultOf(answer, [...(documented.get(endpoint.operation) ?? []), ...ROUTING])
    if (fault) faults.push(`${nameOf(endpoint, attack)} ${fault}`)
    if (statusCode >= 400 && (await head()) !== before)
      faults.push(`${nameOf(endpoint, attack)} wrote, and answered ${statusCode}`)
    return statusCode
  }

  return {
    send,
    async expect(status, endpoint, attack) {
      const got = await send(endpoint, attack)
      if (got !== status) faults.push(`${nameOf(endpoint, attack)} answered ${got} instead of ${status}`)
    },
    faults() {
      const found = faults
      faults = []
      return found
    },
    sent: () => sent,
  }
}

const nameOf = ({ operation }: Endpoint, attack: Attack): string =>
  [
    operation,
    ...Object.entries(attack).map(([name, part]) => `${name} ${JSON.stringify(part).slice(0, 120)}`),
  ].join(' ')
