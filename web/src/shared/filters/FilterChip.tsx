import { useState, type MouseEvent, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { CrossIcon, DownIcon } from '../parts/icons.tsx'
import { UserText } from '../parts/UserText.tsx'
import { filterTexts } from './texts.ts'
import './filters.css'

type Props = {
  readonly name: string
  /** The current value as text. Empty: not set. */
  readonly value: string
  readonly onRemove: () => void
  /** The control that sets the filter. Without it the chip shows only while the filter is set. */
  readonly children?: (close: () => void) => ReactNode
}

/** A filter of a list. Shows its value and opens the control that sets it. */
export const FilterChip = ({ name, value, onRemove, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = (): void => setAnchor(null)
  if (!value && !children) return null
  return (
    <span className={value ? 'filter-chip is-set' : 'filter-chip'}>
      <Button
        aria-haspopup={children && 'dialog'}
        aria-expanded={children && anchor !== null}
        onClick={(event) => children && setAnchor(event.currentTarget)}
      >
        <span className="filter-name">{name}</span>
        {value ? (
          <span className="one-line">
            <UserText>{value}</UserText>
          </span>
        ) : (
          <DownIcon />
        )}
      </Button>
      {value && <RemoveFilter name={name} onRemove={onRemove} isLast={!children} />}
      {children && (
        <Popover
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { className: 'filter-panel', role: 'dialog', 'aria-label': name } }}
        >
          {children(close)}
        </Popover>
      )}
    </span>
  )
}

type RemoveProps = Pick<Props, 'name' | 'onRemove'> & {
  /** Whether the chip disappears when its filter is removed. */
  readonly isLast?: boolean
}

export const RemoveFilter = ({ name, onRemove, isLast = false }: RemoveProps) => {
  const text = filterTexts.use()
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // The button disappears, so the focus moves first.
    const place = currentTarget.closest(isLast ? '.filter-chips' : '.filter-chip')
    place?.querySelector<HTMLElement>('button, select')?.focus()
    onRemove()
  }
  return (
    <IconButton aria-label={text.remove(name)} onClick={remove}>
      <CrossIcon />
    </IconButton>
  )
}
