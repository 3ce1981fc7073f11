import { paths } from '#shared/paths.ts'
import { frameTexts } from '#shared/frame/frame-texts.ts'
import { authTexts } from '../texts.ts'

/** Links to both documents in a new tab, so that the form keeps its input. */
export const TermsLinks = () => {
  const text = authTexts.use()
  const { footer } = frameTexts.use()
  return (
    <>
      <a href={paths.terms} target="_blank">
        {footer.terms}
      </a>{' '}
      {text.signup.and}{' '}
      <a href={paths.privacy} target="_blank">
        {footer.privacy}
      </a>
    </>
  )
}
