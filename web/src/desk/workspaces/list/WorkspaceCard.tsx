import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { Link } from '#shared/parts/Link.tsx'
import { paths, workspacePath } from '#shared/paths.ts'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { workspacesTexts } from './texts.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type Props = {
  readonly workspace: WorkspaceMembership
  /** The number of requests that wait for the reader. */
  readonly waiting: number
}

/** The whole card is a link, to the overview if something waits. For others than active admins it opens the phone page, or says why it cannot. */
export const WorkspaceCard = ({ workspace, waiting }: Props) => {
  const text = workspacesTexts.use()
  const common = useText()
  const language = useLanguage()
  const name = workspace.name ?? text.nameless
  const end = workspace.isActive ? text.until : text.ended
  const isAdmin = workspace.active && workspace.role === 'admin'

  return (
    <li className="card workspace-card focus-row" tabIndex={-1}>
      <div className="workspace-card-head">
        <h2>
          <CardLink workspace={workspace} name={name} hasWork={waiting > 0} />
        </h2>
        <SubscriptionChip subscription={workspace.subscription} />
      </div>
      {workspace.description && (
        <p className="workspace-description" dir="auto">
          {workspace.description}
        </p>
      )}
      <p className="meta">
        <span>
          {!workspace.active && text.inactiveMember}
          {workspace.active && workspace.role !== 'admin' && text.memberOnly}
          {isAdmin && common.people(workspace.participantCount)}
        </span>
        {isAdmin && workspace.endDate && <span>{end(formatDate(workspace.endDate, language))}</span>}
        {waiting > 0 && <strong className="workspace-waiting">{text.waiting(waiting)}</strong>}
      </p>
    </li>
  )
}

const CardLink = ({
  workspace,
  name,
  hasWork,
}: {
  readonly workspace: WorkspaceMembership
  readonly name: string
  readonly hasWork: boolean
}) => {
  const shown = <UserText>{name}</UserText>
  if (!workspace.active) return shown
  if (workspace.role !== 'admin') return <a href={paths.phone}>{shown}</a>
  return <Link to={`${workspacePath(workspace.id)}${hasWork ? '/overview' : ''}`}>{shown}</Link>
}
