import { useId, useRef, useState } from 'react'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { ApproverPanel } from './ApproverPanel.tsx'
import { useApproverHint, type ApproverProps } from './ApproverChoice.tsx'
import { newRequestTexts } from './new-request-texts.ts'

/** A button that opens a search, for workspaces with many approvers. */
export const ApproverSearch = ({
  workspaceId,
  label,
  anyHint,
  fault,
  value,
  onValue,
}: ApproverProps & { readonly workspaceId: string }) => {
  const text = newRequestTexts.use()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const hint = useApproverHint(value, anyHint)
  const words = fault ?? hint
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
        aria-describedby={words === null ? undefined : `${id}-hint`}
        name="approver"
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}-value`}>
          {value ? (
            <PersonText of={value} erased={text.erased} />
          ) : anyHint === null ? (
            text.choose
          ) : (
            text.anyApprover
          )}
        </span>
      </button>
      {words !== null && (
        <p className={fault ? 'fault' : 'hint'} id={`${id}-hint`}>
          {words}
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
