import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Change } from '#contract/workspaces/change.ts'
import { changeDetails } from '#contract/workspaces/changes.ts'
import { isApiError } from '#shared/api-error.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { changeWords, plainTitleOf } from '#shared/changes/change-words.ts'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { useErrorText } from '#shared/texts/common.ts'
import { frameTexts } from '../frame/frame-texts.ts'
import { InboxLink } from '../frame/InboxLink.tsx'
import { PhoneScreen } from '../frame/PhoneScreen.tsx'
import { QueryView } from '../frame/QueryView.tsx'
import { ChangeDecision } from './ChangeDecision.tsx'
import { ChangeFacts } from './ChangeFacts.tsx'
import { ChangeResult } from './ChangeResult.tsx'
import { changePageTexts } from './change-page-texts.ts'
import { WithdrawChange } from './WithdrawChange.tsx'

const DownloadBeleg = lazy(async () => ({
  default: (await import('#shared/beleg/DownloadBeleg.tsx')).DownloadBeleg,
}))

/** A change that a second admin decides. Mails and the inbox link here. */
export const ChangePage = () => {
  const { id = '' } = useParams()
  const text = changePageTexts.use()
  const words = changeWords.use()
  const query = useQuery({ ...endpointQuery(changeDetails, { params: { id } }), staleTime: 0 })
  const isGone = isApiError(query.error, 'change.not-found') || isApiError(query.error, 'input.invalid')
  return (
    <PhoneScreen key={id} title={query.data ? plainTitleOf(query.data, words) : text.title} back="/">
      {isGone ? (
        <Gone error={query.error} />
      ) : (
        <QueryView query={query}>{(change) => <Content change={change} />}</QueryView>
      )}
    </PhoneScreen>
  )
}

const Gone = ({ error }: { readonly error: unknown }) => {
  const errorText = useErrorText()
  const { notFoundText } = frameTexts.use()
  return (
    <>
      <p role="alert">{isApiError(error, 'input.invalid') ? notFoundText : errorText(error)}</p>
      <InboxLink />
    </>
  )
}

const Content = ({ change }: { readonly change: Change }) => {
  const client = useQueryClient()
  const isPending = change.state === 'pending'
  const [wasPending] = useState(isPending)
  const onEnded = (ended: Change) =>
    client.setQueryData(endpointQuery(changeDetails, { params: { id: change.id } }).queryKey, ended)
  return (
    <>
      <div role="status">{!isPending && <ChangeResult change={change} takesFocus={wasPending} />}</div>
      <ChangeFacts change={change} />
      {isPending ? (
        <Actions change={change} onEnded={onEnded} />
      ) : (
        <>
          <Proof change={change} />
          <InboxLink />
        </>
      )}
    </>
  )
}

/** Only admins get the Beleg of a change. */
const Proof = ({ change: { id, workspaceId } }: { readonly change: Change }) => {
  const { data } = useMemberships()
  const membership = data && membershipIn(data.userWorkspaces, workspaceId)
  return (
    membership?.active === true &&
    membership.role === 'admin' && (
      <Suspense>
        <DownloadBeleg of="change" id={id} />
      </Suspense>
    )
  )
}

type ActionsProps = { readonly change: Change; readonly onEnded: (change: Change) => void }

/** What the user can do about a pending change: decide it, or withdraw their own. */
const Actions = ({ change, onEnded }: ActionsProps) => {
  const text = changePageTexts.use()
  return (
    <QueryView query={useMemberships()}>
      {({ userWorkspaces }) => {
        const membership = membershipIn(userWorkspaces, change.workspaceId)
        if (!membership?.active || membership.role !== 'admin')
          return <p className="notice info">{text.onlyAdmins}</p>
        const { participantId } = membership
        if (change.requestedBy.participantId === participantId)
          return <WithdrawChange change={change} onEnded={onEnded} />
        return <ChangeDecision change={change} approverId={participantId} onEnded={onEnded} />
      }}
    </QueryView>
  )
}
