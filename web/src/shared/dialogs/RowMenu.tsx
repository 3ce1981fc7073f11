import { useState, type ReactNode } from 'react'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { MoreIcon } from '../parts/icons.tsx'

export type RowAction = {
  readonly key: string
  readonly icon: ReactNode
  readonly label: string
  readonly run: () => void
  readonly isDangerous?: true
}
export type OpenedRowMenu = { readonly anchor: HTMLElement | null; readonly onClose: () => void }

type Props = {
  readonly label: string
  readonly isPending?: boolean
  /** `RowActions`, rendered when the menu is first opened. */
  readonly children: (menu: OpenedRowMenu) => ReactNode
}

/** The menu of a row. Lists are long, so it renders only a button until it is opened. */
export const RowMenu = ({ label, isPending = false, children }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  return (
    // A click here must not open the row.
    <span className="row-menu" role="presentation" onClick={(event) => event.stopPropagation()}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isPending}
        aria-disabled={isPending}
        onClick={(event) => {
          if (isPending) return
          setOpened(true)
          setAnchor(event.currentTarget)
        }}
      >
        <MoreIcon />
      </button>
      {wasOpened && children({ anchor, onClose: () => setAnchor(null) })}
    </span>
  )
}

/** The actions in the menu of a row. The dangerous one comes last, below a divider. */
export const RowActions = ({
  anchor,
  onClose,
  actions,
}: OpenedRowMenu & { readonly actions: readonly RowAction[] }) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
    transformOrigin={{ vertical: 'top', horizontal: 'right' }}
  >
    {actions.flatMap(({ key, icon, label, run, isDangerous }) => [
      ...(isDangerous ? [<Divider key={`${key}-line`} role="separator" component="li" />] : []),
      <MenuItem
        key={key}
        className={isDangerous ? 'is-dangerous' : ''}
        onClick={() => {
          onClose()
          run()
        }}
      >
        {icon}
        {label}
      </MenuItem>,
    ])}
  </Menu>
)
