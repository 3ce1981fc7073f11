import { useState } from 'react'
import { declineRequest } from '#contract/requests/decisions.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useDraft, useReloadDraft } from '#shared/forms/use-draft.ts'
import { personWords } from '#shared/parts/PersonText.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import type { DecisionProps } from './decision-props.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useRequestSubject } from './request-subject.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

/** Asks for confirmation before declining, and for a reason that may be left out. */
export const DeclineStep = ({ shown, onDecided, onRefused, onBack }: Props) => {
  const text = decisionTexts.use()
  const { erased } = requestTexts.use()
  const form = `decline ${shown.id}`
  const draft = useDraft(form)
  const [reason, setReason] = useState(typeof draft === 'string' ? draft : '')
  useReloadDraft(form, () => reason || null)
  const decline = useCommand(declineRequest, { onSuccess: onDecided, onError: onRefused })
  const body = reason.trim() === '' ? {} : { reason }
  return (
    <ConfirmStep
      subject={useRequestSubject(text.decline, shown)}
      text={{
        question: text.declineQuestion(personWords(shown.requester, erased)),
        back: text.back,
        confirm: text.declineConfirm,
        confirming: text.declining,
      }}
      command={decline}
      onConfirm={() => decline.mutate({ params: { id: shown.id }, body })}
      onBack={onBack}
    >
      <ForColleague of={shown.standsInFor} says="youDecide" />
      <ReasonField label={text.reason} hint={text.reasonHint} value={reason} onValue={setReason} />
    </ConfirmStep>
  )
}
