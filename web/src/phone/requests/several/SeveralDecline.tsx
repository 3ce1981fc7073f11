import { useState } from 'react'
import { MOST_REASON } from '#contract/requests/decisions.ts'
import type { Request } from '#contract/requests/requests.ts'
import { declineMany } from '#contract/requests/several.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { Field } from '../../frame/Field.tsx'
import { ConfirmStep } from '../decision/ConfirmStep.tsx'
import { decisionTexts } from '../decision/decision-texts.ts'
import { FullRequests } from './FullRequests.tsx'
import type { Results } from './SeveralResults.tsx'
import { severalTexts } from './several-texts.ts'

type Props = {
  readonly chosen: readonly Request[]
  readonly onDone: (results: Results) => void
  readonly onBack: () => void
}

/** Asks for confirmation before declining all that are chosen, and for one reason for all, which may be left out. */
export const SeveralDecline = ({ chosen, onDone, onBack }: Props) => {
  const text = severalTexts.use()
  const { back, declineConfirm, declining, reason: reasonLabel } = decisionTexts.use()
  const [reason, setReason] = useState('')
  const decline = useCommand(declineMany, { onSuccess: ({ results }) => onDone(results) })
  const count = chosen.length
  const body = { requestIds: chosen.map(({ id }) => id), ...(reason.trim() !== '' && { reason }) }
  const more = <FullRequests requests={chosen} />
  return (
    <ConfirmStep
      subject={{ label: text.decline(count), title: text.count(count), person: null, side: null, more }}
      text={{ question: text.declineQuestion(count), back, confirm: declineConfirm, confirming: declining }}
      command={decline}
      onConfirm={() => decline.mutate({ body })}
      onBack={onBack}
    >
      <Field label={reasonLabel} hint={text.declineReasonHint}>
        {(inner) => (
          <textarea
            className="input"
            {...inner}
            dir="auto"
            rows={2}
            maxLength={MOST_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ConfirmStep>
  )
}
