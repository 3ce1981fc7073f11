import { useEffect, useRef, type RefObject } from 'react'
import Button from '@mui/material/Button'
import { useText } from '../texts/common.ts'

type Props = {
  /** Holds the rows, each with what opens it, or itself a place for the focus. */
  readonly list: RefObject<HTMLElement | null>
  /** How many there are so far. */
  readonly count: number
  /** Absent: there is no more. */
  readonly onMore: (() => unknown) | undefined
  readonly isLoading: boolean
}

/**
 * Below a list: asks for more of it. Once they have come the focus is on the first new one, so that it is lost neither when
 * the button goes nor to who goes on by keyboard.
 */
export const MoreButton = ({ list, count, onMore, isLoading }: Props) => {
  const common = useText()
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.row-opener, .focus-row') ?? [])]
    const next = rows[from.current] ?? rows.at(-1)
    next?.focus()
    from.current = null
  }, [list, count])
  if (!onMore) return null
  const ask = (): void => {
    if (isLoading) return
    from.current = count
    onMore()
  }
  return (
    <Button variant="outlined" aria-disabled={isLoading} onClick={ask}>
      {isLoading ? common.loading : common.loadMore}
    </Button>
  )
}
