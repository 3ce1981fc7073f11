import { useId, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import useMediaQuery from '@mui/material/useMediaQuery'
import { FilterIcon } from '../parts/icons.tsx'
import { filterTexts } from './texts.ts'
import './filters.css'

type Props = {
  /** The number of filters that are set. */
  readonly count: number
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Filters in a row. On narrow screens a button with their number opens them in a sheet. */
export const FilterChips = ({ count, onClear, children }: Props) => {
  const text = filterTexts.use()
  const id = useId()
  const isNarrow = useMediaQuery('(max-width: 43.75rem)', { noSsr: true })
  const [isOpen, setOpen] = useState(false)
  const chips = (
    <div className="filter-chips">
      {children}
      {count > 0 && <Button onClick={onClear}>{text.clear}</Button>}
    </div>
  )
  if (!isNarrow) return chips
  const close = (): void => setOpen(false)
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="filter-opener"
        onClick={() => setOpen(true)}
      >
        <FilterIcon />
        {text.filters}
        {count > 0 && (
          <>
            <span className="count" aria-hidden="true">
              {count}
            </span>
            <span className="visually-hidden">{text.set(count)}</span>
          </>
        )}
      </Button>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { className: 'filter-sheet', role: 'dialog', 'aria-labelledby': id } }}
      >
        <h2 id={id}>{text.filters}</h2>
        {chips}
        <Button variant="contained" onClick={close}>
          {text.done}
        </Button>
      </Drawer>
    </>
  )
}
