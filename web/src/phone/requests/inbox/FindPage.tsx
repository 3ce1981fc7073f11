import { useSearchParams } from 'react-router-dom'
import { useMemberships } from '#shared/reads/memberships.ts'
import { filtersOf } from '#shared/reads/queue-filters.ts'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { QueueTools } from '../finding/QueueTools.tsx'
import { queueTexts } from '../finding/queue-texts.ts'
import { useFound } from '../reads/queue-reads.ts'
import { RequestCard } from './RequestCard.tsx'
import { inboxTexts } from './inbox-texts.ts'

/** Finds requests among many that wait, or that were overdue: first what is due first. */
export const FindPage = () => {
  const text = queueTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.title} back="/">
      <QueryView query={memberships}>
        {({ userWorkspaces }) => (
          <>
            <QueueTools side="inbox" workspaces={userWorkspaces.filter(({ active }) => active)} />
            <Found />
          </>
        )}
      </QueryView>
    </PhoneScreen>
  )
}

const Found = () => {
  const text = queueTexts.use()
  const { more, loadingMore } = inboxTexts.use()
  const filters = filtersOf(useSearchParams()[0], 'inbox')
  const query = useFound(filters)
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const requests = pages.flatMap(({ reply }) => reply)
        return (
          <>
            {filters.state === 'overdue' && <p className="hint">{text.overdueHint}</p>}
            <p className="hint" role="status">
              {text.found(requests.length, query.hasNextPage)}
            </p>
            {requests.length === 0 && <p className="empty">{text.none}</p>}
            <ul className="waiting">
              {requests.map((request) => (
                <RequestCard key={request.id} request={request} />
              ))}
            </ul>
            <MoreButton query={query} label={more} busy={loadingMore} />
          </>
        )
      }}
    </QueryView>
  )
}
