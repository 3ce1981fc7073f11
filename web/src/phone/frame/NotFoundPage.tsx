import { Link } from 'react-router-dom'
import { frameTexts } from './frame-texts.ts'
import { PhoneScreen } from './PhoneScreen.tsx'

export const NotFoundPage = () => {
  const text = frameTexts.use()
  return (
    <PhoneScreen title={text.notFoundTitle}>
      <p>{text.notFoundText}</p>
      <Link className="button button-outlined" to="/">
        {text.toHome}
      </Link>
    </PhoneScreen>
  )
}
