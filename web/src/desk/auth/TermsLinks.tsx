import { Link } from 'react-router-dom'
import { paths } from '../../shared/paths.ts'
import { useText } from '../../shared/texts/common.ts'
import { authTexts } from './texts.ts'

/** Both documents, in a new tab so that what was typed stays. */
export const TermsLinks = () => {
  const text = authTexts.use()
  const { footer } = useText()
  return (
    <>
      <Link to={paths.terms} target="_blank">
        {footer.terms}
      </Link>{' '}
      {text.signup.and}{' '}
      <Link to={paths.privacy} target="_blank">
        {footer.privacy}
      </Link>
    </>
  )
}
