import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { PageTitle } from '../shared/PageTitle.tsx'
import { useText } from '../shared/texts/common.ts'
import { PublicFrame } from './PublicLayout.tsx'
import '../shared/parts.css'

/** What stands instead of a page that threw, or whose files could not be loaded. Links load the app anew. */
export const ErrorPage = () => {
  const text = useText()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <PublicFrame>
      <div className="message-page" role="alert">
        <PageTitle>{text.unexpected}</PageTitle>
        <div className="message-actions">
          <a className="button" href={paths.landing}>
            {text.toMainPage}
          </a>
          <button type="button" className="button button-outlined" onClick={() => location.reload()}>
            {text.retry}
          </button>
        </div>
      </div>
    </PublicFrame>
  )
}
