import pg from 'pg'

export type Statement = {
  readonly by: string
  readonly sql: string
  /** Whether no other statement was on its way: a round trip of its own. The projector's do not count. */
  readonly isFirst: boolean
}

/**
 * Names the sender of a statement by how its connection was opened. Platforms of one test are told apart by the
 * `fallback_application_name` in their `DATABASE_URL`, which no program looks for.
 */
const senderOf = (client: unknown): string => {
  const { connectionParameters } = client as { connectionParameters: Record<string, string | undefined> }
  const { application_name: part, fallback_application_name: of, options } = connectionParameters
  const named = part || (options ? 'projector' : undefined)
  return [of, named].filter(Boolean).join(' ') || 'api'
}

type Callback = (...given: unknown[]) => void

/** Records every statement that this process sends. */
export const recordStatements = () => {
  const sent: Statement[] = []
  const { query } = pg.Client.prototype
  let onTheirWay = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const sql = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    const by = senderOf(this)
    const isCounted = !by.endsWith('projector')
    sent.push({ by, sql: sql.replaceAll(/\s+/g, ' '), isFirst: isCounted && onTheirWay === 0 })
    const done = () => void (onTheirWay -= isCounted ? 1 : 0)
    if (isCounted) onTheirWay += 1
    const callback = args.at(-1)
    if (typeof callback === 'function')
      args[args.length - 1] = (...given: unknown[]) => {
        done()
        ;(callback as Callback)(...given)
      }
    const answer = (query as (...given: unknown[]) => unknown).apply(this, args)
    if (typeof callback !== 'function') (answer as Promise<unknown>).then(done, done)
    return answer
  } as typeof query
  return {
    sent,
    end() {
      pg.Client.prototype.query = query
    },
  }
}
