import type { FastifyReply } from 'fastify'
import { refusal } from '#contract/access.ts'
import type { ReadModel } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import {
  TOLD_AT_FIRST,
  TOLD_OF_OPERATORS,
  TOLD_OF_USERS,
  TOLD_OF_WORKSPACES,
  workspaceLive,
} from '#contract/live.ts'
import { livingSessions } from '#modules/accounts/sessions/session.store.ts'
import { SEEN } from '#modules/requests/call-check/call-check.store.ts'
import { markDelivered } from '#modules/requests/call-check/delivery.ts'
import type { Caller } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { membershipsOf } from '#projections/workspaces/queries.ts'
import { parseNews, type News } from './news.ts'
import { createReaders, type Reader, type Scope } from './readers.ts'
import { openStream } from './stream.ts'
import { adminsTold, createWhom, idsOf } from './whom.ts'

/** Tells whoever has a stream open what changed of what they may see, as the read models say it. */
export type Live = {
  /** Throws `service.busy`. */
  open(caller: Caller, scope: Scope, reply: FastifyReply): void
  /** Ends every stream, and lets none begin any more. */
  leave(): void
}

/** A browser has one for all of its tabs, other programs one for each workspace that they ask for: when there are more, the oldest ends. */
const PER_SESSION = 8
const PER_PROCESS = 5_000
/** Proxies, and we ourselves, take a connection for dead that says nothing for a minute. */
const BEAT_MS = 20_000
/** So long after its session or its access a stream may go on. */
const CHECK_MS = 1_000

const OF_WORKSPACES: readonly ReadModel[] = TOLD_OF_WORKSPACES
/** What is told of the caller, or of all that they asked for. */
const toldOf = (scope: Scope): readonly ReadModel[] => {
  if (scope === 'operations') return TOLD_OF_OPERATORS
  return scope === 'user' ? TOLD_OF_USERS : OF_WORKSPACES
}
const workspaceOf = ({ scope }: Reader): string | null =>
  typeof scope === 'string' ? null : scope.workspaceId

export const openLive = (platform: Platform): Live => {
  const { db, clock, listener, log, positions, positionTokens } = platform
  const readers = createReaders()
  const whom = createWhom(db)
  let isLeaving = false

  const end = (reader: Reader) => readers.remove(reader) && reader.stream.end()
  const endAll = () => readers.all().forEach(end)

  const endWhoMayNot = async (asked: readonly Reader[]): Promise<void> => {
    if (asked.length === 0) return
    const ids = [...new Set(asked.map(({ sessionId }) => sessionId))]
    const memberships = asked.flatMap((reader) => {
      const workspaceId = workspaceOf(reader)
      return workspaceId === null ? [] : [{ workspaceId, userId: reader.userId }]
    })
    const [living, membershipOf] = await Promise.all([
      livingSessions(db, ids, clock.now()),
      membershipsOf(db, memberships),
    ])
    const isAdmin = (workspaceId: string, userId: string) =>
      refusal(workspaceLive.access, membershipOf(workspaceId, userId)) === null
    for (const reader of asked) {
      const { sessionId, userId } = reader
      const workspaceId = workspaceOf(reader)
      if (!living.has(sessionId) || (workspaceId !== null && !isAdmin(workspaceId, userId))) end(reader)
    }
  }

  const tellOf = async ({ readModel, position, concerns }: News): Promise<void> => {
    const inWorkspaces = idsOf(concerns, 'in:').flatMap(readers.ofWorkspace)
    // The news may be that they may not hear it.
    if (readModel === 'workspaces') await endWhoMayNot(inWorkspaces)
    const [users, admins] = await Promise.all([
      toldOf('user').includes(readModel) ? whom(concerns, readers.users()) : [],
      OF_WORKSPACES.includes(readModel) ? adminsTold(db, concerns, readers.users()) : [],
    ])
    for (const reader of [...inWorkspaces, ...users.flatMap(readers.ofUser), ...readers.operators()])
      if (readers.has(reader) && toldOf(reader.scope).includes(readModel))
        reader.stream.tell(readModel, position)
    for (const { workspaceId, userId } of admins)
      for (const { stream } of readers.ofUser(userId)) stream.tell(readModel, position, workspaceId)
    if (readModel === 'requests') void noteDelivered(concerns, users)
  }
  /** Whoever asked sees that their question has reached an open app; nobody who is told of it waits for that. */
  const noteDelivered = (concerns: News['concerns'], users: readonly string[]): Promise<void> =>
    markDelivered(db, idsOf(concerns, 'request:'), users, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'nobody noted that requests were delivered'),
    )

  /** Of each read model, what came while other news was told. */
  const waiting = new Map<ReadModel, News>()
  let isTelling = false
  const tellAll = async (): Promise<void> => {
    if (isTelling) return
    isTelling = true
    try {
      for (const [readModel, news] of waiting) {
        waiting.delete(readModel)
        await tellOf(news)
      }
    } catch (error) {
      // Whoever comes again reads what is there.
      log.warn({ err: error }, 'who is to be told of changes could not be found out')
      endAll()
    } finally {
      isTelling = false
    }
  }
  /** Said to all alike, whatever happened meanwhile. */
  const tellStanding = ({ scope, stream }: Reader) => {
    const all = scope === 'user' ? TOLD_AT_FIRST : toldOf(scope)
    for (const readModel of all) stream.tell(readModel, positions.at(readModel))
  }

  const off = listener.on('checkpoint', (payload) => {
    if (readers.count() === 0) return
    if (payload === null) return readers.all().forEach(tellStanding)
    const news = parseNews(payload)
    if (news.concerns.size === 0) return
    const before = waiting.get(news.readModel)?.concerns ?? []
    waiting.set(news.readModel, { ...news, concerns: new Set([...before, ...news.concerns]) })
    void tellAll()
  })

  const offSeen = listener.on(SEEN, (userId) => {
    for (const { stream } of userId === null ? [] : readers.ofUser(userId))
      stream.tell('requests', positions.at('requests'))
  })

  let isChecking = false
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    // While the database is away nothing is told; who may not hear it any more ends when it is back.
    await endWhoMayNot(readers.all()).catch(() => {})
    isChecking = false
  }
  const timers = [
    setInterval(() => void check(), CHECK_MS).unref(),
    setInterval(() => readers.all().forEach(({ stream }) => stream.beat()), BEAT_MS).unref(),
  ]

  return {
    open({ sessionId, userId, tokenEndsAt }, scope, reply) {
      if (isLeaving || readers.count() >= PER_PROCESS) throw new Rejected('service.busy')
      const others = readers.ofSession(sessionId)
      if (others.length >= PER_SESSION) end(others[0]!)
      const stream = openStream(reply, positionTokens, () => {
        clearTimeout(timer)
        readers.remove(reader)
      })
      const reader: Reader = { sessionId, userId, scope, stream }
      const timer = setTimeout(() => end(reader), tokenEndsAt.getTime() - Date.now()).unref()
      readers.add(reader)
      tellStanding(reader)
    },
    leave() {
      isLeaving = true
      off()
      offSeen()
      timers.forEach(clearInterval)
      endAll()
    },
  }
}
