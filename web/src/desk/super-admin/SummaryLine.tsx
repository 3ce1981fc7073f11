import { useInfiniteQuery } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import { endpointPages } from '#shared/api/api.ts'
import { superAdminTexts } from './texts.ts'
import { noChoices, SOON_DAYS, type WorkspaceFilters } from './workspace-filters.ts'

type Props = {
  readonly onChange: (filters: Partial<WorkspaceFilters>) => void
}

/** The number of matching workspaces. Reads a single row. */
const useCount = (asked: Query<typeof listWorkspaces>): number | null =>
  useInfiniteQuery(endpointPages(listWorkspaces, { query: { ...asked, limit: 1 } })).data?.pages[0]?.total ??
  null

/** The number of workspaces, and links that filter by those that need attention. */
export const SummaryLine = ({ onChange }: Props) => {
  const text = superAdminTexts.use()
  const all = useCount({})
  const ending = useCount({ endsWithin: SOON_DAYS })
  const inactive = useCount({ subscription: 'inactive' })
  const waiting = useCount({ offer: 'waiting' })
  return (
    <p className="meta numbers summary">
      {all !== null && <span>{text.count(all)}</span>}
      {ending !== null && (
        <button
          type="button"
          className="button-link"
          onClick={() => onChange({ ...noChoices, ends: `${SOON_DAYS}`, sort: 'endDate' })}
        >
          {text.ending(ending, SOON_DAYS)}
        </button>
      )}
      {inactive !== null && (
        <button
          type="button"
          className="button-link"
          onClick={() => onChange({ ...noChoices, subscription: 'inactive' })}
        >
          {text.inactive(inactive)}
        </button>
      )}
      {waiting !== null && waiting > 0 && (
        <button
          type="button"
          className="button-link"
          onClick={() => onChange({ ...noChoices, offer: 'waiting' })}
        >
          {text.offers(waiting)}
        </button>
      )}
    </p>
  )
}
