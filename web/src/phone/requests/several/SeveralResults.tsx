import { useEffect, useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { approveMany, declineMany } from '#contract/requests/several.ts'
import { RequestTitles } from './RequestTitles.tsx'
import { severalTexts } from './several-texts.ts'

export type Results = Reply<typeof approveMany | typeof declineMany>['results']

type Props = { readonly results: Results; readonly requests: ReadonlyMap<string, Request> }

/** Says how many were decided, and names those that had ended before. */
export const SeveralResults = ({ results, requests }: Props) => {
  const text = severalTexts.use()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const leftOut = results.filter(({ outcome }) => outcome === 'left-out')
  const decided = results.find(({ outcome }) => outcome !== 'left-out')
  const count = results.length - leftOut.length
  return (
    <div ref={notice} className="notice info" role="status" tabIndex={-1}>
      {decided && (
        <p>
          <strong>{decided.outcome === 'approved' ? text.approved(count) : text.declined(count)}</strong>
        </p>
      )}
      {leftOut.length > 0 && (
        <>
          <p>{text.leftOut}</p>
          <RequestTitles requests={leftOut.flatMap(({ requestId }) => requests.get(requestId) ?? [])} />
        </>
      )}
    </div>
  )
}
