import { useCallback } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { workspaceHistory, type HistoryEntry } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { withChanged } from '#shared/filters/search-params.ts'

type Options = {
  readonly workspaceId: string
  /** The query of the list. */
  readonly query: Query<typeof workspaceHistory>
  /** The loaded entries, newest first. */
  readonly entries: readonly HistoryEntry[]
  readonly hasMore: boolean
}

/** Entries read at once around an entry that the list has not loaded. */
const AROUND = 100

const sequenceIn = (params: URLSearchParams): number | null => {
  const value = params.get('entry') ?? ''
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null
}

/**
 * The entry in the address. Opening adds to the browser's history, so that back closes; a step from entry to entry
 * does not.
 */
const useEntryAddress = () => {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation() as { readonly state: { readonly openedHere?: true } | null }
  const navigate = useNavigate()
  const sequence = sequenceIn(params)
  const isOpen = sequence !== null
  const show = useCallback(
    (to: number): void =>
      setParams((current) => withChanged(current, { entry: String(to) }), {
        replace: isOpen,
        state: isOpen ? state : { openedHere: true },
      }),
    [setParams, isOpen, state],
  )
  const close = useCallback((): void => {
    if (state?.openedHere) void navigate(-1)
    else setParams((current) => withChanged(current, { entry: '' }), { replace: true })
  }, [state, navigate, setParams])
  return { sequence, show, close }
}

const none: readonly HistoryEntry[] = []

/** Whether the list has the entry, and with the one that follows it. */
const standingIn = ({ entries, hasMore }: Options, at: number) => {
  const isListed = entries.some(({ sequence }) => sequence === at)
  return { isListed, hasNext: isListed && !(hasMore && entries.at(-1)?.sequence === at) }
}

const neighboursIn = (near: readonly HistoryEntry[], at: number) => ({
  newer: near.findLast(({ sequence }) => sequence > at)?.sequence,
  older: near.find(({ sequence }) => sequence < at)?.sequence,
})

/** The entry that the address names, even if the list has not loaded it, with its neighbours in the list. */
export const useOpenedEntry = (options: Options) => {
  const { workspaceId, query, entries } = options
  const { sequence, show, close } = useEntryAddress()
  const at = sequence ?? 0
  const isOpen = sequence !== null
  const { isListed, hasNext } = standingIn(options, at)
  // A cursor is the sequence before which a page begins.
  const one = useQuery({
    ...endpointQuery(workspaceHistory, {
      params: { id: workspaceId },
      query: { limit: 1, cursor: String(at + 1), ...(query.mails && { mails: query.mails }) },
    }),
    enabled: isOpen && !isListed,
  })
  const around = useQuery({
    ...endpointQuery(workspaceHistory, {
      params: { id: workspaceId },
      query: { ...query, limit: AROUND, cursor: String(at + AROUND / 2) },
    }),
    enabled: isOpen && !hasNext,
    placeholderData: keepPreviousData,
  })
  const read = around.data?.entries ?? none
  return {
    sequence,
    /** Undefined while it is read, and if the log has no such entry. */
    entry: [entries, read, one.data?.entries ?? none].flat().find((entry) => entry.sequence === at),
    reading: one,
    ...neighboursIn(hasNext || read.length === 0 ? entries : read, at),
    show,
    close,
  }
}
