import IconButton from '@mui/material/IconButton'
import { DownIcon, TrashIcon, UpIcon } from '#shared/parts/icons.tsx'

type Props = {
  /** Of what is moved: `KEY.up` and `KEY.down` name the buttons, so that the focus can go with it. */
  readonly name: string
  /** What is moved, in words. */
  readonly called: string
  readonly words: Readonly<Record<'up' | 'down' | 'remove', (called: string) => string>>
  readonly className?: string
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** Moves one of a list up and down, and removes it. */
export const MoveButtons = ({ name, called, words, className, onMove, onRemove }: Props) => (
  <span className={className}>
    <IconButton name={`${name}.up`} aria-label={words.up(called)} onClick={() => onMove(-1)}>
      <UpIcon />
    </IconButton>
    <IconButton name={`${name}.down`} aria-label={words.down(called)} onClick={() => onMove(1)}>
      <DownIcon />
    </IconButton>
    <IconButton aria-label={words.remove(called)} onClick={onRemove}>
      <TrashIcon />
    </IconButton>
  </span>
)
