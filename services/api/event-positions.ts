import type { FastifyReply, FastifyRequest } from 'fastify'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpan } from '#platform/watch/tracing.ts'
import { withFallback } from '#platform/primitives/timeouts.ts'

/** Nobody waits longer for the read models than this. */
const READ_MODEL_MS = 2_000

/** What a request says that it has seen, and what its answer says to ask for from now on. Public operations do neither. */
export type EventPositions = {
  /** What `X-Min-Position` names. Throws `input.invalid` for what no answer can have said. */
  askedFor(endpoint: Endpoint, request: FastifyRequest): Promise<Position | null>
  /** Waits until this read sees `asked`. Throws `input.invalid` when no fact is there, `read-model.behind` past the bound. */
  waitToRead(endpoint: Endpoint, asked: Position): Promise<void>
  /** Waits likewise for the read models that a command names, and says whether they are behind what it wrote. */
  announce(
    endpoint: Endpoint,
    told: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    positions: { readonly asked: Position | null; readonly written: Position | null },
  ): Promise<boolean>
  tell(reply: FastifyReply, position: Position | null): Promise<void>
}

const isPublic = ({ access }: Endpoint): boolean => access === 'public'

const refused = () =>
  new Rejected('input.invalid', [{ field: 'X-Min-Position', problem: 'is not a position' }])

const later = (one: Position | null, other: Position | null): Position | null =>
  one === null || (other !== null && other > one) ? other : one

export const createEventPositions = ({ positions, positionTokens, eventStore }: Platform): EventPositions => {
  /** A store that is away tells nothing against a position. */
  const isBeyondHead = (position: Position): Promise<boolean> =>
    withFallback(
      eventStore.head().then((head) => head === null || position > head),
      false,
    )

  const tell = async (reply: FastifyReply, position: Position | null): Promise<void> => {
    if (position !== null) reply.header('X-Event-Position', await positionTokens.seal(position))
  }

  return {
    tell,
    async askedFor(endpoint, { headers }) {
      const token = headers['x-min-position']
      if (token === undefined || isPublic(endpoint)) return null
      const position = typeof token === 'string' ? await positionTokens.open(token) : undefined
      if (position === undefined) throw refused()
      if (!endpoint.command) return position
      const isKnown = await positions.reached(position, readModelsOf(endpoint), 0)
      if (!isKnown && (await isBeyondHead(position))) throw refused()
      return position
    },
    async waitToRead(endpoint, asked) {
      const readModels = readModelsOf(endpoint)
      if (await positions.reached(asked, readModels, 0)) return
      const since = performance.now()
      // First, for a wait in vain would say that the read models stand still.
      if (await isBeyondHead(asked)) throw refused()
      const leftMs = READ_MODEL_MS - (performance.now() - since)
      if (!(await positions.reached(asked, readModels, leftMs))) throw new Rejected('read-model.behind')
    },
    async announce(endpoint, { request, reply }, { asked, written }) {
      if (!isPublic(endpoint)) await tell(reply, later(asked, written ?? (await eventStore.head())))
      if (written === null) return false
      if (request.headers.prefer === 'respond-async') return true
      const span = { name: 'wait for the read models' }
      const { readModels } = endpoint
      const behind = !(await inSpan(span, () => positions.reached(written, readModels, READ_MODEL_MS)))
      if (behind && !isPublic(endpoint)) reply.header('X-Read-Model', 'behind')
      return behind
    },
  }
}
