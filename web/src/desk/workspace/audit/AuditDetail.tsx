import type { ReactNode } from 'react'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import type { HistoryEntry } from '#contract/audit.ts'
import { formatTime } from '../../../shared/format-time.ts'
import { useText } from '../../../shared/texts/common.ts'
import { useLanguage } from '../../../shared/texts/language.ts'
import { actionTexts, actionWords } from './action-texts.ts'
import { Actor } from './Actor.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditMails } from './AuditMails.tsx'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './mail-texts.ts'
import { Target } from './Target.tsx'
import { auditTexts } from './texts.ts'

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
  const language = useLanguage()
  const { details, columns } = text
  const mailText = mailTexts.use()
  const mails = mailCountsOf(entry)
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'entry-title' } }}
    >
      <div className="audit-detail">
        <h2 id="entry-title">{details.title(entry.sequence)}</h2>
        <dl>
          <Line name={columns.action}>{actionWords(entry.action, actions)}</Line>
          <Line name={columns.at}>
            {formatTime(entry.at, language, timeZone)} ({timeZone})
          </Line>
          <Line name={columns.actor}>
            <Actor entry={entry} />
          </Line>
          {entry.actor.role && <Line name={details.role}>{known(common.roles, entry.actor.role)}</Line>}
          <Line name={columns.target}>
            {known(text.targets, entry.target.kind)}: <Target target={entry.target} />
          </Line>
          <Line name={columns.outcome}>{text.outcomes[entry.outcome]}</Line>
          {entry.assurance && <Line name={details.assurance}>{known(text.assurances, entry.assurance)}</Line>}
          <Line name={details.ip}>{entry.ip ?? '–'}</Line>
          <Line name={details.device}>{entry.device ?? '–'}</Line>
          <Line name={details.requestId}>{entry.requestId ?? '–'}</Line>
          <Line name={details.id}>{entry.id}</Line>
          <Line name={columns.hash}>
            <code>{entry.hash}</code>
          </Line>
        </dl>
        {entry.changes.length > 0 && !isAboutMails(entry) && <AuditChanges changes={entry.changes} />}
        {mails && (
          <AuditMails
            title={mailWords(mails, mailText)}
            workspaceId={workspaceId}
            cause={entry.id}
            timeZone={timeZone}
          />
        )}
        <Button variant="outlined" autoFocus onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Drawer>
  )
}

const Line = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
