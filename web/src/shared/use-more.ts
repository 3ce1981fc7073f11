import { useEffect, useRef, type RefObject } from 'react'

/**
 * For the button below a list of `count` rows that asks for more of it: once they have come the focus is on the first new
 * one, so that it is lost neither when the button goes nor to who goes on by keyboard. `list` holds the rows, each with
 * what opens it, or itself a place for the focus.
 */
export const useMore = (
  list: RefObject<HTMLElement | null>,
  count: number,
  ask: () => unknown,
): (() => void) => {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.row-opener, .focus-row') ?? [])]
    const next = rows[from.current] ?? rows.at(-1)
    next?.focus()
    from.current = null
  }, [list, count])
  return () => {
    from.current = count
    ask()
  }
}
