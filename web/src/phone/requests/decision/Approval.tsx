import type { SubmitEvent } from 'react'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { RefusalNotice } from '../proof/RefusalNotice.tsx'
import { SigningSheet } from '../proof/SigningSheet.tsx'
import { useAbout } from '../proof/use-about.ts'
import { decisionTexts } from './decision-texts.ts'
import { useApproval, type ApprovalProps } from './use-approval.ts'

/** What a check in a call adds: the number that was heard. */
export type Check = {
  readonly number: string
  readonly onMissing: () => void
  readonly onRefused: (error: unknown) => void
  /** Of the form that the number's field belongs to. */
  readonly formId: string
}

/** Approves what is shown with a signature; of a call check, once both digits of the number are there. */
export const Approval = ({ check, ...props }: ApprovalProps & { readonly check: Check | undefined }) => {
  const { shown, isOnline, onDecline } = props
  const text = decisionTexts.use()
  const about = useAbout(check ? text.signCheck : text.sign, shown)
  const signing = useApproval(props, about, check?.number)
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
        <button
          type="button"
          className="button button-danger"
          aria-disabled={!isOnline}
          onClick={() => isOnline && onDecline()}
        >
          {text.decline}
        </button>
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
