import { useLayoutEffect, type RefObject } from 'react'

type Keys = {
  /** Contains the rows, each with a `.row-opener`. */
  readonly list: RefObject<HTMLElement | null>
  /** Of the row that is open in the details. */
  readonly openedAt: number
  readonly onOpen: (index: number) => void
  /** What other keys do with a row. */
  readonly actions: Readonly<Record<string, (index: number) => void>>
}

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/** Typing and choosing keep their keys, and so do dialogs above the list; its details do not. */
const isElsewhere = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
  if (altKey || ctrlKey || metaKey) return true
  if (!(target instanceof Element)) return false
  if (target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]'))
    return true
  const above = target.closest('[aria-modal="true"]')
  return above !== null && above.querySelector('.drawer-head') === null
}

const rowsIn = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('.row-opener') ?? []),
]

const focusedIn = (rows: readonly HTMLElement[]): number =>
  rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))

/**
 * `j` and `k` go to the next and the previous row, and others act on it. While a row is open in the details, they are about that one.
 * Enter on a row opens it by itself.
 */
export const useRowKeys = ({ list, openedAt, onOpen, actions }: Keys): void =>
  // Before the rows are painted: a key never acts on rows that are no longer shown, and the first rows answer at once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (isElsewhere(event)) return
      const rows = rowsIn(list.current)
      const at = openedAt >= 0 ? openedAt : focusedIn(rows)
      if (at >= 0 && !event.repeat) actions[event.key]?.(at)
      const to = at + (STEPS[event.key] ?? Number.NaN)
      const row = rows[to]
      row?.scrollIntoView({ block: 'nearest' })
      if (openedAt < 0) row?.focus()
      else if (row) onOpen(to)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, openedAt, onOpen, actions])
