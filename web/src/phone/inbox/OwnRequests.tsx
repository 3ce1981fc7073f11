import type { WorkspaceMembership } from '#contract/workspaces.ts'
import { Loaded } from '../frame/Loaded.tsx'
import { useNewestRequests } from '../requests/request-queries.ts'
import { RequestRow } from './RequestRow.tsx'
import { inboxTexts } from './inbox-texts.ts'
import { Typed } from '../../shared/Typed.tsx'

const MOST = 3

type Props = { readonly workspace: WorkspaceMembership; readonly hasName: boolean }

/** The newest requests that the caller made in a workspace. */
export const OwnRequests = ({ workspace, hasName }: Props) => {
  const text = inboxTexts.use()
  const query = useNewestRequests(workspace.id)
  return (
    <>
      {hasName && (
        <h3>
          <Typed>{workspace.name ?? workspace.id}</Typed>
        </h3>
      )}
      <Loaded query={query}>
        {(requests) => {
          const own = requests.filter(({ requester }) => requester.participantId === workspace.participantId)
          if (own.length === 0) return <p className="hint">{text.ownNone}</p>
          return (
            <ul className="card rows">
              {own.slice(0, MOST).map((request) => (
                <RequestRow key={request.id} request={request} side="to" />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}
