import type { Request } from '#contract/requests/requests.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { KindLine } from '../kinds/KindLine.tsx'
import { ColleagueLine } from '../kinds/ColleagueLine.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { TimeLeft } from '../parts/TimeLeft.tsx'
import { useListState } from '../reads/back-to-list.ts'

/** An open request in the inbox. */
export const RequestCard = ({ request }: { readonly request: Request }) => {
  const text = requestTexts.use()
  const list = useListState()
  return (
    <li className="card">
      <Link to={`/requests/${request.id}`} state={list}>
        <span className="person">
          <Initials {...request.requester} size="l" />
          <span>
            <span>
              <PersonText of={request.requester} erased={text.erased} />
            </span>
            <span className="hint">{text.asks[request.type]}</span>
          </span>
          <TimeLeft expiresAt={request.expiresAt} isTag />
        </span>
        {request.type === 'verification' ? (
          <>
            <strong>{text.talking}</strong>
            <span className="hint one-line">
              <UserText>{request.title ?? text.erasedText}</UserText>
            </span>
          </>
        ) : (
          <>
            <strong>
              <UserText>{request.title ?? text.erasedText}</UserText>
            </strong>
            <KindLine request={request} />
            <ColleagueLine request={request} />
            <span className="hint one-line">
              <UserText>{request.workspaceName ?? text.erasedText}</UserText>
            </span>
          </>
        )}
      </Link>
    </li>
  )
}
