import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { useDayOrTime } from '../../frame/use-time-format.ts'
import { useOwnRequests } from '../reads/request-queries.ts'
import { RequestRow } from './RequestRow.tsx'
import { listTexts } from './list-texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

const MOST = 3

type Props = { readonly workspace: WorkspaceMembership; readonly hasName: boolean }

/** The user's newest requests in a workspace. */
export const OwnRequests = ({ workspace, hasName }: Props) => {
  const text = listTexts.use()
  const dayOrTime = useDayOrTime()
  const query = useOwnRequests(workspace.id, MOST)
  return (
    <>
      {hasName && (
        <h3>
          <UserText>{workspace.name ?? workspace.id}</UserText>
        </h3>
      )}
      <QueryView query={query}>
        {(own) =>
          own.length === 0 ? (
            <p className="hint">{text.ownNone}</p>
          ) : (
            <ul className="card rows">
              {own.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  side="to"
                  time={dayOrTime(request.createdAt)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  )
}
