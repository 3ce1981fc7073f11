import { useEffect, useRef } from 'react'
import type { Device } from '#contract/accounts/devices.ts'
import { Link } from '#shared/parts/Link.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { waitingPath } from './waiting-path.ts'
import { waitsTexts } from './waits-texts.ts'

type Props = {
  readonly device: Device
  /** True if what had the focus is gone. */
  readonly takesFocus?: boolean
}

/** Says until when the device at hand cannot sign, and links to what makes it quicker. */
export const WaitsNotice = ({ device: { id, usableFrom }, takesFocus = false }: Props) => {
  const text = waitsTexts.use()
  const dayAndTime = useDayAndTime()
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) words.current?.focus()
  }, [takesFocus])
  return (
    <div className="notice info">
      <p ref={words} tabIndex={-1}>
        {text.waits(usableFrom === null ? '…' : dayAndTime(usableFrom))}
      </p>
      <Link className="button button-outlined" to={waitingPath(id)}>
        {text.open}
      </Link>
    </div>
  )
}
