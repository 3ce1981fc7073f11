import { useState, type ReactNode } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { REQUEST_STATUSES, REQUEST_TYPES, requestList, type Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { withChanged } from '#shared/filters/search-params.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { SelectField } from '../../frame/SelectField.tsx'
import { useClockTime, useDayName, useDayOrTime } from '../../frame/use-time-format.ts'
import { filtersOf, isSet, type QueueFilters } from '#shared/reads/queue-filters.ts'
import { useMemberships } from '#shared/reads/memberships.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { useAsked } from '../reads/queue-reads.ts'
import { QueueTools } from '../finding/QueueTools.tsx'
import { RequestRow } from './RequestRow.tsx'
import { WithdrawSeveral } from './WithdrawSeveral.tsx'
import { inboxTexts } from './inbox-texts.ts'
import { listTexts } from './list-texts.ts'

/** The requests that the user sent, and those of a workspace that the user received by name or decided. */
export const RequestsPage = () => {
  const text = listTexts.use()
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.listTitle}>
      <QueryView query={memberships}>
        {({ userWorkspaces }) => {
          const active = userWorkspaces.filter((workspace) => workspace.active)
          return active.length === 0 ? (
            <p className="empty">{text.noWorkspace}</p>
          ) : (
            <History workspaces={active} />
          )
        }}
      </QueryView>
    </PhoneScreen>
  )
}

const SIDES = ['asked', 'addressed'] as const

/** The filters are in the URL, so that they survive the way back from a request. */
const History = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = listTexts.use()
  const requestText = requestTexts.use()
  const inboxText = inboxTexts.use()
  const [params, setParams] = useSearchParams()
  const choose = (name: string) => (value: string) =>
    setParams(withChanged(params, { [name]: value }), { replace: true })
  const chosen = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((each) => each === params.get(name))
  const side = chosen('side', SIDES) ?? 'asked'
  const type = chosen('type', REQUEST_TYPES)
  const status = chosen('status', REQUEST_STATUSES)
  const workspace = workspaces.find(({ id }) => id === params.get('workspace')) ?? workspaces[0]
  const filters = filtersOf(params, 'asked')
  // Later the reader opens and closes them.
  const [isOpenFirst] = useState(isSet(filters))
  const sides = (
    <fieldset className="choice">
      <legend>{text.show}</legend>
      {SIDES.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="side"
            checked={side === each}
            onChange={() => setParams({ side: each })}
          />
          {text[each]}
        </label>
      ))}
    </fieldset>
  )
  if (side === 'asked')
    return (
      <>
        {sides}
        <details open={isOpenFirst}>
          <summary className="button button-outlined">{inboxText.find}</summary>
          <QueueTools side="asked" workspaces={workspaces} />
        </details>
        <Asked filters={filters} />
      </>
    )
  return (
    <>
      <div className="form">
        {sides}
        {workspace && workspaces.length > 1 && (
          <SelectField
            label={requestText.workspace}
            options={workspaces.map(({ id, name }) => ({ value: id, name: name ?? id }))}
            value={workspace.id}
            onValue={choose('workspace')}
          />
        )}
        <div className="pair">
          <SelectField
            label={text.type}
            options={(['', ...REQUEST_TYPES] as const).map((value) => ({
              value,
              name: text.types[value || 'all'],
            }))}
            value={type ?? ''}
            onValue={choose('type')}
          />
          <SelectField
            label={text.result}
            options={(['', ...REQUEST_STATUSES] as const).map((value) => ({
              value,
              name: value ? text.results[type ?? 'all'][value] : text.types.all,
            }))}
            value={status ?? ''}
            onValue={choose('status')}
          />
        </div>
      </div>
      {workspace && (
        <Addressed
          key={workspace.id}
          workspaceId={workspace.id}
          filter={{ ...(type && { type }), ...(status && { status }) }}
        />
      )}
    </>
  )
}

/** Groups the requests by day and keeps their order. */
const byDay = (requests: readonly Request[], dayName: (isoTime: string) => string) => {
  const days = new Map<string, Request[]>()
  for (const request of requests) {
    const day = dayName(request.createdAt)
    days.set(day, [...(days.get(day) ?? []), request])
  }
  return [...days].map(([day, ofDay]) => ({ day, ofDay }))
}

type AddressedProps = {
  readonly workspaceId: string
  readonly filter: { readonly type?: Request['type']; readonly status?: Request['status'] }
}

const Addressed = ({ workspaceId, filter }: AddressedProps) => {
  const text = listTexts.use()
  const query = useInfiniteQuery(
    endpointPages(requestList, { params: { id: workspaceId }, query: { mine: 'addressed', ...filter } }),
  )
  const isAll = !filter.type && !filter.status
  return (
    <List query={query} none={isAll ? text.addressedNone : text.noneOfThese}>
      {(requests) => <Days requests={requests} side="from" />}
    </List>
  )
}

/** By day, unless another order is chosen. */
const Asked = ({ filters }: { readonly filters: QueueFilters }) => {
  const text = listTexts.use()
  const dayOrTime = useDayOrTime()
  const query = useAsked(filters)
  const isByDay = filters.sort === '' || filters.sort === '-createdAt'
  return (
    <List query={query} none={isSet(filters) ? text.noneOfThese : text.askedNone}>
      {(requests) => (
        <>
          <WithdrawSeveral requests={requests} />
          {isByDay ? (
            <Days requests={requests} side="to" />
          ) : (
            <ul className="card rows">
              {requests.map((request) => (
                <RequestRow
                  key={request.id}
                  request={request}
                  side="to"
                  time={dayOrTime(request.createdAt)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </List>
  )
}

type ListProps = {
  readonly query: ReturnType<typeof useAsked>
  readonly none: string
  readonly children: (requests: readonly Request[]) => ReactNode
}

const List = ({ query, none, children }: ListProps) => {
  const { more, loadingMore } = inboxTexts.use()
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const requests = pages.flatMap(({ reply }) => reply)
        return (
          <>
            {requests.length === 0 && <p className="empty">{none}</p>}
            {children(requests)}
            <MoreButton query={query} label={more} busy={loadingMore} />
          </>
        )
      }}
    </QueryView>
  )
}

type DaysProps = { readonly requests: readonly Request[]; readonly side: 'from' | 'to' }

const Days = ({ requests, side }: DaysProps) => {
  const clockTime = useClockTime()
  const dayName = useDayName()
  return byDay(requests, dayName).map(({ day, ofDay }) => (
    <section key={day}>
      <h2>{day}</h2>
      <ul className="card rows">
        {ofDay.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            side={side}
            time={clockTime(Date.parse(request.createdAt))}
          />
        ))}
      </ul>
    </section>
  ))
}
