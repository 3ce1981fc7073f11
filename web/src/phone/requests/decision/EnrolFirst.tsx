import { useEffect, useRef } from 'react'
import { Link } from '#shared/parts/Link.tsx'
import type { NoDevice } from '../../accounts/devices/own-devices.ts'
import { enrolFormState } from '../../accounts/devices/device-link.ts'
import { useOnline } from '../../reads/use-online.ts'
import { signingTexts } from '../proof/signing-texts.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = {
  readonly requestId: string
  readonly why: NoDevice
  /** Just now something could sign: the form with the focus is gone. */
  readonly takesFocus: boolean
  readonly onDecline: () => void
}

/** Instead of approving: the way to setting it up and back. Declining needs none. */
export const EnrolFirst = ({ requestId, why, takesFocus, onDecline }: Props) => {
  const text = decisionTexts.use()
  const isOnline = useOnline()
  const reason = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) reason.current?.focus()
  }, [takesFocus])
  return (
    <>
      <p ref={reason} className="notice info" tabIndex={-1}>
        {text.enrolFirst[why]}
      </p>
      <div className="decide">
        <button
          type="button"
          className="button button-danger"
          aria-disabled={!isOnline}
          onClick={() => isOnline && onDecline()}
        >
          {text.decline}
        </button>
        <Link className="button" to={`/device?next=/requests/${requestId}`} state={enrolFormState}>
          {signingTexts.use().enrol}
        </Link>
      </div>
    </>
  )
}
