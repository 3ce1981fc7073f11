import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { OfflineNotice } from '../../frame/OfflineNotice.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

/** What is decided or signed, and with whom. */
export type SheetSubject = {
  /** The deed, which its button says too. */
  readonly label: string
  readonly title: string
  readonly email: string | null
  /** Whether it comes from that person or goes to them, in a word. */
  readonly side: string
}

/** The subject of a decision about a request that somebody else made. */
export const useRequestSubject = (label: string, { title, requester: { email } }: Request): SheetSubject => {
  const text = requestTexts.use()
  return { label, title: title ?? text.erasedText, email, side: text.from }
}

type Props = { readonly subject: SheetSubject; readonly onClose: () => void; readonly children: ReactNode }

/** Slides up over the screen, whose words nobody hears then, and says again what is decided, for whom. Escape closes; the focus goes back. */
export const Sheet = ({ subject: { label, title, email, side }, onClose, children }: Props) => {
  const { erased } = requestTexts.use()
  const dialog = useRef<HTMLDialogElement>(null)
  // before the effects of what is inside, which take the focus
  useLayoutEffect(() => {
    const sheet = dialog.current
    sheet?.showModal()
    return () => sheet?.close()
  }, [])
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
              <UserText>{title}</UserText>
            </p>
            <p className="hint one-line">
              {side} {email ?? erased}
            </p>
          </div>
        </div>
        <OfflineNotice />
        {children}
      </div>
    </dialog>
  )
}
