import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { refusal } from '#contract/access.ts'
import type { ReadModel } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import {
  LIVE_AT_START,
  LIVE_FOR_OPERATOR,
  LIVE_FOR_USER,
  LIVE_FOR_WORKSPACE,
  workspaceLive,
} from '#contract/live.ts'
import { livingSessions } from '#modules/accounts/sessions/active-session.store.ts'
import { SEEN } from '#modules/requests/call-check/call-check.store.ts'
import { markDelivered } from '#modules/requests/call-check/delivery.ts'
import type { Caller } from '#platform/http/http.ts'
import { GIVES_WAY, MOST_STREAMS, noteStreams, noteStreamsClosed } from '#platform/limits/open-streams.ts'
import type { Platform } from '#platform/platform.ts'
import { notePageClosed, notePages } from '#platform/push/reach.ts'
import { membershipsOf } from '#projections/workspaces/queries.ts'
import { adminsIn, idsOf, parseNotice, usersIn, type ChangeNotice } from './change-notice.ts'
import { createReaders, type Reader, type Scope } from './readers.ts'
import { openStream } from './stream.ts'

/** Sends the clients of open streams what changed in the read models that they may see. */
export type Live = {
  /** Throws `service.busy`. */
  open(caller: Caller, scope: Scope, reply: FastifyReply): void
  /** Ends every stream and refuses new ones. */
  close(): void
}

/**
 * A browser shares one stream between its tabs, other programs open one for each workspace. One more ends the
 * oldest.
 */
const PER_SESSION = 8
const PER_PROCESS = 5_000
/** Proxies and this server drop a connection that is silent for a minute. */
const HEARTBEAT_MS = 20_000
/** A stream ends at most this long after its session or its access. */
const CHECK_MS = 1_000

const readModelsOf = (scope: Scope): readonly ReadModel[] => {
  if (scope === 'operations') return LIVE_FOR_OPERATOR
  return scope === 'user' ? LIVE_FOR_USER : LIVE_FOR_WORKSPACE
}
const workspaceOf = ({ scope }: Reader): string | null =>
  typeof scope === 'string' ? null : scope.workspaceId

export const openLive = (platform: Platform): Live => {
  const { db, clock, listener, log, positions, positionTokens, readModelAges } = platform
  const readers = createReaders()
  let isClosed = false

  const end = (reader: Reader) => readers.remove(reader) && reader.stream.end()
  const endAll = () => readers.all().forEach(end)

  const endUnauthorised = async (checked: readonly Reader[]): Promise<void> => {
    if (checked.length === 0) return
    const ids = [...new Set(checked.map(({ sessionId }) => sessionId))]
    const memberships = checked.flatMap((reader) => {
      const workspaceId = workspaceOf(reader)
      return workspaceId === null ? [] : [{ workspaceId, userId: reader.userId }]
    })
    const [living, membershipOf] = await Promise.all([
      livingSessions(platform, ids, clock.now()),
      membershipsOf(db, memberships),
    ])
    const isAdmin = (workspaceId: string, userId: string) =>
      refusal(workspaceLive.access, membershipOf(workspaceId, userId)) === null
    for (const reader of checked) {
      const { sessionId, userId } = reader
      const workspaceId = workspaceOf(reader)
      if (!living.has(sessionId) || (workspaceId !== null && !isAdmin(workspaceId, userId))) end(reader)
    }
  }

  const deliver = async ({ readModel, position, audience }: ChangeNotice): Promise<void> => {
    const inWorkspaces = idsOf(audience, 'in:').flatMap(readers.ofWorkspace)
    // The change may have ended their access.
    if (readModel === 'workspaces') await endUnauthorised(inWorkspaces)
    const [users, admins] = await Promise.all([
      readModelsOf('user').includes(readModel) ? usersIn(db, audience, readers.users()) : [],
      LIVE_FOR_WORKSPACE.includes(readModel) ? adminsIn(db, audience, readers.users()) : [],
    ])
    for (const reader of [...inWorkspaces, ...users.flatMap(readers.ofUser), ...readers.operators()])
      if (readers.has(reader) && readModelsOf(reader.scope).includes(readModel))
        reader.stream.send(readModel, position)
    for (const { workspaceId, userId } of admins)
      for (const { stream } of readers.ofUser(userId)) stream.send(readModel, position, workspaceId)
    if (readModel === 'requests') void recordDelivery(audience, users)
  }
  /** Shows the requester that the request has reached an open app. Streams do not wait for it. */
  const recordDelivery = (audience: ChangeNotice['audience'], users: readonly string[]): Promise<void> =>
    markDelivered(platform, idsOf(audience, 'request:'), users, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot record that requests were delivered'),
    )

  /** Notices that arrive while others are delivered, merged by read model. */
  const waiting = new Map<ReadModel, ChangeNotice>()
  let isDelivering = false
  const deliverAll = async (): Promise<void> => {
    if (isDelivering) return
    isDelivering = true
    try {
      for (const [readModel, notice] of waiting) {
        waiting.delete(readModel)
        await deliver(notice)
      }
    } catch (error) {
      // A client reads everything when it reconnects.
      log.warn({ err: error }, 'cannot find the readers of a change; every stream ends')
      endAll()
    } finally {
      isDelivering = false
    }
  }
  /** Sends the positions of the read models of the stream, whether or not they changed. */
  const sendPositions = ({ scope, stream }: Reader, among?: ReadonlySet<string>) => {
    const all = scope === 'user' ? LIVE_AT_START : readModelsOf(scope)
    for (const readModel of all)
      if (among?.has(readModel) ?? true) stream.send(readModel, positions.at(readModel))
  }

  const off = listener.on('checkpoint', (payload) => {
    if (readers.count() === 0) return
    if (payload === null) return readers.all().forEach((reader) => sendPositions(reader))
    const notice = parseNotice(payload)
    if (notice.audience.size === 0) return
    const before = waiting.get(notice.readModel)?.audience ?? []
    waiting.set(notice.readModel, { ...notice, audience: new Set([...before, ...notice.audience]) })
    void deliverAll()
  })

  const offSeen = listener.on(SEEN, (userId) => {
    for (const { stream } of userId === null ? [] : readers.ofUser(userId))
      stream.send('requests', positions.at('requests'))
  })

  let isChecking = false
  const check = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    // Nothing is sent while the database is away. The next check ends these streams.
    await endUnauthorised(readers.all()).catch(() => {})
    isChecking = false
  }

  let outdated: ReadonlySet<string> = new Set()
  /** No projector reports that all of them are gone. Pages that read again see how old their data is. */
  const reportOutdated = async (): Promise<void> => {
    const now = new Set((await readModelAges()).keys())
    const newly = now.difference(outdated)
    outdated = now
    for (const reader of readers.all()) sendPositions(reader, newly)
  }
  /** In order, because a page that reloads closes and opens at once. The next heartbeat makes up for what failed. */
  let noted = Promise.resolve()
  const note = (step: () => Promise<void>): void => {
    noted = noted.then(step).catch((error: unknown) => log.warn({ err: error }, 'cannot note who is there'))
  }
  const noteOpen = (userIds: readonly string[]): void => note(() => notePages(db, userIds, clock.now()))
  const noteClosed = (userId: string): void =>
    note(async () => {
      if (readers.ofUser(userId).length === 0) await notePageClosed(db, userId)
    })
  /** Many that open or close while the database is asked are noted in one step. */
  const [opened, closed]: [Reader[], string[]] = [[], []]
  const noteStreamOpen = (reader: Reader): void => {
    if (opened.push(reader) === 1) note(() => noteStreams(db, opened.splice(0), clock.now()))
  }
  const noteStreamClosed = ({ id }: Reader): void => {
    if (closed.push(id) === 1) note(() => noteStreamsClosed(db, closed.splice(0)))
  }
  const offGivesWay = listener.on(GIVES_WAY, (id) =>
    readers
      .all()
      .filter((one) => one.id === id)
      .forEach(end),
  )

  const beat = () => {
    for (const { stream } of readers.all()) stream.heartbeat()
    if (readers.count() > 0) void reportOutdated()
    noteOpen(readers.users())
    note(() => noteStreams(db, readers.all(), clock.now()))
  }
  const timers = [setInterval(() => void check(), CHECK_MS).unref(), setInterval(beat, HEARTBEAT_MS).unref()]

  return {
    open({ sessionId, userId, tokenEndsAt }, scope, reply) {
      if (isClosed || readers.count() >= PER_PROCESS) throw new Rejected('service.busy')
      const others = readers.ofSession(sessionId)
      if (others.length >= PER_SESSION) end(others[0]!)
      const own = readers.ofPerson(userId)
      // At once here, before the rows say it for all processes: they are written behind.
      if (own.length >= MOST_STREAMS) end(own[0]!)
      const stream = openStream(reply, positionTokens, () => {
        clearTimeout(timer)
        readers.remove(reader)
        noteStreamClosed(reader)
        if (scope === 'user') noteClosed(userId)
      })
      const reader: Reader = { id: randomUUID(), sessionId, userId, scope, stream, openedAt: clock.now() }
      const timer = setTimeout(() => end(reader), tokenEndsAt.getTime() - Date.now()).unref()
      readers.add(reader)
      sendPositions(reader)
      noteStreamOpen(reader)
      if (scope === 'user') noteOpen([userId])
    },
    close() {
      isClosed = true
      off()
      offSeen()
      offGivesWay()
      timers.forEach(clearInterval)
      endAll()
    },
  }
}
