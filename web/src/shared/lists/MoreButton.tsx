import { useEffect, useRef, type RefObject } from 'react'
import Button from '@mui/material/Button'
import { useText } from '../texts/common.ts'

type Props = {
  /** Contains the rows. Each has a `.row-opener`, or is a `.focus-row` itself. */
  readonly list: RefObject<HTMLElement | null>
  /** The number of loaded rows. */
  readonly count: number
  /** Undefined at the end of the list. */
  readonly onMore: (() => unknown) | undefined
  readonly isLoading: boolean
}

/**
 * Loads more rows of the list above. Then focuses the first new row, so that keyboard users keep their place even if
 * the button disappears.
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
