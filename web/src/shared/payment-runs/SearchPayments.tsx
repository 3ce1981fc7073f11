import { useId, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { runPayments } from '#contract/requests/payment-run.ts'
import { endpointPages } from '../api/api.ts'
import { useDebounced } from '../reads/use-debounced.ts'
import { useText } from '../texts/common.ts'
import { PaymentList } from './PaymentList.tsx'
import { RunState } from './RunState.tsx'
import { runTexts } from './run-texts.ts'

export type NewsFilter = 'all' | 'changed' | 'unknown'
const FILTERS: readonly NewsFilter[] = ['all', 'changed', 'unknown']

type Props = {
  readonly id: string
  /** Null until somebody wants to see more than the largest. */
  readonly filter: NewsFilter | null
  readonly onFilter: (filter: NewsFilter) => void
}

/** All payments of a run, searched and in pages. */
export const SearchPayments = ({ id, filter, onFilter }: Props) => {
  const text = runTexts.use()
  if (filter !== null) return <Found id={id} filter={filter} onFilter={onFilter} />
  return (
    <button type="button" className="button button-outlined" onClick={() => onFilter('all')}>
      {text.showAll}
    </button>
  )
}

const Found = ({ id, filter, onFilter }: Props & { readonly filter: NewsFilter }) => {
  const text = runTexts.use()
  const common = useText()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed).trim()
  const field = useId()
  const query = useInfiniteQuery(
    endpointPages(runPayments, {
      params: { id },
      query: { limit: 20, ...(q && { q }), ...(filter !== 'all' && { news: filter }) },
    }),
  )
  const payments = query.data?.pages.flatMap(({ reply }) => reply.payments) ?? []
  return (
    <section className="run-search" aria-label={text.payments}>
      <p className="run-title">{text.payments}</p>
      <div className="field">
        <label htmlFor={field}>{text.search}</label>
        <input
          className="input"
          id={field}
          type="search"
          value={typed}
          maxLength={140}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div className="run-filters" role="group" aria-label={text.filter}>
        {FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            className="button button-outlined"
            aria-pressed={filter === one}
            onClick={() => onFilter(one)}
          >
            {text.filters[one]}
          </button>
        ))}
      </div>
      <RunState query={query} />
      <p role="status" className="hint">
        {query.data && text.matches(query.data.pages[0]?.reply.total ?? 0)}
      </p>
      <PaymentList payments={payments} />
      {query.hasNextPage && (
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => void (query.isFetchingNextPage || query.fetchNextPage())}
        >
          {query.isFetchingNextPage ? common.loading : common.loadMore}
        </button>
      )}
    </section>
  )
}
