import { useQuery } from '@tanstack/react-query'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { Link } from '#shared/parts/Link.tsx'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { participantsTexts } from '../texts.ts'

type Props = { readonly participant: Participant; readonly timeZone: string }

/** The participant's last decision, and links to their entries in the audit log. */
export const InAuditLog = ({ participant, timeZone }: Props) => {
  const text = participantsTexts.use()
  const { id, email, userId } = participant
  const at = (filters: Record<string, string>) => `?${new URLSearchParams({ tab: 'audit', ...filters })}`
  return (
    <>
      {userId !== null && (
        <Fact name={text.lastDecision}>
          <LastDecision workspaceId={participant.workspaceId} userId={userId} timeZone={timeZone} />
        </Fact>
      )}
      <Fact name={text.inAudit}>
        {userId !== null && (
          <p>
            <Link to={at({ actor: email ?? userId })}>{text.didThis}</Link>
          </p>
        )}
        <p>
          <Link to={at({ target: id })}>{text.wasDone}</Link>
        </p>
      </Fact>
    </>
  )
}

type DecisionProps = Pick<Participant, 'workspaceId'> & { readonly userId: string; readonly timeZone: string }

const LastDecision = ({ workspaceId, userId, timeZone }: DecisionProps) => {
  const text = participantsTexts.use()
  const language = useLanguage()
  const newest = (action: string) => ({
    ...endpointQuery(workspaceHistory, {
      params: { id: workspaceId },
      query: { actor: userId, action, mails: 'folded', limit: 1 },
    }),
  })
  const approved = useQuery(newest('request.approved'))
  const declined = useQuery(newest('request.declined'))
  if (!approved.data || !declined.data) return approved.error || declined.error ? '–' : '…'
  const [last] = [...approved.data.entries, ...declined.data.entries].toSorted(
    (a, b) => b.sequence - a.sequence,
  )
  if (!last) return '–'
  const word = last.action === 'request.approved' ? text.approved : text.declined
  return (
    <>
      {last.target.label !== null && <UserText>{last.target.label}</UserText>}
      <span className="meta">
        {word}, {formatTime(last.at, language, timeZone)}
      </span>
    </>
  )
}
