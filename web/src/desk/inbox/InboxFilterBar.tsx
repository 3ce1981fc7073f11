import { INBOX_STATES, type InboxCounts } from '#contract/requests/inbox.ts'
import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { countSet, type InboxFilters } from './inbox-filters.ts'
import { inboxTexts } from './texts.ts'

type Props = {
  readonly filters: InboxFilters
  /** Of the search and the workspace. */
  readonly counts: InboxCounts | undefined
  /** Of all workspaces. */
  readonly all: InboxCounts | undefined
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

/** The column heads have the others too, but not on narrow screens. */
const ORDERS = ['expiresAt', 'createdAt', '-createdAt', 'workspace', 'requester'] as const

export const InboxFilterBar = ({ filters, counts, all, search, isCleared, onChange, onClear }: Props) => {
  const text = inboxTexts.use()
  return (
    <div role="search" className="filters">
      <FilterSearch
        autoFocus={isCleared}
        label={text.search}
        maxLength={254}
        value={search}
        onChange={(q) => onChange({ q })}
      />
      <FilterChips count={countSet(filters)} onClear={onClear}>
        <SelectChip
          label={text.filters.state}
          value={filters.state}
          onChange={(state) => onChange({ state, ...(state === 'overdue' && { sort: '-expiresAt' }) })}
        >
          {INBOX_STATES.map((state) => (
            <option key={state} value={state}>
              {text.states[state]}
              {counts && ` (${counts[state]})`}
            </option>
          ))}
        </SelectChip>
        <SelectChip
          label={text.filters.workspace}
          value={filters.workspace}
          onChange={(workspace) => onChange({ workspace })}
        >
          {filters.workspace && !all?.workspaces.some((one) => one.workspaceId === filters.workspace) && (
            <option value={filters.workspace}>{filters.workspace.slice(0, 8)}</option>
          )}
          {all?.workspaces.map(({ workspaceId, workspaceName, waiting }) => (
            <option key={workspaceId} value={workspaceId}>
              {`${workspaceName ?? text.nameless} (${waiting})`}
            </option>
          ))}
        </SelectChip>
        <SelectChip
          label={text.filters.sort}
          value={ORDERS.find((sort) => sort === filters.sort) ?? ''}
          onChange={(sort) => onChange({ sort })}
        >
          {ORDERS.map((sort) => (
            <option key={sort} value={sort}>
              {text.orders[sort]}
            </option>
          ))}
        </SelectChip>
      </FilterChips>
    </div>
  )
}
