import { useState } from 'react'
import type { ParticipantCounts } from '#contract/workspaces/participants.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { Link } from '#shared/parts/Link.tsx'
import { inStorage } from '#shared/session/browser-storage.ts'
import { participantsTexts } from './texts.ts'

type Props = { readonly workspace: Workspace; readonly counts: ParticipantCounts | undefined }

/** Offers to protect people as soon as there are two admins. This browser remembers that it was dismissed. */
export const ProtectNotice = ({ workspace: { id, peopleProtected }, counts }: Props) => {
  const { protect: text } = participantsTexts.use()
  const key = `vieraugen-protect-dismissed ${id}`
  const [isDismissed, setDismissed] = useState(() => inStorage(() => localStorage.getItem(key)) !== null)
  if (peopleProtected || isDismissed || !counts || counts.admin < 2 || counts.accepted < 2) return null
  const dismiss = (): void => {
    inStorage(() => localStorage.setItem(key, ''))
    setDismissed(true)
    document.querySelector('h1')?.focus()
  }
  return (
    <div className="notice info">
      <p>
        <strong>{text.title}</strong> {text.text}
      </p>
      <p className="notice-actions">
        <Link to="?tab=settings">{text.open}</Link>
        <button type="button" className="button-link" onClick={dismiss}>
          {text.dismiss}
        </button>
      </p>
    </div>
  )
}
