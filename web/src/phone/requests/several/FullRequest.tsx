import type { Request } from '#contract/requests/requests.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { FileLines } from '#shared/files/FileList.tsx'
import { FilledLines } from '#shared/kinds/FilledFields.tsx'
import { filesBeside, type OfKind } from '#shared/kinds/filled-field.ts'
import { KindWords } from '#shared/kinds/KindWords.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { RuleProgress } from '#shared/kinds/RuleProgress.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { TimeLeft } from '../parts/TimeLeft.tsx'
import { requestTexts } from '../parts/request-texts.ts'
import { severalTexts } from './several-texts.ts'

/** All of what is signed of one request, with nothing cut. */
export const FullRequest = ({ request }: { readonly request: Request }) => {
  const { erased, erasedText } = requestTexts.use()
  const { from } = severalTexts.use()
  const dayAndTime = useDayAndTime()
  const ofKind: OfKind = request
  const { title, details, requester, workspaceName, expiresAt } = request
  return (
    <span className="full-request">
      <strong>
        <UserText>{title ?? erasedText}</UserText>
      </strong>
      <ForColleague of={request.standsInFor} says="youDecide" isInline />
      {ofKind.kind && (
        <span className="kind-name">
          <KindWords request={{ kind: ofKind.kind }} />
        </span>
      )}
      {details && <bdi className="lines">{details}</bdi>}
      <FilledLines request={request} timeOf={dayAndTime} />
      <FileLines files={filesBeside(request)} />
      <RuleProgress request={request} timeOf={dayAndTime} />
      <span className="hint">
        {from} {personWords(requester, erased)} · <UserText>{workspaceName ?? erasedText}</UserText> ·{' '}
        <TimeLeft expiresAt={expiresAt} />
      </span>
    </span>
  )
}
