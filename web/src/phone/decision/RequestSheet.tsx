import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Request } from '#contract/requests.ts'
import { Initials } from '../../shared/Initials.tsx'
import { Typed } from '../../shared/Typed.tsx'
import { requestTexts } from '../requests/request-texts.ts'

type Props = {
  readonly request: Request
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Slides up over the screen and says again what is decided, for whom. Escape closes; the focus goes back. */
export const RequestSheet = ({ request, label, onClose, children }: Props) => {
  const text = requestTexts.use()
  const dialog = useRef<HTMLDialogElement>(null)
  // before the effects of what is inside, which take the focus
  useLayoutEffect(() => {
    const sheet = dialog.current
    sheet?.showModal()
    return () => sheet?.close()
  }, [])
  const { email } = request.requester
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="form">
        <div className="person">
          <Initials email={email} size="l" />
          <div>
            <p className="sheet-title">
              <Typed>{request.title ?? text.erasedText}</Typed>
            </p>
            <p className="hint one-line">
              {text.from} {email ?? text.erased}
            </p>
          </div>
        </div>
        {children}
      </div>
    </dialog>
  )
}
