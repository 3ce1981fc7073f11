import { PageTitle } from '../parts/PageTitle.tsx'
import { paths } from '../paths.ts'
import { useText } from '../texts/common.ts'
import './frame.css'
import '../parts/parts.css'

export const NotFoundPage = () => {
  const text = useText()
  return (
    <div className="message-page">
      <PageTitle>{text.notFound.title}</PageTitle>
      <p>{text.notFound.text}</p>
      <div className="message-actions">
        <a className="button" href={paths.landing}>
          {text.toMainPage}
        </a>
      </div>
    </div>
  )
}
