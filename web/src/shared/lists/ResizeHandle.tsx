import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'

type Props = {
  readonly label: string
  /** The side of the column that moves: the one towards the flexible column. */
  readonly side: 'start' | 'end'
  /** In percent of the list; null restores the default. */
  readonly onResize: (percent: number | null) => void
}

const STEP_PX = 16
const LEAST_PX = 64
/** What the flexible column keeps. */
const FLEXIBLE_LEAST_PX = 160

const percentOf = (px: number, table: Element): number =>
  Math.round((1000 * px) / (table.clientWidth || 1)) / 10

/** Changes the width of its column by pointer or arrow keys. A double click or Enter restores the default. */
export const ResizeHandle = ({ label, side, onResize }: Props) => {
  const handle = useRef<HTMLSpanElement>(null)
  const dragged = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const sizes = () => {
    const cell = handle.current!.closest('th')!
    const table = cell.closest('table')!
    const flexible = table.querySelector('.is-flexible')!.clientWidth
    return { table, width: cell.offsetWidth, most: cell.offsetWidth + flexible - FLEXIBLE_LEAST_PX }
  }
  useLayoutEffect(() => {
    const { table, width } = sizes()
    handle.current!.ariaValueNow = `${Math.round(percentOf(width, table))}`
  })
  const resizeTo = (px: number): void => {
    const { table, most } = sizes()
    onResize(percentOf(Math.max(LEAST_PX, Math.min(px, most)), table))
  }
  const outward = side === 'end' ? 1 : -1
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: outward, ArrowLeft: -outward }[event.key]
    if (by) resizeTo(sizes().width + by * STEP_PX)
    else if (event.key === 'Enter') onResize(null)
    else return
    event.preventDefault()
  }
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    handle.current!.setPointerCapture(event.pointerId)
    dragged.current = { x: event.clientX, width: sizes().width }
  }
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    if (dragged.current) resizeTo(dragged.current.width + outward * (clientX - dragged.current.x))
  }
  const stop = (): void => {
    dragged.current = null
  }
  return (
    <span
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      tabIndex={0}
      className={`resize-handle resize-${side}`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(null)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  )
}
