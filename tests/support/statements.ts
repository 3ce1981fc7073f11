import pg from 'pg'

export type Statement = {
  readonly by: string
  readonly sql: string
  /** Whether no other statement was on its way: a round trip of its own. Those of what only follows do not count. */
  readonly isFirst: boolean
}

/** The projector follows all events on a connection of the store. How many it gets at once is chance. */
const FOLLOWS = /^select position, stream, .* where position > /

/** Whether it comes by chance while a call is answered. */
export const onlyFollows = ({ by }: Pick<Statement, 'by'>) => by.endsWith('projector') || by === 'follower'

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
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    const sql = text.replaceAll(/\s+/g, ' ')
    const by = FOLLOWS.test(sql) ? 'follower' : senderOf(this)
    const isCounted = !onlyFollows({ by })
    sent.push({ by, sql, isFirst: isCounted && onTheirWay === 0 })
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
