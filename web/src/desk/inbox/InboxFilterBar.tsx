import { FilterChips } from '#shared/filters/FilterChips.tsx'
import { FilterSearch } from '#shared/filters/FilterSearch.tsx'
import { SelectChip } from '#shared/filters/SelectChip.tsx'
import { CHOICES, countSet, ofState, SHOWN_ORDERS, type QueueFilters } from '#shared/reads/queue-filters.ts'
import type { QueueCounts } from '#shared/reads/use-queue.ts'
import { inboxTexts } from './texts.ts'

type Props = {
  readonly filters: QueueFilters
  /** Of the search and the workspace. */
  readonly counts: QueueCounts | undefined
  /** Of all workspaces. */
  readonly all: QueueCounts | undefined
  /** The initial text of the search. Later the filters follow the field. */
  readonly search: string
  /** Whether the filters were just cleared. */
  readonly isCleared: boolean
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

export const InboxFilterBar = ({ filters, counts, all, search, isCleared, onChange, onClear }: Props) => {
  const text = inboxTexts.use()
  const { side, sort, workspace } = filters
  const states = text.states[side] as Readonly<Record<string, string>>
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
          onChange={(state) => onChange(ofState(state))}
        >
          {CHOICES[side].states.map((state) => (
            <option key={state} value={state}>
              {states[state]}
              {counts && ` (${counts[state]})`}
            </option>
          ))}
        </SelectChip>
        <SelectChip
          label={text.filters.workspace}
          value={workspace}
          onChange={(chosen) => onChange({ workspace: chosen })}
        >
          {workspace && !all?.workspaces.some((one) => one.workspaceId === workspace) && (
            <option value={workspace}>{workspace.slice(0, 8)}</option>
          )}
          {all?.workspaces.map(({ workspaceId, workspaceName, waiting }) => (
            <option key={workspaceId} value={workspaceId}>
              {`${workspaceName ?? text.nameless} (${waiting})`}
            </option>
          ))}
        </SelectChip>
        {/* The column heads have the others too, but not on narrow screens. */}
        <SelectChip
          label={text.filters.sort}
          value={SHOWN_ORDERS[side].find((one) => one === sort) ?? ''}
          onChange={(chosen) => onChange({ sort: chosen })}
        >
          {SHOWN_ORDERS[side].map((one) => (
            <option key={one} value={one}>
              {text.orders[one]}
            </option>
          ))}
        </SelectChip>
      </FilterChips>
    </div>
  )
}
