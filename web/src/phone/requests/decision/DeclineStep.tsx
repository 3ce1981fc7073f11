import { useEffect, useRef } from 'react'
import { declineRequest } from '#contract/requests/decisions.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { useOnline } from '../../reads/use-online.ts'
import { requestTexts } from '../parts/request-texts.ts'
import type { DecisionProps } from './decision-props.ts'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { Sheet } from '../../accounts/signing/Sheet.tsx'
import { useRequestSubject } from './request-subject.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

/** Asks for confirmation before declining. */
export const DeclineStep = ({ shown, onDecided, onRefused, onBack }: Props) => {
  const text = decisionTexts.use()
  const subject = useRequestSubject(text.decline, shown)
  const erased = requestTexts.use().erased
  const isOnline = useOnline()
  const question = useRef<HTMLParagraphElement>(null)
  const decline = useCommand(declineRequest, { onSuccess: onDecided, onError: onRefused })
  useEffect(() => question.current?.focus(), [])

  const giveUp = () => !decline.isPending && onBack()
  return (
    <Sheet subject={subject} onClose={giveUp}>
      <p ref={question} tabIndex={-1}>
        {text.declineQuestion(shown.requester.email ?? erased)}
      </p>
      <RefusalNotice error={decline.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={decline.isPending}
          onClick={giveUp}
        >
          {text.back}
        </button>
        <button
          type="button"
          className="button button-danger-filled"
          aria-disabled={decline.isPending || !isOnline}
          onClick={() => !decline.isPending && isOnline && decline.mutate({ params: { id: shown.id } })}
        >
          {decline.isPending ? text.declining : text.declineConfirm}
        </button>
      </div>
    </Sheet>
  )
}
