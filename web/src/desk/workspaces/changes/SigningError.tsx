import { ErrorNotice } from '#shared/native/Notice.tsx'
import { differsTexts } from '#shared/sign-in/differs-texts.ts'
import { NoPasskey } from '#shared/sign-in/passkeys.ts'
import { ContentDiffers } from '#shared/sign-in/signable.ts'
import { changesTexts } from './texts.ts'

/** Why nothing was signed or accepted. */
export const SigningError = ({ error }: { readonly error: unknown }) => {
  const { approve: text } = changesTexts.use()
  const differs = differsTexts.use()
  if (!error) return null
  if (error instanceof ContentDiffers)
    return (
      <div className="notice error" role="alert">
        <p>
          <strong>{differs.title}</strong>
        </p>
        <p>{differs.text}</p>
        <p>{differs.fields(error.fields.join(', '))}</p>
      </div>
    )
  if (error instanceof NoPasskey)
    return (
      <p className="notice info" role="alert">
        {text.cancelled}
      </p>
    )
  return <ErrorNotice error={error} />
}
