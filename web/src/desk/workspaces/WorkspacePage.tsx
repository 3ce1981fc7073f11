import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { getWorkspace, type Workspace } from '#contract/workspaces/workspaces.ts'
import { ApiError } from '#shared/api-error.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { Link } from '#shared/parts/Link.tsx'
import { PageTitle } from '#shared/parts/PageTitle.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { workspaceTexts } from './texts.ts'
import { DeniedWorkspace, MissingWorkspace } from './WorkspaceErrors.tsx'
import { openTab, WorkspaceTabs } from './WorkspaceTabs.tsx'
import '#shared/lists/lists.css'
import './workspace.css'
import { UserText } from '#shared/parts/UserText.tsx'

const LiftNotices = lazy(async () => ({
  default: (await import('#shared/changes/LiftNotices.tsx')).LiftNotices,
}))

export const WorkspacePage = () => {
  const { id = '' } = useParams()
  const text = workspaceTexts.use()
  const query = useQuery(endpointQuery(getWorkspace, { params: { id } }))
  const status = query.error instanceof ApiError ? query.error.statusCode : 0
  // Also after it was shown: the reader may have lost access.
  if (status === 404 || status === 400) return <MissingWorkspace />
  if (status === 403) return <DeniedWorkspace />
  if (query.data) return <Loaded key={id} workspace={query.data} />
  const states = <QueryStates query={query} label={text.loading} />
  if (!query.error) return <div className="wrap workspace-head">{states}</div>
  return (
    <div className="wrap workspace-head">
      <PageTitle>{text.failed}</PageTitle>
      {states}
    </div>
  )
}

const Loaded = ({ workspace }: { readonly workspace: Workspace }) => {
  const text = workspaceTexts.use()
  const common = useText()
  const language = useLanguage()
  const [params] = useSearchParams()
  const name = workspace.name ?? text.nameless
  return (
    <>
      <div className="wrap workspace-head">
        <div className="workspace-name">
          <PageTitle title={`${text.tabs[openTab(params)]} · ${name}`}>
            <UserText>{name}</UserText>
          </PageTitle>
          <SubscriptionChip subscription={workspace.subscription} />
        </div>
        <p className="meta">
          <span>{common.people(workspace.participantCount)}</span>
          {workspace.endDate && (
            <span>{text.ends[workspace.subscription](formatDate(workspace.endDate, language))}</span>
          )}
          <span>{workspace.timezone.replaceAll('_', ' ')}</span>
        </p>
        <Suspense fallback={null}>
          {workspace.protectionLift && <LiftNotices workspaces={[workspace]} />}
        </Suspense>
        {!workspace.isActive && (
          <p className="notice error">
            {text.inactive} <Link to="?tab=settings">{text.toOffer}</Link>
          </p>
        )}
      </div>
      <WorkspaceTabs workspace={workspace} />
    </>
  )
}
