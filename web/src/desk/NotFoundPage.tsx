import { Link } from 'react-router-dom'
import { PageTitle } from '../shared/PageTitle.tsx'
import { paths } from '../shared/paths.ts'
import { useText } from '../shared/texts/common.ts'
import '../shared/parts.css'

export const NotFoundPage = () => {
  const text = useText()
  return (
    <div className="message-page">
      <PageTitle>{text.notFound.title}</PageTitle>
      <p>{text.notFound.text}</p>
      <div className="message-actions">
        <Link className="button" to={paths.landing}>
          {text.toMainPage}
        </Link>
      </div>
    </div>
  )
}
