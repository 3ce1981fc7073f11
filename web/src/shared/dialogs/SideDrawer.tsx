import { useEffect, useId, useRef, type KeyboardEvent as KeyPress, type ReactNode } from 'react'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CrossIcon, DownIcon, UpIcon } from '../parts/icons.tsx'
import { useText } from '../texts/common.ts'
import './side-drawer.css'

type Step = { readonly label: string; readonly run: (() => void) | undefined }

/** Steps to the neighbours in the list. `run` is undefined at its end. */
export type Steps = { readonly previous: Step; readonly next: Step }

type Props = {
  readonly title: ReactNode
  readonly meta: ReactNode
  readonly steps?: Steps
  /** Returns what gets the focus when the drawer closes. By default what had it before. */
  readonly restoreTo?: () => HTMLElement | null | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Details beside a list. It moves the list aside if there is room, else covers it. Escape closes it and restores the focus. */
export const SideDrawer = ({ title, meta, steps, restoreTo, onClose, children }: Props) => {
  const text = useText()
  const id = useId()
  const isBeside = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const closing = useRef<HTMLButtonElement>(null)
  const restoring = useRef(restoreTo)
  useEffect(() => {
    restoring.current = restoreTo
  })
  useEffect(() => {
    const opener = document.activeElement
    closing.current?.focus()
    return () => {
      // The newest function is meant: the row may be another than at first.
      const target = restoring.current?.() ?? opener
      if (target instanceof HTMLElement) target.focus()
    }
  }, [])
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClose])
  const step = ({ key, altKey, ctrlKey, metaKey }: KeyPress): void => {
    if (altKey || ctrlKey || metaKey) return
    if (key === 'ArrowLeft') steps?.previous.run?.()
    if (key === 'ArrowRight') steps?.next.run?.()
  }
  return (
    <Drawer
      open
      anchor="right"
      variant={isBeside ? 'persistent' : 'temporary'}
      className={isBeside ? 'drawer-beside' : undefined}
      onClose={onClose}
      // The effect above restores the focus.
      ModalProps={{ disableRestoreFocus: true }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': !isBeside,
          'aria-labelledby': id,
          onKeyDown: step,
        },
      }}
    >
      <header className="drawer-head">
        <div aria-live={steps && 'polite'}>
          <h2 id={id}>{title}</h2>
          <p className="meta numbers">{meta}</p>
        </div>
        {steps && (
          <span className="drawer-steps">
            <StepButton {...steps.previous} keys="ArrowLeft" icon={<UpIcon />} />
            <StepButton {...steps.next} keys="ArrowRight" icon={<DownIcon />} />
          </span>
        )}
        <IconButton ref={closing} aria-label={text.close} onClick={onClose}>
          <CrossIcon />
        </IconButton>
      </header>
      <div className="drawer-body">{children}</div>
    </Drawer>
  )
}

type StepProps = Step & { readonly keys: string; readonly icon: ReactNode }

/** Keeps the focus at the end of the list, where a disabled button would lose it. */
const StepButton = ({ label, run, keys, icon }: StepProps) => (
  <IconButton aria-label={label} title={label} aria-keyshortcuts={keys} aria-disabled={!run} onClick={run}>
    {icon}
  </IconButton>
)

/** One line of a list of facts. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
