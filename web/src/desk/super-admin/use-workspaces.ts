import { useEffect, useMemo, useState, type RefObject } from 'react'
import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { listWorkspaces, type ListedWorkspace } from '#contract/workspaces/periods.ts'
import { endpointPages, type Page } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { askedFor, type WorkspaceFilters } from './workspace-filters.ts'

/** Each comes with its first participants. */
const PAGE_SIZE = 50
/** Without scrolling, until it is looked what has come to be seen. */
const REST_MS = 150

type Pages = readonly Page<readonly ListedWorkspace[]>[]

/** Whether something of a page is on the screen, or one screen away, or opened beside it. */
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

/** Each once: one that moved to a page read since still stands where it was on one that was left as it was. */
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
 * All workspaces, in pages, which `list` holds a row each of. Of many pages only those are read again that are seen, the
 * others when they come to be: something changes all the time where there are thousands.
 */
export const useWorkspaces = (filters: WorkspaceFilters, list: RefObject<HTMLElement | null>) => {
  const pages = endpointPages(listWorkspaces, { query: { ...askedFor(filters), limit: PAGE_SIZE } })
  /** The cursors of those that were left as they were. */
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
      // What was read until then is not shown.
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
  return { query, workspaces, total: shown?.pages[0]?.total ?? 0 }
}
