import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { requestList, type Request } from '#contract/requests/requests.ts'
import { endpointPages } from '#shared/api/api.ts'
import { shownOf } from '#shared/api/read-models.ts'
import { SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { LISTS, logPath, ofPerson, type List, type OverviewFilters } from './overview-filters.ts'
import { overviewTexts } from './texts.ts'

type Props = {
  readonly workspaceId: string
  readonly timeZone: string
  readonly list: List
  readonly filters: OverviewFilters
  readonly onClose: () => void
}

/** The requests behind a number, newest first. Each leads to its entries in the log. */
export const RequestsDrawer = ({ workspaceId, timeZone, list, filters, onClose }: Props) => {
  const text = overviewTexts.use()
  const place = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(
    endpointPages(requestList, {
      params: { id: workspaceId },
      query: { ...LISTS[list], ...ofPerson(filters), limit: 50 },
    }),
  )
  const requests = shownOf(query)?.pages.flatMap(({ reply }) => reply)
  return (
    <SideDrawer title={text.list[list]} meta={null} onClose={onClose}>
      <QueryStates query={query} label={text.list.loading} rows={6} />
      {requests?.length === 0 && <p className="muted">{text.list.none}</p>}
      <ul ref={place} className="overview-requests">
        {requests?.map((request) => (
          <li key={request.id} className="focus-row" tabIndex={-1}>
            <Line request={request} workspaceId={workspaceId} timeZone={timeZone} />
          </li>
        ))}
      </ul>
      <MoreButton
        list={place}
        count={requests?.length ?? 0}
        onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        isLoading={query.isFetchingNextPage}
      />
    </SideDrawer>
  )
}

type LineProps = Pick<Props, 'workspaceId' | 'timeZone'> & { readonly request: Request }

const Line = ({ request, workspaceId, timeZone }: LineProps) => {
  const text = overviewTexts.use()
  const language = useLanguage()
  const { requester, approver, needs } = request
  const toAll = needs ? text.list.byRule : text.list.anybody
  const whom = approver ? personWords(approver, text.erased) : toAll
  return (
    <>
      <Link to={logPath(workspaceId, { target: request.id })}>
        <UserText>{request.title ?? text.list.erasedText}</UserText>
      </Link>
      <span className="meta numbers">
        {text.list.from(personWords(requester, text.erased))} {text.list.to(whom)} ·{' '}
        <time dateTime={request.createdAt}>{formatMinute(request.createdAt, language, timeZone)}</time> ·{' '}
        {text.list.statuses[request.status]}
      </span>
    </>
  )
}
