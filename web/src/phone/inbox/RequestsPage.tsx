import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { requestList, type Mine, type Request } from '#contract/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces.ts'
import { endpointPages } from '../../shared/api.ts'
import { Field } from '../frame/Field.tsx'
import { Loaded } from '../frame/Loaded.tsx'
import { MoreButton } from '../frame/MoreButton.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { useMemberships } from '../requests/request-queries.ts'
import { requestTexts } from '../requests/request-texts.ts'
import { RequestRow } from './RequestRow.tsx'
import { inboxTexts } from './inbox-texts.ts'

/** All requests of a workspace that the caller made or decided. */
export const RequestsPage = () => {
  const text = inboxTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.listTitle}>
      <Loaded query={memberships}>
        {({ userWorkspaces }) => {
          const active = userWorkspaces.filter((workspace) => workspace.active)
          return active.length === 0 ? (
            <p className="empty">{text.noWorkspace}</p>
          ) : (
            <History workspaces={active} />
          )
        }}
      </Loaded>
    </PhoneScreen>
  )
}

const History = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = inboxTexts.use()
  const requestText = requestTexts.use()
  const [id, setId] = useState(workspaces[0]?.id)
  const [side, setSide] = useState<Mine>('asked')
  const [type, setType] = useState<Request['type'] | undefined>()
  const workspace = workspaces.find((each) => each.id === id) ?? workspaces[0]
  return (
    <>
      <div className="form">
        {workspaces.length > 1 && (
          <Field label={requestText.workspace}>
            {(inner) => (
              <select
                className="input"
                {...inner}
                value={workspace?.id}
                onChange={(event) => setId(event.target.value)}
              >
                {workspaces.map((each) => (
                  <option key={each.id} value={each.id} dir="auto">
                    {each.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <fieldset className="choice">
          <legend>{text.show}</legend>
          {(['asked', 'decided'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="side" checked={side === each} onChange={() => setSide(each)} />
              {text[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className="choice">
          <legend>{text.type}</legend>
          {([undefined, 'approval', 'verification'] as const).map((each) => (
            <label key={each ?? 'all'}>
              <input type="radio" name="type" checked={type === each} onChange={() => setType(each)} />
              {text.types[each ?? 'all']}
            </label>
          ))}
        </fieldset>
      </div>
      {workspace && <Requests key={workspace.id} workspaceId={workspace.id} side={side} type={type} />}
    </>
  )
}

type ListProps = {
  readonly workspaceId: string
  readonly side: Mine
  /** Both without it. */
  readonly type: Request['type'] | undefined
}

const Requests = ({ workspaceId, side, type }: ListProps) => {
  const text = inboxTexts.use()
  const query = useInfiniteQuery(
    endpointPages(requestList, { params: { id: workspaceId }, query: { mine: side, ...(type && { type }) } }),
  )
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const requests = pages.flatMap(({ reply }) => reply)
        return (
          <>
            {requests.length === 0 && (
              <p className="empty">{type ? text.noneOfThese : text[`${side}None`]}</p>
            )}
            {requests.length > 0 && (
              <ul className="card rows">
                {requests.map((request) => (
                  <RequestRow key={request.id} request={request} side={side === 'asked' ? 'to' : 'from'} />
                ))}
              </ul>
            )}
            <MoreButton query={query} label={text.more} busy={text.loadingMore} />
          </>
        )
      }}
    </Loaded>
  )
}
