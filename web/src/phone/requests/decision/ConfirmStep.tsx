import { useEffect, useRef, type ReactNode } from 'react'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { Sheet, type SheetSubject } from '../../accounts/signing/Sheet.tsx'
import { useOnline } from '../../reads/use-online.ts'

type Props = {
  readonly subject: SheetSubject
  readonly text: {
    readonly question: string
    readonly back: string
    readonly confirm: string
    readonly confirming: string
  }
  readonly command: { readonly isPending: boolean; readonly error: unknown }
  readonly onConfirm: () => void
  readonly onBack: () => void
  /** What may be typed beside the answer. */
  readonly children?: ReactNode
}

/** A sheet that asks once more before an answer which needs no signature. */
export const ConfirmStep = ({ subject, text, command, onConfirm, onBack, children }: Props) => {
  const { isPending, error } = command
  const isOnline = useOnline()
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  const giveUp = () => !isPending && onBack()
  return (
    <Sheet subject={subject} onClose={giveUp}>
      <p ref={question} tabIndex={-1}>
        {text.question}
      </p>
      {children}
      <RefusalNotice error={error} />
      <div className="decide">
        <button type="button" className="button button-outlined" aria-disabled={isPending} onClick={giveUp}>
          {text.back}
        </button>
        <button
          type="button"
          className="button button-danger-filled"
          aria-disabled={isPending || !isOnline}
          onClick={() => !isPending && isOnline && onConfirm()}
        >
          {isPending ? text.confirming : text.confirm}
        </button>
      </div>
    </Sheet>
  )
}
