import type { Request } from '#contract/requests/requests.ts'
import { FileLines } from '#shared/files/FileList.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TimeLeft } from '../parts/TimeLeft.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { severalTexts } from './several-texts.ts'

/** All of what is signed of one request, with nothing cut. */
export const FullRequest = ({ request }: { readonly request: Request }) => {
  const { erased, erasedText } = requestTexts.use()
  const { from } = severalTexts.use()
  const { title, details, requester, workspaceName, expiresAt } = request
  return (
    <span className="full-request">
      <strong>
        <UserText>{title ?? erasedText}</UserText>
      </strong>
      {details && <bdi className="lines">{details}</bdi>}
      <FileLines files={request.files} />
      <span className="hint">
        {from} {personWords(requester, erased)} · <UserText>{workspaceName ?? erasedText}</UserText> ·{' '}
        <TimeLeft expiresAt={expiresAt} />
      </span>
    </span>
  )
}
