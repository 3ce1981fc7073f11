import { useState } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { declineMany } from '#contract/requests/several.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmStep } from '../decision/ConfirmStep.tsx'
import { decisionTexts } from '../decision/decision-texts.ts'
import { ReasonField } from '../decision/ReasonField.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { FullRequests } from './FullRequests.tsx'
import type { Results } from './SeveralResults.tsx'
import { severalTexts } from './several-texts.ts'

type Props = {
  readonly chosen: readonly Request[]
  readonly onDone: (results: Results) => void
  readonly onBack: () => void
}

/** Asks for confirmation before declining all that are chosen, and for one reason for all or for one each, which may be left out. */
export const SeveralDecline = ({ chosen, onDone, onBack }: Props) => {
  const text = severalTexts.use()
  const { back, declineConfirm, declining, reason: reasonLabel } = decisionTexts.use()
  const { erasedText } = requestTexts.use()
  const [reason, setReason] = useState('')
  const [isEach, setEach] = useState(false)
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const decline = useCommand(declineMany, { onSuccess: ({ results }) => onDone(results) })
  const count = chosen.length
  const requestIds = chosen.map(({ id }) => id)
  const own = requestIds.map((requestId) => ({ requestId, reason: reasons[requestId] ?? '' })).filter(isGiven)
  const body = { requestIds, ...(isEach ? { reasons: own } : isGiven({ reason }) && { reason }) }
  const more = <FullRequests requests={chosen} />
  return (
    <ConfirmStep
      subject={{ label: text.decline(count), title: text.count(count), person: null, side: null, more }}
      text={{ question: text.declineQuestion(count), back, confirm: declineConfirm, confirming: declining }}
      command={decline}
      onConfirm={() => decline.mutate({ body })}
      onBack={onBack}
    >
      {count > 1 && (
        <label className="choice ticked">
          <input type="checkbox" checked={isEach} onChange={() => setEach(!isEach)} />
          <span>{text.reasonEach}</span>
        </label>
      )}
      {isEach ? (
        chosen.map(({ id, title }) => (
          <ReasonField
            key={id}
            label={title ?? erasedText}
            value={reasons[id] ?? ''}
            onValue={(value) => setReasons({ ...reasons, [id]: value })}
          />
        ))
      ) : (
        <ReasonField label={reasonLabel} hint={text.declineReasonHint} value={reason} onValue={setReason} />
      )}
    </ConfirmStep>
  )
}

const isGiven = ({ reason }: { readonly reason: string }): boolean => reason.trim() !== ''
