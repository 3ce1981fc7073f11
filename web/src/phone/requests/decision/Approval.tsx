import type { ReactNode, SubmitEvent } from 'react'
import type { CallWay } from '#contract/requests/requests.ts'
import { approveRequest, requestChallenge } from '#contract/requests/decisions.ts'
import { call } from '#shared/api/api.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import type { OwnDevice } from '../../accounts/keys/own-devices.ts'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import type { SheetSubject } from '../../accounts/signing/Sheet.tsx'
import { differences } from '../proof/signed-content.ts'
import { SigningSheet } from '../../accounts/signing/SigningSheet.tsx'
import { useSigning } from '../../accounts/signing/use-signing.ts'
import type { DecisionProps } from './decision-props.ts'
import { SignedBeside } from './SignedBeside.tsx'
import { useRequestSubject } from './request-subject.ts'
import { decisionTexts } from './decision-texts.ts'

/** The number that the approver typed, for a call check. */
export type Check = {
  readonly number: string
  readonly onMissing: () => void
  readonly onRefused: (error: unknown) => void
  /** The answer to who called whom; undefined for a check that does not say what is asked for. */
  readonly call: CallWay | undefined
  /** The answers of a check that says what is asked for, instead of a decline. They need no device. */
  readonly noes: ReactNode
  /** Id of the form that the number field belongs to. */
  readonly formId: string
}

type Props = DecisionProps & {
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly isOnline: boolean
  readonly onRefused: (error: unknown) => void
  readonly onDecline: () => void
}

const useApproval = (
  { shown, approverId, devices, onDecided, onRefused }: Props,
  subject: SheetSubject,
  { number, call: way }: Partial<Pick<Check, 'number' | 'call'>> = {},
) => {
  const params = { id: shown.id }
  const answer = way && { call: way }
  return useSigning({
    endpoints: { prepares: requestChallenge, takes: approveRequest },
    content: {
      prepare: () => call(requestChallenge, { params, body: { ...answer } }),
      differences: (prepared) => differences(shown, { approverId, call: way }, prepared),
    },
    subject,
    shows: ({ content }) => <SignedBeside shown={shown} content={content} way={way} />,
    send: (proof, idempotencyKey) =>
      call(approveRequest, {
        params,
        body: { proof, ...(number && { number }), ...answer },
        idempotencyKey,
      }),
    devices,
    onDone: onDecided,
    onRefused,
  })
}

/** The buttons that decline a request or approve it with a signature. A call check also needs both digits of the number. */
export const Approval = ({ check, ...props }: Props & { readonly check: Check | undefined }) => {
  const { shown, isOnline, onDecline } = props
  const text = decisionTexts.use()
  const subject = useRequestSubject(check ? text.signCheck : text.sign, shown)
  const signing = useApproval(props, subject, check)
  const isMissing = check !== undefined && check.number.length < 2
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isMissing) check.onMissing()
    else if (isOnline) signing.begin()
  }
  return (
    <>
      <SigningSheet signing={signing} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <form id={check?.formId} className="decide" noValidate onSubmit={submit}>
        {!check?.noes && (
          <button
            type="button"
            className="button button-danger"
            aria-disabled={!isOnline}
            onClick={() => isOnline && onDecline()}
          >
            {text.decline}
          </button>
        )}
        <button
          type="submit"
          className="button"
          aria-disabled={signing.isPreparing || !isOnline || isMissing}
        >
          <CheckIcon />
          {signing.isPreparing ? text.preparing : check ? text.confirm : text.approve}
        </button>
      </form>
    </>
  )
}
