import { denyRequest } from '#contract/requests/decisions.ts'
import type { CallWay } from '#contract/requests/requests.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ConfirmStep } from '../decision/ConfirmStep.tsx'
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
  const deny = useCommand(denyRequest, { onSuccess: onDecided, onError: onRefused })
  return (
    <ConfirmStep
      subject={useRequestSubject(text.denyConfirm, shown)}
      text={{
        question: text.denyQuestion(who),
        back: text.back,
        confirm: text.denyConfirm,
        confirming: text.denying,
      }}
      command={deny}
      onConfirm={() => deny.mutate({ params: { id: shown.id }, body: { call } })}
      onBack={onBack}
    />
  )
}
