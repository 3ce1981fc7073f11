import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams } from 'react-router-dom'
import type { Reply } from '#contract/endpoint.ts'
import { invitation } from '#contract/workspaces/invitations.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { isApiError } from '#shared/api-error.ts'
import { endpointQuery, onSessionEnd } from '#shared/api/api.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { isWaiting } from '#shared/api/read-models.ts'
import { ReadModelNotice } from '#shared/reads/ReadModelNotice.tsx'
import { getToken } from '#shared/session/session.ts'
import { useText } from '#shared/texts/common.ts'
import { JoinSignedIn } from './JoinSignedIn.tsx'
import { JoinWithLogin } from './JoinWithLogin.tsx'
import { JoinWithPassword } from './JoinWithPassword.tsx'
import { ProviderButtons } from '../providers/ProviderButtons.tsx'
import { authTexts } from '../texts.ts'
import { clientOf } from './use-accept.ts'
import '../auth.css'
import { UserText } from '#shared/parts/UserText.tsx'

const isGone = (error: unknown): boolean =>
  isApiError(error, 'invitation.not-found') || isApiError(error, 'input.invalid')

export const InvitePage = () => (
  <>
    <ReadModelNotice />
    <Invitation />
  </>
)

/** Shows the invitation, and the one way to accept it: with a new password, a login, or a click. */
const Invitation = () => {
  const { verificationToken = '' } = useParams()
  const invitationUuid = useSearchParams()[0].get('invitationUuid') ?? ''
  const text = authTexts.use()
  const common = useText()
  const offer = useQuery({
    ...endpointQuery(invitation, { params: { invitationUuid }, query: { verificationToken } }),
    enabled: invitationUuid !== '',
    // Accepting changes the invitation. The page keeps showing what was offered.
    staleTime: 'static',
  })

  if (invitationUuid === '') return <Message title={text.invite.plainTitle} text={text.invite.incomplete} />
  if (isGone(offer.error)) {
    return (
      <Message title={text.invite.gone} text={text.invite.goneText}>
        <Link to={paths.login}>{common.login}</Link>
      </Message>
    )
  }
  if (offer.error) {
    return (
      <div className="auth">
        <PageTitle>{text.invite.plainTitle}</PageTitle>
        <ErrorNotice error={offer.error} />
        <button type="button" className="button" onClick={() => void offer.refetch()}>
          {common.retry}
        </button>
      </div>
    )
  }
  if (!offer.data) {
    const loading = isWaiting(offer) ? common.readModels.toCome : text.invite.loading
    return <Message title={text.invite.plainTitle} text={loading} />
  }
  return <Offer offer={offer.data} invitationUuid={invitationUuid} onStale={() => void offer.refetch()} />
}

type MessageProps = { readonly title: string; readonly text: string; readonly children?: ReactNode }

const Message = ({ title, text, children }: MessageProps) => (
  <div className="auth">
    <PageTitle key={title}>{title}</PageTitle>
    <p>{text}</p>
    {children}
  </div>
)

type OfferProps = {
  readonly offer: Reply<typeof invitation>
  readonly invitationUuid: string
  readonly onStale: () => void
}

const Offer = ({ offer, invitationUuid, onStale }: OfferProps) => {
  const text = authTexts.use()
  const common = useText()
  const { email, name, workspaceName, account, role } = offer
  return (
    <div className="auth">
      <PageTitle title={workspaceName ? text.invite.title(workspaceName) : text.invite.plainTitle}>
        {workspaceName ? (
          <UserText words={text.invite.title}>{workspaceName}</UserText>
        ) : (
          text.invite.plainTitle
        )}
      </PageTitle>
      <dl className="auth-facts">
        {workspaceName && <Fact name={text.invite.workspace}>{workspaceName}</Fact>}
        {email && <Fact name={text.invite.address}>{email}</Fact>}
        <Fact name={text.invite.role}>{common.roles[role]}</Fact>
      </dl>
      {email && account ? (
        <WayIn
          email={email}
          name={name ?? ''}
          role={role}
          account={account}
          invitationUuid={invitationUuid}
          onStale={onStale}
        />
      ) : (
        <p>{text.invite.incomplete}</p>
      )}
    </div>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <UserText>{children}</UserText>
    </dd>
  </>
)

type WayInProps = {
  readonly email: string
  readonly name: string
  readonly role: 'admin' | 'regular user'
  readonly account: 'none' | 'exists'
  readonly invitationUuid: string
  readonly onStale: () => void
}

/** An expired session must not navigate away from the invitation. */
const WayIn = ({ email, name, role, account, invitationUuid, onStale }: WayInProps) => {
  const { verificationToken = '' } = useParams()
  const { pathname, search } = useLocation()
  const common = useText()
  const [signedIn, setSignedIn] = useState(() => getToken() !== null)
  const user = useQuery({ ...endpointQuery(currentUser), enabled: signedIn })
  useEffect(() => onSessionEnd(() => setSignedIn(false)), [])

  if (signedIn && user.isPending) return <QueryStates query={user} label={common.loading} />
  if (signedIn && user.data) {
    return (
      <JoinSignedIn
        email={user.data.email ?? ''}
        invited={email}
        invitationUuid={invitationUuid}
        onSignedOut={() => setSignedIn(false)}
      />
    )
  }
  return (
    <>
      {account === 'exists' ? (
        <JoinWithLogin email={email} role={role} invitationUuid={invitationUuid} />
      ) : (
        <JoinWithPassword
          email={email}
          name={name}
          role={role}
          verificationToken={verificationToken}
          invitationUuid={invitationUuid}
          onAccountExists={onStale}
        />
      )}
      <ProviderButtons target={pathname + search} client={clientOf(role)} />
    </>
  )
}
