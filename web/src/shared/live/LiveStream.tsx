import { useEffect } from 'react'
import {
  useQueryClient,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
} from '@tanstack/react-query'
import type { Changed } from '#contract/live.ts'
import { causeOf, noteLost } from '../api/read-models.ts'
import { follow } from './follow.ts'

/** Long enough to batch changes that arrive together, too short to notice. */
const GATHER_MS = 50
/** The minimum pause between two re-reads. A slow re-read is followed by a pause of its own length. */
const APART_MS = 300
/** A stream that reopens within this time does not count as down. */
const PATIENCE_MS = 3_000
/** How often a page polls while the stream is down. */
const LOOK_MS = 30_000

type Due = Pick<Changed, 'readModel' | 'workspaceId'> | 'all'

/** Whether a read concerns the workspace that the change names, by what it asked for or by its answer. */
const isOf = ({ queryKey, state }: Query, workspaceId: string | undefined): boolean =>
  workspaceId === undefined ||
  queryKey.some((part) => part instanceof Object && Object.values(part).includes(workspaceId)) ||
  (state.data instanceof Object && 'workspaceId' in state.data && state.data.workspaceId === workspaceId)

/** Waits for a read model, possibly for hours, and retries by itself. */
const isWaiting = ({ state }: Query): boolean => causeOf(state.fetchStatus, state.fetchFailureReason) !== null

const restsOn = (query: Query, due: Due): boolean => {
  const { readModels = [], isHeld } = query.meta ?? {}
  if (isHeld || isWaiting(query)) return false
  return due === 'all'
    ? readModels.length > 0
    : readModels.includes(due.readModel) && isOf(query, due.workspaceId)
}

/** Resolves when each read is answered or waiting. Returns whether a next page was requested instead. */
const untilAnswered = (client: QueryClient, queries: readonly Query[]): Promise<boolean> =>
  new Promise((resolve) => {
    let isOvertaken = false
    const look = (event?: QueryCacheNotifyEvent) => {
      if (event?.type === 'updated' && event.action.type === 'fetch' && event.action.meta?.fetchMore)
        isOvertaken = true
      if (!queries.every((query) => query.state.fetchStatus === 'idle' || isWaiting(query))) return
      stop()
      resolve(isOvertaken)
    }
    const stop = client.getQueryCache().subscribe(look)
    look()
  })

/** Reads again what depends on the changed read models, except held reads. */
const createReadAgain = (client: QueryClient) => {
  const due = new Map<string, Due>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isRestedAt = -Infinity
  const plan = () => {
    if (isReading || due.size === 0) return
    timer ??= setTimeout(() => void read(), Math.max(GATHER_MS, isRestedAt - performance.now()))
  }
  const read = async () => {
    timer = undefined
    // A re-read would cancel a next page that is loading. A next page that keeps failing must not block it.
    const isGoingOn = ({ state }: Query) => !!state.fetchMeta?.fetchMore && state.fetchFailureCount === 0
    if (client.isFetching({ predicate: isGoingOn }) > 0) return plan()
    isReading = true
    const began = performance.now()
    const changed = new Map(due)
    due.clear()
    const predicate = (query: Query) => [...changed.values()].some((each) => restsOn(query, each))
    const queries = client.getQueryCache().findAll({ predicate })
    void client.invalidateQueries({ predicate })
    if (await untilAnswered(client, queries)) for (const [name, each] of changed) due.set(name, each)
    isReading = false
    const now = performance.now()
    isRestedAt = now + Math.max(APART_MS, now - began)
    plan()
  }
  return {
    after(changed: Due) {
      due.set(changed === 'all' ? changed : `${changed.readModel} ${changed.workspaceId}`, changed)
      plan()
    },
    stop() {
      due.clear()
      clearTimeout(timer)
    },
  }
}

const followBy = (client: QueryClient, path: string): (() => void) => {
  const again = createReadAgain(client)
  let said: ReturnType<typeof setTimeout> | undefined
  let looks: ReturnType<typeof setInterval> | undefined
  const found = () => {
    clearTimeout(said)
    clearInterval(looks)
    noteLost(path, false)
  }
  const stop = follow(path, {
    onOpen() {
      found()
      again.after('all')
    },
    onChanged: again.after,
    onLost() {
      said = setTimeout(() => noteLost(path, true), PATIENCE_MS)
      looks = setInterval(() => again.after('all'), LOOK_MS)
    },
    onRefused() {
      found()
      again.after('all')
    },
  })
  return () => {
    stop()
    found()
    again.stop()
  }
}

/** Runs `start` while the page is visible, until the returned function is called. */
const whileSeen = (start: () => () => void): (() => void) => {
  let stop: (() => void) | null = null
  const look = (): void => {
    if (document.visibilityState === 'visible') stop ??= start()
    else {
      stop?.()
      stop = null
    }
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
  }
}

/**
 * Keeps the page up to date with changes by others, as the stream at `path` reports them. Only while the page is
 * visible: an unused session must end.
 */
export const LiveStream = ({ path }: { readonly path: string }) => {
  const client = useQueryClient()
  useEffect(() => whileSeen(() => followBy(client, path)), [client, path])
  return null
}
