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
 * The entry that the address names, even if the list has not loaded it, with its neighbours in the list. Opening adds
 * to the browser's history, so that back closes; a step to a neighbour does not.
 */
export const useOpenedEntry = ({ workspaceId, query, entries, hasMore }: Options) => {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const sequence = sequenceIn(params)
  const isOpen = sequence !== null
  const wasOpenedHere = (location.state as { openedHere?: true } | null)?.openedHere === true

  const isNamed = (entry: HistoryEntry): boolean => entry.sequence === sequence
  const listed = entries.find(isNamed)
  const isLast = listed !== undefined && listed === entries.at(-1)
  const reading = { params: { id: workspaceId } }
  const { mails } = query
  // A cursor is the sequence before which a page begins.
  const one = useQuery({
    ...endpointQuery(workspaceHistory, {
      ...reading,
      query: { limit: 1, cursor: String((sequence ?? 0) + 1), ...(mails && { mails }) },
    }),
    enabled: isOpen && !listed,
  })
  const around = useQuery({
    ...endpointQuery(workspaceHistory, {
      ...reading,
      query: { ...query, limit: AROUND, cursor: String((sequence ?? 0) + AROUND / 2) },
    }),
    enabled: isOpen && (!listed || (isLast && hasMore)),
    placeholderData: keepPreviousData,
  })
  const near = listed && !(isLast && hasMore) ? entries : (around.data?.entries ?? entries)

  const show = useCallback(
    (to: number): void =>
      setParams((current) => withChanged(current, { entry: String(to) }), {
        replace: isOpen,
        state: isOpen ? location.state : { openedHere: true },
      }),
    [setParams, isOpen, location.state],
  )
  const close = useCallback((): void => {
    if (wasOpenedHere) void navigate(-1)
    else setParams((current) => withChanged(current, { entry: '' }), { replace: true })
  }, [wasOpenedHere, navigate, setParams])

  return {
    sequence,
    /** Undefined while it is read, and if the log has no such entry. */
    entry: [...entries, ...(around.data?.entries ?? []), ...(one.data?.entries ?? [])].find(isNamed),
    reading: one,
    newer: near.findLast((entry) => isOpen && entry.sequence > sequence)?.sequence,
    older: near.find((entry) => isOpen && entry.sequence < sequence)?.sequence,
    show,
    close,
  }
}
