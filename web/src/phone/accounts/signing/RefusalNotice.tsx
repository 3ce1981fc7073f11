import { isApiError } from '#shared/api-error.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { differsTexts } from '#shared/sign-in/differs-texts.ts'
import { NoPasskey } from '#shared/sign-in/passkeys.ts'
import { ContentDiffers } from '#shared/sign-in/signable.ts'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { KeyMissing, triesLeft, usableFrom } from './sign.ts'
import { signingTexts } from './signing-texts.ts'

/** Explains why nothing was signed or accepted, and what to do. */
export const RefusalNotice = ({ error }: { error: unknown }) => {
  const text = signingTexts.use()
  const differs = differsTexts.use()
  const dayAndTime = useDayAndTime()
  if (error instanceof ContentDiffers) {
    return (
      <div ref={scrollIntoViewRef} className="notice error" role="alert">
        <p>
          <strong>{differs.title}</strong>
        </p>
        <p>{differs.text}</p>
        <p className="hint">{differs.fields(error.fields.join(', '))}</p>
      </div>
    )
  }
  if (error instanceof NoPasskey) {
    return (
      <p ref={scrollIntoViewRef} className="notice info" role="alert">
        {text.noPasskey}
      </p>
    )
  }
  if (error instanceof KeyMissing) {
    return (
      <p ref={scrollIntoViewRef} className="notice error" role="alert">
        {text.keyMissing}
      </p>
    )
  }
  // Shown beside the number field.
  if (isApiError(error, 'number.wrong')) return null
  if (isApiError(error, 'request.limit') && error.details.some(({ of }) => of === 'approver')) {
    return (
      <p ref={scrollIntoViewRef} className="notice error" role="alert">
        {text.manySides}
      </p>
    )
  }
  const from = isApiError(error, 'device.waiting') ? usableFrom(error.details) : null
  if (from !== null) {
    return (
      <p ref={scrollIntoViewRef} className="notice error" role="alert">
        {text.waiting(dayAndTime(from))}
      </p>
    )
  }
  const left = isApiError(error, 'proof.invalid') ? triesLeft(error.details) : null
  return <ErrorNotice error={error}>{left !== null && <p>{text.triesLeft(left)}</p>}</ErrorNotice>
}
