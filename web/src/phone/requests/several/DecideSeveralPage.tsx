import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Request } from '#contract/requests/requests.ts'
import { MOST_AT_ONCE } from '#contract/requests/several.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { typedIn } from '#shared/kinds/filled-field.ts'
import { useSigningDevices } from '../../accounts/signing/use-signing-devices.ts'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { MoreButton } from '../../frame/MoreButton.tsx'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { QueryView } from '../../frame/QueryView.tsx'
import { EnrolFirst } from '../decision/EnrolFirst.tsx'
import { inboxTexts } from '../inbox/inbox-texts.ts'
import { ConfusablesNotice } from '../parts/ConfusablesNotice.tsx'
import { roleIn } from '../parts/request-role.ts'
import { useInbox } from '../reads/request-queries.ts'
import { FullRequest } from './FullRequest.tsx'
import { RequestTitles } from './RequestTitles.tsx'
import { SeveralApproval } from './SeveralApproval.tsx'
import { SeveralDecline } from './SeveralDecline.tsx'
import { SeveralResults, type Results } from './SeveralResults.tsx'
import { severalTexts } from './several-texts.ts'
import './several.css'

/**
 * Lets an approver read several approvals in full and decide them at once. Call checks are decided alone. The address may name those
 * that were chosen on the desk.
 */
export const DecideSeveralPage = () => {
  const text = severalTexts.use()
  const { more, loadingMore } = inboxTexts.use()
  const given = useParams()['*']?.split('/').filter(Boolean) ?? []
  const inbox = useInbox(given.length > 0 ? { ids: given.join(',') } : {})
  const memberships = useMemberships()
  return (
    <PhoneScreen title={text.title} back="/">
      <QueryView query={memberships}>
        {({ userWorkspaces }) => (
          <QueryView query={inbox}>
            {({ pages }) => (
              <Choice
                given={given}
                requests={pages.flatMap(({ reply }) => reply)}
                workspaces={userWorkspaces}
              >
                <MoreButton query={inbox} label={more} busy={loadingMore} />
              </Choice>
            )}
          </QueryView>
        )}
      </QueryView>
    </PhoneScreen>
  )
}

type ChoiceProps = {
  /** The ids of those that were chosen before; empty: everything that waits is offered. */
  readonly given: readonly string[]
  readonly requests: readonly Request[]
  readonly workspaces: readonly WorkspaceMembership[]
  readonly children: ReactNode
}

const byId = (all: readonly Request[]): ReadonlyMap<string, Request> =>
  new Map(all.map((request) => [request.id, request]))

const Choice = ({ given, requests, workspaces, children }: ChoiceProps) => {
  const text = severalTexts.use()
  const open = requests
    .filter(
      (request) =>
        request.type === 'approval' &&
        roleIn(request, membershipIn(workspaces, request.workspaceId)) === 'approver',
    )
    .toSorted((a, b) => given.indexOf(a.id) - given.indexOf(b.id))
  const [picked, setPicked] = useState(() => byId(given.length > 0 ? open : []))
  const [missing] = useState(() => given.filter((id) => !picked.has(id)).length)
  const [done, setDone] = useState<{ results: Results; requests: typeof picked } | null>(null)
  const chosen = open.filter(({ id }) => picked.has(id))
  const gone = [...picked.values()].filter(({ id }) => !open.some((request) => request.id === id))
  const goneCount = gone.length + (done ? 0 : missing)
  const pickAll = (all: readonly Request[]) => setPicked(byId(all))
  const pick = (request: Request) =>
    pickAll(picked.has(request.id) ? chosen.filter(({ id }) => id !== request.id) : [...chosen, request])
  const onDone = (results: Results) => {
    setDone({ results, requests: picked })
    setPicked(new Map())
  }
  return (
    <>
      {done && <SeveralResults key={done.results[0]!.requestId} {...done} />}
      {goneCount > 0 && (
        <div className="notice info" role="status">
          <p>{text.gone(goneCount)}</p>
          <RequestTitles requests={gone} />
        </div>
      )}
      {open.length === 0 ? (
        <p className="empty">{text.none}</p>
      ) : (
        <>
          <p className="lead">{given.length > 0 ? text.leadGiven : text.lead}</p>
          <button
            type="button"
            className="button button-text"
            onClick={() => pickAll(open.slice(0, MOST_AT_ONCE))}
          >
            {text.all}
          </button>
          {open.map((request) => (
            <div key={request.id} className="choice ticked several-choice">
              <label>
                <input type="checkbox" checked={picked.has(request.id)} onChange={() => pick(request)} />
                <FullRequest request={request} />
              </label>
              <ConfusablesNotice
                texts={[request.title, request.details, request.workspaceName, ...typedIn(request)]}
              />
            </div>
          ))}
        </>
      )}
      {children}
      {open.length === 0 && <InboxLink />}
      {chosen.length > 0 && (
        <section className="decision" aria-label={text.title}>
          <Answers chosen={chosen} workspaces={workspaces} onDone={onDone} />
        </section>
      )}
    </>
  )
}

type AnswersProps = {
  readonly chosen: readonly Request[]
  readonly workspaces: readonly WorkspaceMembership[]
  readonly onDone: (results: Results) => void
}

const Answers = ({ chosen, onDone, ...props }: AnswersProps) => {
  const text = severalTexts.use()
  const [isDeclining, setDeclining] = useState(location.hash === '#decline')
  const { query, device, devices, waitingHere, onRefused } = useSigningDevices()
  const onDecline = () => setDeclining(true)
  if (chosen.length > MOST_AT_ONCE) return <p className="notice info">{text.most(MOST_AT_ONCE)}</p>
  return (
    <>
      {isDeclining && <SeveralDecline chosen={chosen} onDone={onDone} onBack={() => setDeclining(false)} />}
      <QueryView query={query}>
        {() => {
          if (!device) return null
          return typeof device === 'object' ? (
            <SeveralApproval {...props} {...{ chosen, devices, onDone, onRefused, onDecline }} />
          ) : (
            <EnrolFirst
              next={['/several', ...chosen.map(({ id }) => id)].join('/')}
              why={device}
              waiting={waitingHere}
              takesFocus={false}
              noes={null}
              isDeputy={chosen.some(({ standsInFor }) => standsInFor !== undefined)}
              onDecline={onDecline}
            />
          )
        }}
      </QueryView>
    </>
  )
}
