import { Suspense } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { isLoading } from '#shared/api/read-models.ts'
import { useWaitingChanges } from '#shared/changes/waiting-changes.ts'
import { useOwnDevices } from '../../accounts/keys/own-devices.ts'
import { useWaitingDevices } from '../../accounts/waiting/waiting-reads.ts'
import { QueryView } from '../../frame/QueryView.tsx'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { latePart } from '../../background/late-part.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { useMemberships } from '#shared/reads/memberships.ts'
import { useInbox } from '../reads/request-queries.ts'
import { ManySidesNotice } from '../call-check/ManySidesNotice.tsx'
import { CheckACall } from './CheckACall.tsx'
import { PushOffHint } from './PushOffHint.tsx'
import { RequestCard } from './RequestCard.tsx'
import { inboxTexts } from './inbox-texts.ts'

const ChangesWaiting = latePart(async () => (await import('../../changes/ChangesWaiting.tsx')).ChangesWaiting)
const OwnWorkspaces = latePart(async () => (await import('./OwnWorkspaces.tsx')).OwnWorkspaces)
const LiftsWaiting = latePart(async () => (await import('../../changes/LiftsWaiting.tsx')).LiftsWaiting)
const ColleaguesWaiting = latePart(
  async () => (await import('../../accounts/waiting/ColleaguesWaiting.tsx')).ColleaguesWaiting,
)

/** Call checks come first, because somebody is on the line. */
const checksFirst = (requests: readonly Request[]): readonly Request[] =>
  requests.toSorted((a, b) => Number(b.type === 'verification') - Number(a.type === 'verification'))

/** If they are not known, there is the button too: the form says why somebody cannot. */
const Top = ({ workspaces }: { readonly workspaces: readonly WorkspaceMembership[] | undefined }) => {
  const active = workspaces?.filter((workspace) => workspace.active)
  return (
    <>
      {(active?.some(({ requester }) => requester) ?? true) && <CheckACall />}
      {active?.some(({ approver }) => approver) && <PushOffHint />}
    </>
  )
}

/** So many are seen at a glance. */
const FEW = 5

export const HomePage = () => {
  const text = inboxTexts.use()
  const inbox = useInbox()
  const memberships = useMemberships()
  const { query: devices } = useOwnDevices()
  const colleagues = useWaitingDevices()
  const changes = useWaitingChanges()
  const requests = inbox.data?.pages.flatMap(({ reply }) => reply) ?? []
  const workspaces = memberships.data?.userWorkspaces
  if (isLoading(memberships))
    return (
      <PhoneScreen title={text.title}>
        <QueryView query={memberships}>{() => null}</QueryView>
      </PhoneScreen>
    )
  return (
    <PhoneScreen title={text.title}>
      <Suspense fallback={null}>
        {workspaces?.some((one) => one.protectionLift) && <LiftsWaiting workspaces={workspaces} />}
      </Suspense>
      <Top workspaces={workspaces} />
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
              <div className="pair">
                {requests.length > FEW && (
                  <Link className="button button-outlined" to="/find">
                    {text.find}
                  </Link>
                )}
                {requests.filter(({ type }) => type === 'approval').length > 1 && (
                  <Link className="button button-outlined" to="/several">
                    {text.decideSeveral}
                  </Link>
                )}
              </div>
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
        <Suspense fallback={null}>
          {changes.waiting.length > 0 && <ChangesWaiting waiting={changes.waiting} />}
          {colleagues.data && colleagues.data.length > 0 && <ColleaguesWaiting devices={colleagues.data} />}
          <QueryView query={memberships}>
            {({ userWorkspaces }) => (
              <OwnWorkspaces workspaces={userWorkspaces.filter(({ active }) => active)} />
            )}
          </QueryView>
        </Suspense>
      )}
    </PhoneScreen>
  )
}
