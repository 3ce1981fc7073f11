import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import Dialog from '@mui/material/Dialog'
import { useMatch, useNavigate } from 'react-router-dom'
import { SearchIcon } from '#shared/parts/icons.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { paths } from '#shared/paths.ts'
import { useDebounced } from '#shared/reads/use-debounced.ts'
import { searchTexts } from './search-texts.ts'
import { KINDS, useFound, type Hit } from './use-found.ts'
import './search.css'

const reveal = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

/** Finds workspaces, people, requests and pages. Arrow keys choose, Enter opens, Escape closes. */
export const SearchDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = searchTexts.use()
  const id = useId()
  const navigate = useNavigate()
  const workspaceId = useMatch(`${paths.workspace}/*`)?.params.id
  const [input, setInput] = useState('')
  /** By its address, because hits that arrive later move it. */
  const [chosen, setChosen] = useState('')
  /** Whether Enter waits for all that is searched. */
  const isAwaited = useRef(false)
  const typed = input.trim()
  const q = useDebounced(typed)
  const { hits, isSearching, hasFailed } = useFound(q, workspaceId)
  const active = Math.max(
    hits.findIndex(({ to }) => to === chosen),
    0,
  )
  const isSettled = q === typed && !isSearching

  const open = (hit: Hit | undefined): void => {
    if (!hit) return
    onClose()
    void navigate(hit.to)
  }
  const openAwaited = useEffectEvent(() => open(hits[active]))
  useEffect(() => {
    if (!isSettled || !isAwaited.current) return
    isAwaited.current = false
    openAwaited()
  }, [isSettled])
  const choose = (index: number) => setChosen(hits[index]?.to ?? chosen)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const action = {
      ArrowDown: () => choose(active + 1),
      ArrowUp: () => choose(active - 1),
      // The first hit is known when all have arrived.
      Enter: () => {
        if (isSettled) open(hits[active])
        else isAwaited.current = true
      },
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      className="finder"
      slotProps={{ paper: { 'aria-label': text.title } }}
    >
      <div className="finder-field">
        <SearchIcon />
        <input
          type="search"
          role="combobox"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          aria-label={text.label}
          placeholder={text.label}
          aria-expanded={hits.length > 0}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={hits[active] ? `${id}-${active}` : undefined}
          value={input}
          onChange={({ target }) => {
            setInput(target.value)
            setChosen('')
            isAwaited.current = false
          }}
          onKeyDown={press}
        />
      </div>
      <div
        id={`${id}-list`}
        className="finder-hits"
        role="listbox"
        aria-label={text.results}
        aria-busy={!isSettled}
      >
        {KINDS.filter((kind) => hits.some((hit) => hit.kind === kind)).map((kind) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} role="presentation" className="finder-kind">
              {text.kinds[kind]}
            </p>
            {hits.map(
              (hit, index) =>
                hit.kind === kind && (
                  <button
                    key={hit.to}
                    type="button"
                    ref={index === active ? reveal : undefined}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    onClick={() => open(hit)}
                  >
                    <HitText hit={hit} />
                  </button>
                ),
            )}
          </div>
        ))}
      </div>
      <footer className="finder-foot">
        <p role="status">
          {!isSettled
            ? text.searching
            : hasFailed
              ? text.failed
              : hits.length === 0
                ? text.nothing(q)
                : text.found(hits.length)}
        </p>
        <p className="finder-keys" aria-hidden="true">
          {Object.entries(text.keys).map(([key, does]) => (
            <span key={key}>
              <kbd>{key}</kbd> {does}
            </span>
          ))}
        </p>
      </footer>
    </Dialog>
  )
}

const HitText = ({ hit: { title, beside } }: { readonly hit: Hit }) => (
  <>
    <span className="finder-title">
      <UserText>{title}</UserText>
    </span>
    {beside.length > 0 && (
      <span className="finder-beside">
        {beside.map((words) => (
          <UserText key={words}>{words}</UserText>
        ))}
      </span>
    )}
  </>
)
