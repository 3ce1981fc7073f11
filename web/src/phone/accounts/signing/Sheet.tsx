import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Initials } from '#shared/parts/Initials.tsx'
import { PersonText, type NamedPerson } from '#shared/parts/PersonText.tsx'
import { OfflineNotice } from '../../frame/OfflineNotice.tsx'
import { sessionTexts } from '../sessions/session-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import type { Reading } from './use-reading.ts'
import { signingTexts } from './signing-texts.ts'

/** What is decided or signed, and the other person. */
export type SheetSubject = {
  /** The action, also the label of its button. */
  readonly label: string
  readonly title: string
  /** The other person, where one is concerned. */
  readonly person: NamedPerson | null
  /** The word before the person: From or To. Null if nobody else is concerned. */
  readonly side: string | null
  /** What else is signed. */
  readonly more?: ReactNode
}

type Props = {
  readonly subject: SheetSubject
  /** For a signature: it waits until the end of the text was seen. */
  readonly reading?: Reading
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal sheet that repeats what is decided and with whom, with nothing cut. Escape closes it and returns the focus. */
export const Sheet = ({ subject, reading, onClose, children }: Props) => {
  const { label, title, person, side, more } = subject
  const { erased } = sessionTexts.use()
  const { signed, readFirst } = signingTexts.use()
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, because effects of the children take the focus.
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
        <div
          ref={reading?.region}
          className={reading ? 'signed is-watched' : 'signed'}
          {...(reading?.isLong && { tabIndex: 0, role: 'region', 'aria-label': signed })}
        >
          <div className="person">
            {side !== null && <Initials email={null} {...person} size="l" />}
            <div>
              <p className="sheet-title">
                <UserText>{title}</UserText>
              </p>
              {side !== null && (
                <p className="hint">
                  {side} {person ? <PersonText of={person} erased={erased} /> : erased}
                </p>
              )}
            </div>
          </div>
          {more}
          <div ref={reading?.end} className="signed-end" />
        </div>
        {reading?.isLong && !reading.isRead && <p className="hint">{readFirst}</p>}
        <OfflineNotice />
        {children}
      </div>
    </dialog>
  )
}
