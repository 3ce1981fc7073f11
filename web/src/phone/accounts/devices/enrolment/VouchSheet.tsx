import { SigningSheet } from '../../signing/SigningSheet.tsx'
import { enrolmentTexts } from './enrolment-texts.ts'
import type { useEnrolment } from './use-enrolment.ts'

/** Asks a device of the user to sign for the new one. Without one at hand, the new device waits. */
export const VouchSheet = ({ enrolment }: { readonly enrolment: ReturnType<typeof useEnrolment> }) => {
  const text = enrolmentTexts.use()
  const { signing, beginWithout } = enrolment
  return (
    <SigningSheet signing={signing}>
      <button
        type="button"
        className="button button-outlined"
        aria-disabled={signing.isSigning}
        onClick={() => signing.isSigning || beginWithout()}
      >
        {text.without}
      </button>
      <p className="hint">{text.withoutHint}</p>
    </SigningSheet>
  )
}
