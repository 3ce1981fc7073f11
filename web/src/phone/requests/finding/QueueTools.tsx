import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import {
  CHOICES,
  DEFAULT_ORDER,
  filtersOf,
  isSet,
  noFilters,
  ofState,
  SHOWN_ORDERS,
  type Side,
} from '#shared/reads/queue-filters.ts'
import { useQueueCounts } from '#shared/reads/use-queue.ts'
import { SelectField } from '../../frame/SelectField.tsx'
import { Field } from '../../frame/Field.tsx'
import { queueTexts } from './queue-texts.ts'

const TYPING_PAUSE_MS = 300
const MOST_SEARCH = 254

type Props = { readonly side: Side; readonly workspaces: readonly WorkspaceMembership[] }

/** Search, states, workspaces and orders of a list over all workspaces. They are in the address, so that they survive the way back. */
export const QueueTools = ({ side, workspaces }: Props) => {
  const text = queueTexts.use()
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params, side)
  const counts = useQueueCounts(side, filters)
  const change = (changes: Readonly<Record<string, string>>) =>
    setParams((current) => withChanged(current, changes), { replace: true })
  const states: Readonly<Record<string, string>> = text.states[side]
  const counted = (state: string) => `${states[state]}${counts ? ` (${counts[state]})` : ''}`
  return (
    <div className="form" role="search">
      <Search value={filters.q} onChange={(q) => change({ q })} />
      <div className="pair">
        <SelectField
          label={text.state}
          options={CHOICES[side].states.map((value) => ({ value, name: counted(value) }))}
          value={filters.state || CHOICES[side].states[0]!}
          onValue={(state) => change(state === CHOICES[side].states[0] ? { state: '' } : ofState(state))}
        />
        <SelectField
          label={text.order}
          options={SHOWN_ORDERS[side].map((value) => ({ value, name: text.orders[value] }))}
          value={SHOWN_ORDERS[side].find((order) => order === filters.sort) ?? DEFAULT_ORDER[side]}
          onValue={(sort) => change({ sort: sort === DEFAULT_ORDER[side] ? '' : sort })}
        />
      </div>
      {workspaces.length > 1 && (
        <SelectField
          label={text.workspace}
          options={[
            { value: '', name: text.everywhere },
            ...workspaces.map(({ id, name }) => ({ value: id, name: name ?? id })),
          ]}
          value={filters.workspace}
          onValue={(workspace) => change({ workspace })}
        />
      )}
      {isSet(filters) && (
        <button
          type="button"
          className="button button-text"
          onClick={() => change({ ...noFilters, sort: '' })}
        >
          {text.clear}
        </button>
      )}
    </div>
  )
}

type SearchProps = { readonly value: string; readonly onChange: (value: string) => void }

/** Passes on the input after a short pause in typing. */
const Search = ({ value, onChange }: SearchProps) => {
  const text = queueTexts.use()
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  // Cleared from outside.
  if (given !== value) {
    setGiven(value)
    if (value === '') setTyped('')
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Field label={text.search}>
      {(inner) => (
        <input
          className="input"
          {...inner}
          type="search"
          dir="auto"
          maxLength={MOST_SEARCH}
          placeholder={text.searchHint}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => onChange(target.value), TYPING_PAUSE_MS)
          }}
        />
      )}
    </Field>
  )
}
