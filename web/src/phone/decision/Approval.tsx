import { CheckIcon } from '../../shared/icons.tsx'
import { RefusalNotice } from '../signing/RefusalNotice.tsx'
import { SigningSheet } from '../signing/SigningSheet.tsx'
import { useAbout } from '../signing/use-about.ts'
import { decisionTexts } from './decision-texts.ts'
import { useApproval, type ApprovalProps } from './use-approval.ts'

/** Approves what is shown with a signature. */
export const Approval = (props: ApprovalProps) => {
  const { shown, isOnline, onDecline } = props
  const text = decisionTexts.use()
  const signing = useApproval(props)
  const about = useAbout(text.sign, shown)
  return (
    <>
      <SigningSheet signing={signing} about={about} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <div className="decide">
        <button
          type="button"
          className="button button-danger"
          aria-disabled={!isOnline}
          onClick={() => isOnline && onDecline()}
        >
          {text.decline}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={signing.isPreparing || !isOnline}
          onClick={() => isOnline && signing.begin()}
        >
          <CheckIcon />
          {signing.isPreparing ? text.preparing : text.approve}
        </button>
      </div>
    </>
  )
}
