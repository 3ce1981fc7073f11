import { declineRequest } from '#contract/requests/decisions.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { requestTexts } from '../parts/request-texts.ts'
import type { DecisionProps } from './decision-props.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { useRequestSubject } from './request-subject.ts'
import { decisionTexts } from './decision-texts.ts'

type Props = DecisionProps & {
  readonly onRefused: (error: unknown) => void
  readonly onBack: () => void
}

/** Asks for confirmation before declining. */
export const DeclineStep = ({ shown, onDecided, onRefused, onBack }: Props) => {
  const text = decisionTexts.use()
  const { erased } = requestTexts.use()
  const decline = useCommand(declineRequest, { onSuccess: onDecided, onError: onRefused })
  return (
    <ConfirmStep
      subject={useRequestSubject(text.decline, shown)}
      text={{
        question: text.declineQuestion(shown.requester.email ?? erased),
        back: text.back,
        confirm: text.declineConfirm,
        confirming: text.declining,
      }}
      command={decline}
      onConfirm={() => decline.mutate({ params: { id: shown.id } })}
      onBack={onBack}
    />
  )
}
