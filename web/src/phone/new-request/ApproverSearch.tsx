import { useId, useRef, useState } from 'react'
import { ApproverPanel } from './ApproverPanel.tsx'
import type { ApproverProps } from './ApproverChoice.tsx'
import { newRequestTexts } from './new-request-texts.ts'

/** For thousands: the choice, in full, and behind it a search. */
export const ApproverSearch = ({
  workspaceId,
  label,
  anyHint,
  value,
  onValue,
}: ApproverProps & { readonly workspaceId: string }) => {
  const text = newRequestTexts.use()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div className="field">
      <span id={`${id}-label`} className="label">
        {label}
      </span>
      <button
        ref={opener}
        type="button"
        className="input opener"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={value ? undefined : `${id}-hint`}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-value`}>{value ? (value.email ?? text.erased) : text.anyApprover}</span>
      </button>
      {value && !value.hasDevice && <p className="hint">{text.noDeviceHint}</p>}
      {!value && (
        <p className="hint" id={`${id}-hint`}>
          {anyHint}
        </p>
      )}
      {isOpen && (
        <ApproverPanel
          workspaceId={workspaceId}
          label={label}
          anyHint={anyHint}
          value={value}
          onValue={(approver) => {
            onValue(approver)
            close()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
