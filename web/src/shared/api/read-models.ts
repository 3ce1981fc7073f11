import { hashKey, type FetchStatus, type Query, type QueryKey } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../api-error.ts'

/** The same read is answered later, and nobody has to do anything for it; the gravest first. */
const PASSING = [
  'store.unavailable',
  'read-model.parked',
  'read-model.building',
  'read-model.behind',
] as const satisfies readonly ErrorCode[]
export type Cause = (typeof PASSING)[number]

/** Why a read failed that is answered later; null when nobody says so. Whatever names a time is interrupted. */
const passingOf = (error: unknown): Cause | null => {
  if (!(error instanceof ApiError) || error.statusCode !== 503) return null
  const named = PASSING.find((code) => code === error.code)
  return named ?? (error.retryAfterSeconds === null ? null : 'store.unavailable')
}

/** Whether a read failed only because what answers it is not there at the moment. */
export const isPassing = (error: unknown): boolean => passingOf(error) !== null

/** Why a read is asked again and again, or null when it is not. */
export const causeOf = (fetchStatus: FetchStatus, failure: unknown): Cause | null =>
  fetchStatus !== 'idle' ? passingOf(failure) : null

/** What the states of a read are told from. */
export type Reading = {
  readonly fetchStatus: FetchStatus
  readonly failureReason: unknown
  readonly isPlaceholderData: boolean
}

export const isWaiting = ({ fetchStatus, failureReason }: Reading): boolean =>
  causeOf(fetchStatus, failureReason) !== null

/** What may be shown of a read: rows of the question before fill a blink, but do not stand below another one. */
export const shownOf = <T>(read: Reading & { readonly data: T | undefined }): T | undefined =>
  read.isPlaceholderData && isWaiting(read) ? undefined : read.data

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` when a command is not seen by the read models yet, and when it is; the same of what others do. */
export const subscribeToFollowing = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let readAgain = async (): Promise<void> => {}
let following = 0

/** Says how to read again whatever the page shows; resolves when all of it is answered. */
export const followBy = (work: () => Promise<void>): void => {
  readAgain = work
}

/** So long it is said at least, or nobody could read it. */
const SAID_MS = 5_000

/** A command is recorded, but not seen by every read model yet: the page reads again until it is. */
export const noteBehind = (): void => {
  following += 1
  tell()
  const said = new Promise<void>((resolve) => {
    setTimeout(resolve, SAID_MS)
  })
  void Promise.allSettled([readAgain(), said]).then(() => {
    following -= 1
    tell()
  })
}

const lost = new Set<string>()

/** Whether nobody tells this page at the moment of what others do, by the stream that would. */
export const noteLost = (path: string, isLost: boolean): void => {
  if (lost.has(path) === isLost) return
  if (isLost) lost.add(path)
  else lost.delete(path)
  tell()
}

/** Until when what was read is known to be whole, in milliseconds; by the hash of the query's key. */
const knownUntil = new Map<string, number>()

/** `ageSeconds`: how long nobody knows what has happened since; null when the answer is up to date. */
export const noteAge = (key: QueryKey, ageSeconds: number | null): void => {
  if (ageSeconds === null) knownUntil.delete(hashKey(key))
  else knownUntil.set(hashKey(key), Date.now() - ageSeconds * 1000)
}

export const isOld = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => knownUntil.has(queryHash)

/** How what a page shows stands to what has happened. */
export type Standing = {
  /** A command of this page is recorded and not shown yet. */
  readonly isFollowing: boolean
  /** What others do is seen later than it is done. */
  readonly isLost: boolean
  readonly cause: Cause | null
  /** What was read before goes on being shown. */
  readonly hasRows: boolean
  /** Age of the oldest answer; null when all are up to date. */
  readonly minutesOld: number | null
}

const MINUTE = 60_000

/** Of all that a page shows, the gravest. */
export const standingOf = (queries: readonly Query[]): Standing => {
  const active = queries.filter((query) => query.isActive())
  const waiting = active.filter(({ state }) => causeOf(state.fetchStatus, state.fetchFailureReason))
  const has = (code: Cause) => waiting.some(({ state }) => passingOf(state.fetchFailureReason) === code)
  const known = active.flatMap(({ queryHash }) => knownUntil.get(queryHash) ?? [])
  return {
    isFollowing: following > 0,
    isLost: lost.size > 0,
    cause: PASSING.find(has) ?? null,
    hasRows: waiting.some(({ state }) => state.data !== undefined),
    minutesOld: known.length > 0 ? Math.floor((Date.now() - Math.min(...known)) / MINUTE) : null,
  }
}
