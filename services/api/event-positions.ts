import type { FastifyReply, FastifyRequest } from 'fastify'
import { readModelsOf, type Endpoint } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpan } from '#platform/watch/tracing.ts'
import { withFallback } from '#platform/primitives/timeouts.ts'

/** Longest wait for the read models. */
const MAX_WAIT_MS = 2_000

/**
 * Read-your-writes over HTTP: `X-Min-Position` of requests and `X-Event-Position` of responses. Public operations
 * use neither.
 */
export type EventPositions = {
  /**
   * Returns the position in `X-Min-Position`. Throws `input.invalid` for a token that no response can have
   * contained.
   */
  minPosition(endpoint: Endpoint, request: FastifyRequest): Promise<Position | null>
  /**
   * Waits until the read models have reached `min`. Throws `input.invalid` for a position beyond the head, and
   * `read-model.behind` after the longest wait.
   */
  waitToRead(endpoint: Endpoint, min: Position): Promise<void>
  /**
   * Waits for the read models of a command and sets the response headers. Returns whether they are behind what it
   * wrote.
   */
  waitAfterWrite(
    endpoint: Endpoint,
    exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    positions: { readonly min: Position | null; readonly written: Position | null },
  ): Promise<boolean>
  setPosition(reply: FastifyReply, position: Position | null): Promise<void>
}

const isPublic = ({ access }: Endpoint): boolean => access === 'public'

const refused = () =>
  new Rejected('input.invalid', [{ field: 'X-Min-Position', problem: 'is not a position' }])

const later = (one: Position | null, other: Position | null): Position | null =>
  one === null || (other !== null && other > one) ? other : one

export const createEventPositions = ({ positions, positionTokens, eventStore }: Platform): EventPositions => {
  /** Accepts the position while the event store is away. */
  const isBeyondHead = (position: Position): Promise<boolean> =>
    withFallback(
      eventStore.head().then((head) => head === null || position > head),
      false,
    )

  const setPosition = async (reply: FastifyReply, position: Position | null): Promise<void> => {
    if (position !== null) reply.header('X-Event-Position', await positionTokens.seal(position))
  }

  /** The latest position of an answer of this process. */
  let told: Position | null = null
  /** A command without facts has none of its own to wait for, so any position will do. */
  const positionAfter = async (min: Position | null, written: Position | null): Promise<Position | null> => {
    const position = written === null ? (min ?? told ?? (await eventStore.head())) : later(min, written)
    told = later(told, position)
    return position
  }

  return {
    setPosition,
    async minPosition(endpoint, { headers }) {
      const token = headers['x-min-position']
      if (token === undefined || isPublic(endpoint)) return null
      const position = typeof token === 'string' ? await positionTokens.open(token) : undefined
      if (position === undefined) throw refused()
      if (!endpoint.command) return position
      const isKnown = await positions.reached(position, readModelsOf(endpoint), 0)
      if (!isKnown && (await isBeyondHead(position))) throw refused()
      return position
    },
    async waitToRead(endpoint, min) {
      const readModels = readModelsOf(endpoint)
      if (await positions.reached(min, readModels, 0)) return
      const since = performance.now()
      // Check first: a wait in vain would mark the read models as stalled.
      if (await isBeyondHead(min)) throw refused()
      const leftMs = MAX_WAIT_MS - (performance.now() - since)
      if (!(await positions.reached(min, readModels, leftMs))) throw new Rejected('read-model.behind')
    },
    async waitAfterWrite(endpoint, { request, reply }, { min, written }) {
      if (!isPublic(endpoint)) await setPosition(reply, await positionAfter(min, written))
      if (written === null) return false
      if (request.headers.prefer === 'respond-async') return true
      const span = { name: 'wait for the read models' }
      const { readModels } = endpoint
      const behind = !(await inSpan(span, () => positions.reached(written, readModels, MAX_WAIT_MS)))
      if (behind && !isPublic(endpoint)) reply.header('X-Read-Model', 'behind')
      return behind
    },
  }
}
