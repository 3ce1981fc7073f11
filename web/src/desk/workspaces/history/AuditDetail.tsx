import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { actionTexts, actionWords } from './texts/action-texts.ts'
import { Actor } from './Actor.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditMails } from './AuditMails.tsx'
import { AuditTimeline } from './AuditTimeline.tsx'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './texts/mail-texts.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import { ProofPanel } from './ProofPanel.tsx'
import { Target } from './Target.tsx'
import { auditTexts } from './texts/audit-texts.ts'

type Props = {
  readonly workspaceId: string
  readonly entry: HistoryEntry
  readonly timeZone: string
  readonly onClose: () => void
}

const known = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key

export const AuditDetail = ({ workspaceId, entry, timeZone, onClose }: Props) => {
  const text = auditTexts.use()
  const common = useText()
  const actions = actionTexts.use()
  const mailText = mailTexts.use()
  const language = useLanguage()
  const mails = mailCountsOf(entry)
  const { actor, target } = entry
  return (
    <SideDrawer
      title={
        <span className="what">
          {actionWords(entry.action, actions)} <OutcomeTag outcome={entry.outcome} />
        </span>
      }
      meta={`${text.columns.sequence} ${entry.sequence} · ${formatTime(entry.at, language, timeZone)} (${timeZone})`}
      onClose={onClose}
    >
      <dl className="fact-list">
        <Fact name={known(text.targets, target.kind)}>
          <Target target={target} />
        </Fact>
        <Fact name={text.columns.actor}>
          <Actor entry={entry} />
        </Fact>
        {actor.role && <Fact name={text.details.role}>{known(common.roles, actor.role)}</Fact>}
      </dl>
      {entry.changes.length > 0 && !isAboutMails(entry) && (
        <AuditChanges changes={entry.changes} timeZone={timeZone} />
      )}
      {target.kind === 'request' && (
        <AuditTimeline workspaceId={workspaceId} requestId={target.id} timeZone={timeZone} />
      )}
      {mails && (
        <AuditMails
          title={mailWords(mails, mailText)}
          workspaceId={workspaceId}
          cause={entry.id}
          timeZone={timeZone}
        />
      )}
      <ProofPanel entry={entry} />
    </SideDrawer>
  )
}
