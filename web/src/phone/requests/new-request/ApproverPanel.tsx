import { useId, useState, type KeyboardEvent } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { shownOf } from '#shared/api/read-models.ts'
import { AlikeTag } from '#shared/parts/AlikeTag.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useDelayed } from '#shared/reads/use-delayed.ts'
import { useDebounced } from '#shared/reads/use-debounced.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { approverPages } from './approver-query.ts'
import { useApproverMarks, type ApproverProps } from './ApproverChoice.tsx'
import { newRequestTexts } from './new-request-texts.ts'

const NONE = -1
const reveal = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

type Props = ApproverProps & { readonly workspaceId: string; readonly onClose: () => void }

/** A search field above the matching approvers. Arrow keys and Enter choose, Escape closes. */
export const ApproverPanel = ({ workspaceId, label, anyHint, value, onValue, onClose }: Props) => {
  const text = newRequestTexts.use()
  const id = useId()
  const marksOf = useApproverMarks(anyHint)
  const [input, setInput] = useState('')
  const [active, setActive] = useState(NONE)
  const q = useDebounced(input.trim())
  const query = useInfiniteQuery({ ...approverPages(workspaceId, q), placeholderData: keepPreviousData })
  const isSearching = query.isPlaceholderData || q !== input.trim()
  const people = shownOf(query)?.pages.flatMap(({ reply }) => reply) ?? []
  const options = anyHint === null ? people : [null, ...people]

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const action = {
      ArrowDown: () => setActive(Math.min(active + 1, options.length - 1)),
      ArrowUp: () => setActive(Math.max(active - 1, 0)),
      Enter: () => active !== NONE && onValue(options[active] ?? null),
      Escape: onClose,
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <div className="panel">
      <input
        className="input"
        type="search"
        role="combobox"
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        aria-label={text.search}
        placeholder={text.search}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={active === NONE ? undefined : `${id}-${active}`}
        value={input}
        onChange={(event) => {
          setInput(event.target.value)
          setActive(NONE)
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} className="options" role="listbox" aria-label={label} aria-busy={isSearching}>
        {options.map((approver, index) => (
          <button
            type="button"
            key={approver?.participantId ?? ''}
            ref={index === active ? reveal : undefined}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={approver?.participantId === value?.participantId}
            className={index === active ? 'active' : undefined}
            onClick={() => onValue(approver)}
          >
            <span>{approver ? <PersonText of={approver} erased={text.erased} /> : text.anyApprover}</span>
            {approver && <AlikeTag of={approver} />}
            {approver &&
              marksOf(approver).map((mark) => (
                <span key={mark} className="hint">
                  {mark}
                </span>
              ))}
          </button>
        ))}
      </div>
      <QueryView query={query}>
        {() => (
          <SearchResult q={q} count={people.length} hasMore={query.hasNextPage} isSearching={isSearching} />
        )}
      </QueryView>
      <MoreButton query={query} label={text.more} busy={text.searching} />
    </div>
  )
}

type ResultProps = {
  readonly q: string
  readonly count: number
  readonly hasMore: boolean
  readonly isSearching: boolean
}

const SearchResult = ({ q, count, hasMore, isSearching }: ResultProps) => {
  const text = newRequestTexts.use()
  const isSlow = useDelayed(isSearching)
  return (
    <p className="hint" role="status">
      {isSlow ? text.searching : count === 0 ? text.nobody(q) : text.shown(count, hasMore)}
    </p>
  )
}
