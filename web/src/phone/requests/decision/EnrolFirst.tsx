import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '#shared/parts/Link.tsx'
import type { NoDevice, OwnDevice } from '../../accounts/keys/own-devices.ts'
import { enrolFormState } from '../../frame/device-link.ts'
import { WaitsNotice } from '../../accounts/waiting/WaitsNotice.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = {
  /** Where device setup leads back to. */
  readonly next: string
  readonly why: NoDevice
  /** The device that will sign here as soon as it no longer waits. */
  readonly waiting: OwnDevice | undefined
  /** True if a device could sign a moment ago: the form that had the focus is gone. */
  readonly takesFocus: boolean
  /** What a check has instead of a decline. */
  readonly noes: ReactNode
  /** A deputy declines with a device only, too. */
  readonly isDeputy?: boolean
  readonly onDecline: () => void
}

/** Replaces the approve button with a link to device setup and back, or with how long the device waits. A no needs no device. */
export const EnrolFirst = ({ next, why, waiting, takesFocus, noes, isDeputy, onDecline }: Props) => {
  const text = decisionTexts.use()
  const { enrol } = signingTexts.use()
  const isOnline = useOnline()
  const reason = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) reason.current?.focus()
  }, [takesFocus])
  return (
    <>
      {waiting ? (
        <WaitsNotice device={waiting} takesFocus={takesFocus} />
      ) : (
        <p ref={reason} className="notice info" tabIndex={-1}>
          {text.enrolFirst[why]} {noes ? text.noesWithout : !isDeputy && text.declineWithout}
        </p>
      )}
      <div className={noes ? 'answers' : 'decide'}>
        {noes ||
          (!isDeputy && (
            <button
              type="button"
              className="button button-danger"
              aria-disabled={!isOnline}
              onClick={() => isOnline && onDecline()}
            >
              {text.decline}
            </button>
          ))}
        {!waiting && (
          <Link className="button" to={`/device?next=${next}`} state={enrolFormState}>
            {enrol}
          </Link>
        )}
      </div>
    </>
  )
}
