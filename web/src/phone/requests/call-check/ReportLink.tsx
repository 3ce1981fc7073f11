import { useLocation } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import { AlertIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { checkTexts } from './check-texts.ts'

type Props = { readonly request: Request; readonly isRequester: boolean }

/** Opens the report page. It is there even after the request has ended. */
export const ReportLink = ({ request, isRequester }: Props) => {
  const text = checkTexts.use()
  const { state } = useLocation()
  if (request.reportedAt !== null) return null
  return (
    <Link className="button button-text report-link" to={`/requests/${request.id}/report`} state={state}>
      <AlertIcon />
      {isRequester || request.type === 'verification' ? text.notMe : text.suspicious}
    </Link>
  )
}
