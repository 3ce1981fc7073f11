import { useEffect, useId, useRef, type ReactNode } from 'react'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CrossIcon } from '../parts/icons.tsx'
import { useText } from '../texts/common.ts'
import './side-drawer.css'

type Props = {
  readonly title: ReactNode
  readonly meta: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Details beside a list. It moves the list aside if there is room, else covers it. Escape closes it and restores the focus. */
export const SideDrawer = ({ title, meta, onClose, children }: Props) => {
  const text = useText()
  const id = useId()
  const isBeside = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const closing = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    closing.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
  return (
    <Drawer
      open
      anchor="right"
      variant={isBeside ? 'persistent' : 'temporary'}
      className={isBeside ? 'drawer-beside' : undefined}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': !isBeside,
          'aria-labelledby': id,
        },
      }}
    >
      <header className="drawer-head">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="meta numbers">{meta}</p>
        </div>
        <IconButton ref={closing} aria-label={text.close} onClick={onClose}>
          <CrossIcon />
        </IconButton>
      </header>
      <div className="drawer-body">{children}</div>
    </Drawer>
  )
}

/** One line of a list of facts. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
