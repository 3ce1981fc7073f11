import { useEffect, useMemo, useState, type RefObject } from 'react'
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { listWorkspaces, type ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { endpointPages, type Page } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { askedFor, type WorkspaceFilters } from './workspace-filters.ts'

/** Small, because each workspace includes its first participants. */
const PAGE_SIZE = 50
/** The pause after scrolling before the visible pages are checked. */
const REST_MS = 150

type Pages = readonly Page<readonly ListedWorkspace[]>[]

/** Whether a row of the page is visible, at most one screen away, or open in the details. */
const isSeen = (list: HTMLElement | null, pages: Pages, index: number): boolean => {
  const from = pages.slice(0, index).reduce((count, { reply }) => count + reply.length, 0)
  const all = [...(list?.querySelectorAll('tbody tr') ?? [])]
  const rows = all.slice(from, from + (pages[index]?.reply.length ?? 0))
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.some((row) => row.matches('.Mui-selected'))) return true
  return (
    first.getBoundingClientRect().top < 2 * innerHeight && last.getBoundingClientRect().bottom > -innerHeight
  )
}

/** Removes duplicates: a workspace may have moved from a stale page to a fresh one. */
const onceEach = ({ pages, pageParams }: InfiniteData<Pages[number]>, left: Set<unknown>) => {
  const byId = new Map<string, ListedWorkspace>()
  for (const [index, { reply }] of pages.entries())
    for (const workspace of reply) {
      if (left.has(pageParams[index]) && byId.has(workspace.id)) continue
      byId.delete(workspace.id)
      byId.set(workspace.id, workspace)
    }
  return [...byId.values()]
}

/**
 * Reads all workspaces in pages. `list` contains their rows. After changes it reads only visible pages again, the
 * others when they become visible, because with thousands of workspaces something always changes.
 */
export const useWorkspaces = (filters: WorkspaceFilters, list: RefObject<HTMLElement | null>) => {
  const pages = endpointPages(listWorkspaces, { query: { ...askedFor(filters), limit: PAGE_SIZE } })
  /** The cursors of stale pages. */
  const [left] = useState(() => new Set<unknown>())
  const query = useInfiniteQuery({
    ...pages,
    placeholderData: keepPreviousData,
    async queryFn(context) {
      const { client, pageParam: cursor, signal } = context
      const before = client.getQueryData(pages.queryKey)
      const index = before?.pageParams.indexOf(cursor) ?? -1
      const page = before?.pages[index]
      if (page && !isSeen(list.current, before.pages, index)) {
        left.add(cursor)
        return page
      }
      const read = await pages.queryFn!(context)
      left.delete(cursor)
      // An aborted read is not shown, so its page stays stale.
      signal.addEventListener('abort', () => left.add(cursor))
      return read
    },
  })
  const { data, refetch } = query
  useEffect(() => {
    if (!data) return
    const look = (): void => {
      const isOldSeen = data.pageParams.some(
        (cursor, index) => left.has(cursor) && isSeen(list.current, data.pages, index),
      )
      if (isOldSeen) void refetch({ cancelRefetch: false })
    }
    let timer = setTimeout(look, REST_MS)
    const lookLater = (): void => {
      clearTimeout(timer)
      timer = setTimeout(look, REST_MS)
    }
    addEventListener('scroll', lookLater, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', lookLater)
    }
  }, [data, refetch, left, list])
  const shown = shownOf(query)
  const workspaces = useMemo(() => shown && onceEach(shown, left), [shown, left])
  const loadAll = async (): Promise<readonly string[]> => {
    let { data: read, hasNextPage, fetchNextPage } = query
    while (hasNextPage) ({ data: read, hasNextPage, fetchNextPage } = await fetchNextPage())
    return read?.pages.flatMap(({ reply }) => reply.map(({ id }) => id)) ?? []
  }
  return { query, workspaces, loadAll, total: shown?.pages[0]?.total ?? 0 }
}
