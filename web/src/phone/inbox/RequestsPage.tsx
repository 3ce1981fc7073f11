import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { requestList, type Mine, type Request } from '#contract/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces.ts'
import { endpointPages } from '../../shared/api.ts'
import { withChanged } from '../../shared/filters/in-address.ts'
import { Field } from '../frame/Field.tsx'
import { Loaded } from '../frame/Loaded.tsx'
import { MoreButton } from '../frame/MoreButton.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { useClockTime, useDayName } from '../frame/use-time-format.ts'
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

const SIDES = ['asked', 'decided'] as const
const TYPES = ['approval', 'verification'] as const

/** The filters stand in the address: whoever comes back from a request finds them. */
const History = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = inboxTexts.use()
  const requestText = requestTexts.use()
  const [params, setParams] = useSearchParams()
  const choose = (name: string, value: string) =>
    setParams(withChanged(params, { [name]: value }), { replace: true })
  const side = SIDES.find((each) => each === params.get('side')) ?? 'asked'
  const type = TYPES.find((each) => each === params.get('type'))
  const workspace = workspaces.find(({ id }) => id === params.get('workspace')) ?? workspaces[0]
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
                onChange={(event) => choose('workspace', event.target.value)}
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
          {SIDES.map((each) => (
            <label key={each}>
              <input type="radio" name="side" checked={side === each} onChange={() => choose('side', each)} />
              {text[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className="choice">
          <legend>{text.type}</legend>
          {([undefined, ...TYPES] as const).map((each) => (
            <label key={each ?? 'all'}>
              <input
                type="radio"
                name="type"
                checked={type === each}
                onChange={() => choose('type', each ?? '')}
              />
              {text.types[each ?? 'all']}
            </label>
          ))}
        </fieldset>
      </div>
      {workspace && <Requests key={workspace.id} workspaceId={workspace.id} side={side} type={type} />}
    </>
  )
}

/** In the order in which they come, those of a day together. */
const byDay = (requests: readonly Request[], dayName: (isoTime: string) => string) => {
  const days = new Map<string, Request[]>()
  for (const request of requests) {
    const day = dayName(request.createdAt)
    days.set(day, [...(days.get(day) ?? []), request])
  }
  return [...days].map(([day, ofDay]) => ({ day, ofDay }))
}

type ListProps = {
  readonly workspaceId: string
  readonly side: Mine
  /** Both without it. */
  readonly type: Request['type'] | undefined
}

const Requests = ({ workspaceId, side, type }: ListProps) => {
  const text = inboxTexts.use()
  const clockTime = useClockTime()
  const dayName = useDayName()
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
            {byDay(requests, dayName).map(({ day, ofDay }) => (
              <section key={day}>
                <h2>{day}</h2>
                <ul className="card rows">
                  {ofDay.map((request) => (
                    <RequestRow
                      key={request.id}
                      request={request}
                      side={side === 'asked' ? 'to' : 'from'}
                      time={clockTime(Date.parse(request.createdAt))}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <MoreButton query={query} label={text.more} busy={text.loadingMore} />
          </>
        )
      }}
    </Loaded>
  )
}
