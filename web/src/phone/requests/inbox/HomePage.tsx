import { lazy, Suspense } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PlusIcon } from '#shared/parts/icons.tsx'
import { signingDevice, useOwnDevices, waitingDevice } from '../../accounts/keys/own-devices.ts'
import { useWaitingDevices } from '../../accounts/waiting/waiting-reads.ts'
import { WaitsNotice } from '../../accounts/waiting/WaitsNotice.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { ManySidesNotice } from '../call-check/ManySidesNotice.tsx'
import { useInbox } from '../reads/request-queries.ts'
import { signingTexts } from '../../accounts/signing/signing-texts.ts'
import { OwnRequests } from './OwnRequests.tsx'
import { RequestCard } from './RequestCard.tsx'
import { inboxTexts } from './inbox-texts.ts'

type ChangesModule = typeof import('../../changes/ChangesWaiting.tsx')
const noChanges: ChangesModule = { ChangesWaiting: () => <></> }
const ChangesWaiting = lazy(async () => ({
  default: (await import('../../changes/ChangesWaiting.tsx').catch(() => noChanges)).ChangesWaiting,
}))

type Module = typeof import('../../accounts/waiting/ColleaguesWaiting.tsx')
/** The inbox works without them. */
const nothing: Module = { ColleaguesWaiting: () => <></> }
const ColleaguesWaiting = lazy(async () => ({
  default: (await import('../../accounts/waiting/ColleaguesWaiting.tsx').catch(() => nothing))
    .ColleaguesWaiting,
}))

/** Call checks come first, because somebody is on the line. */
const checksFirst = (requests: readonly Request[]): readonly Request[] =>
  requests.toSorted((a, b) => Number(b.type === 'verification') - Number(a.type === 'verification'))

export const HomePage = () => {
  const text = inboxTexts.use()
  const inbox = useInbox()
  const memberships = useMemberships()
  const { query: devices } = useOwnDevices()
  const colleagues = useWaitingDevices()
  const changes = useWaitingChanges()
  const requests = inbox.data?.pages.flatMap(({ reply }) => reply) ?? []
  return (
    <PhoneScreen title={text.title}>
      <p className="lead" role="status">
        {requests.length > 0 && text.waitingForMe(requests.length, inbox.hasNextPage)}
      </p>
      <QueryView query={inbox}>
        {() =>
          requests.length === 0 ? (
            <div className="empty">
              <p>
                <strong>{text.empty}</strong>
              </p>
              <p className="hint">{text.emptyHint}</p>
            </div>
          ) : (
            <>
              <ManySidesNotice />
              <ul className="waiting">
                {checksFirst(requests).map((request) => (
                  <RequestCard key={request.id} request={request} />
                ))}
              </ul>
              <MoreButton query={inbox} label={text.more} busy={text.loadingMore} />
            </>
          )
        }
      </QueryView>
      {!isLoading(inbox, memberships, devices, colleagues, ...changes.reads) && (
        <>
          <Suspense fallback={null}>
            {changes.waiting.length > 0 && <ChangesWaiting waiting={changes.waiting} />}
            {colleagues.data && colleagues.data.length > 0 && <ColleaguesWaiting devices={colleagues.data} />}
          </Suspense>
          <QueryView query={memberships}>
            {({ userWorkspaces }) => (
              <OwnWorkspaces workspaces={userWorkspaces.filter(({ active }) => active)} />
            )}
          </QueryView>
        </>
      )}
    </PhoneScreen>
  )
}

const OwnWorkspaces = ({ workspaces }: { workspaces: readonly WorkspaceMembership[] }) => {
  const text = inboxTexts.use()
  const asking = workspaces.filter(({ requester }) => requester)
  if (workspaces.length === 0) return <p className="empty">{text.noWorkspace}</p>
  return (
    <>
      {workspaces.some(({ approver }) => approver) && <EnrolHint />}
      {asking.length > 0 && (
        <section>
          <div className="section-head">
            <h2>{text.ownTitle}</h2>
            <Link to="/requests">{text.all}</Link>
          </div>
          {asking.map((workspace) => (
            <OwnRequests key={workspace.id} workspace={workspace} hasName={asking.length > 1} />
          ))}
          <Link className="button button-outlined" to="/new">
            <PlusIcon />
            {text.newRequest}
          </Link>
        </section>
      )}
    </>
  )
}

/** Tells approvers without a signing device to set one up before a request arrives. */
const EnrolHint = () => {
  const text = inboxTexts.use()
  const { enrol } = signingTexts.use()
  const { devices, hasRemovedDevice } = useOwnDevices()
  const device = devices && signingDevice(devices, hasRemovedDevice)
  if (typeof device !== 'string') return null
  const waiting = waitingDevice(devices ?? [])
  if (waiting) return <WaitsNotice device={waiting} />
  return (
    <div className="notice info">
      <p>{text.enrolFirst[device]}</p>
      <Link className="button button-outlined" to="/device">
        {enrol}
      </Link>
    </div>
  )
}
