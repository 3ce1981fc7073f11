import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { workspaceTexts } from './texts.ts'

/** Instead of a workspace that the reader cannot find. */
export const MissingWorkspace = () => {
  const text = workspaceTexts.use()
  return (
    <div className="message-page">
      <PageTitle>{text.notFound}</PageTitle>
      <p>{text.notFoundText}</p>
      <div className="message-actions">
        <Link className="button" to={paths.workspaces}>
          {text.toWorkspaces}
        </Link>
      </div>
    </div>
  )
}

/** Instead of a workspace whose admin the reader is not. */
export const DeniedWorkspace = () => {
  const text = workspaceTexts.use()
  return (
    <div className="message-page">
      <PageTitle>{text.denied}</PageTitle>
      <p>{text.deniedText}</p>
      <div className="message-actions">
        <a className="button" href={paths.phone}>
          {text.toPhone}
        </a>
      </div>
    </div>
  )
}
