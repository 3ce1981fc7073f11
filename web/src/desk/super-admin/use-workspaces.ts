import { useEffect, useState, type RefObject } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listWorkspaces } from '#contract/periods.ts'
import { endpointPages } from '../../shared/api.ts'
import { askedFor, type WorkspaceFilters } from './workspace-filters.ts'

/** Each comes with its first participants. */
const PAGE_SIZE = 50
/** Without scrolling, until it is looked what has come to be seen. */
const REST_MS = 150

type Pages = readonly { readonly reply: readonly unknown[] }[]

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
  return query
}
