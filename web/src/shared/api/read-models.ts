import { hashKey, type FetchStatus, type Query, type QueryKey } from '@tanstack/react-query'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../api-error.ts'

/** Why a read will succeed later by itself. The most serious reason comes first. */
const PASSING = [
  'store.unavailable',
  'read-model.parked',
  'read-model.building',
  'read-model.behind',
] as const satisfies readonly ErrorCode[]
export type Cause = (typeof PASSING)[number]

/** Why a failed read will succeed later. Null for a final error. An error with a retry time counts as an interruption. */
const passingOf = (error: unknown): Cause | null => {
  if (!(error instanceof ApiError) || error.statusCode !== 503) return null
  const named = PASSING.find((code) => code === error.code)
  return named ?? (error.retryAfterSeconds === null ? null : 'store.unavailable')
}

/** Whether a read failed only because its read model is unavailable at the moment. */
export const isPassing = (error: unknown): boolean => passingOf(error) !== null

/** Why a read is being retried. Null if it is not. */
export const causeOf = (fetchStatus: FetchStatus, failure: unknown): Cause | null =>
  fetchStatus !== 'idle' ? passingOf(failure) : null

/** The part of a query from which its state derives. */
export type Reading = {
  readonly fetchStatus: FetchStatus
  readonly failureReason: unknown
  readonly isPlaceholderData: boolean
}

export const isWaiting = ({ fetchStatus, failureReason }: Reading): boolean =>
  causeOf(fetchStatus, failureReason) !== null

/** Whether one of the reads is on its way for the first time. What depends on several appears at once, so that nothing moves. */
export const isLoading = (...reads: readonly (Reading & { readonly isPending: boolean })[]): boolean =>
  reads.some((read) => read.isPending && read.fetchStatus === 'fetching' && !isWaiting(read))

/** The data to show. Rows of the previous query may bridge a short load, but not an outage. */
export const shownOf = <T>(read: Reading & { readonly data: T | undefined }): T | undefined =>
  read.isPlaceholderData && isWaiting(read) ? undefined : read.data

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

/** Calls `listener` when freshness changes, for commands of this page and for changes by others. */
export const subscribeToFollowing = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let readAgain = async (): Promise<void> => {}
let following = 0

/** Registers how to read everything again that the page shows. It resolves when all reads are answered. */
export const followBy = (work: () => Promise<void>): void => {
  readAgain = work
}

/** The notice stays at least this long, so that it can be read. */
const SAID_MS = 5_000

/** A command is recorded, but some read models have not reached it. Reads again until they have. */
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

/** Whether the live stream is down, so the page hears of no changes by others. */
export const noteLost = (path: string, isLost: boolean): void => {
  if (lost.has(path) === isLost) return
  if (isLost) lost.add(path)
  else lost.delete(path)
  tell()
}

/** Until when each read is known to be complete, in milliseconds since the epoch, by the hash of its query key. */
const knownUntil = new Map<string, number>()

/** `ageSeconds`: the age of the data. Null if the response is up to date. */
export const noteAge = (key: QueryKey, ageSeconds: number | null): void => {
  if (ageSeconds === null) knownUntil.delete(hashKey(key))
  else knownUntil.set(hashKey(key), Date.now() - ageSeconds * 1000)
}

export const isOld = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => knownUntil.has(queryHash)

/** How fresh the data of a page is. */
export type Standing = {
  /** A command of this page is recorded, but not shown yet. */
  readonly isFollowing: boolean
  /** Changes by others show up late. */
  readonly isLost: boolean
  readonly cause: Cause | null
  /** The page shows older data meanwhile. */
  readonly hasRows: boolean
  /** Age of the oldest data. Null if all is up to date. */
  readonly minutesOld: number | null
}

const MINUTE = 60_000

/** The most serious reason on the page. */
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
