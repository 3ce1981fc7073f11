import pg from 'pg'

type Statement = { readonly by: string; readonly sql: string }

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

/** Records every statement that this process sends. */
export const recordStatements = () => {
  const sent: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const sql = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    sent.push({ by: senderOf(this), sql: sql.replaceAll(/\s+/g, ' ') })
    return (query as (...given: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return {
    sent,
    end() {
      pg.Client.prototype.query = query
    },
  }
}
