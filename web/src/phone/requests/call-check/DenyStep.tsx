import { useEffect, useRef } from 'react'
import { denyRequest } from '#contract/requests/decisions.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { Sheet } from '../../accounts/signing/Sheet.tsx'
import { useOnline } from '../../reads/use-online.ts'
import type { DecisionProps } from '../decision/decision-props.ts'
import { useRequestSubject } from '../decision/request-subject.ts'
import { whoCalledTexts } from '../parts/who-called-texts.ts'

type Props = Pick<DecisionProps, 'shown' | 'onDecided'> & {
  readonly who: string
  readonly call: CallWay
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

/** Asks before a claim is denied, because that alerts all admins. */
export const DenyStep = ({ shown, who, call, onDecided, onRefused, onBack }: Props) => {
  const text = whoCalledTexts.use()
  const subject = useRequestSubject(text.denyConfirm, shown)
  const isOnline = useOnline()
  const question = useRef<HTMLParagraphElement>(null)
  const deny = useCommand(denyRequest, { onSuccess: onDecided, onError: onRefused })
  useEffect(() => question.current?.focus(), [])
  const giveUp = () => !deny.isPending && onBack()
  return (
    <Sheet subject={subject} onClose={giveUp}>
      <p ref={question} tabIndex={-1}>
        {text.denyQuestion(who)}
      </p>
      <RefusalNotice error={deny.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={deny.isPending}
          onClick={giveUp}
        >
          {text.back}
        </button>
        <button
          type="button"
          className="button button-danger-filled"
          aria-disabled={deny.isPending || !isOnline}
          onClick={() =>
            !deny.isPending && isOnline && deny.mutate({ params: { id: shown.id }, body: { call } })
          }
        >
          {deny.isPending ? text.denying : text.denyConfirm}
        </button>
      </div>
    </Sheet>
  )
}
