import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { AlertIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { auditTexts } from './texts/audit-texts.ts'

/** Shown only for outcomes other than success, and for emergency approvals. */
export const OutcomeTag = ({ outcome, action }: Pick<HistoryEntry, 'outcome' | 'action'>) => {
  const text = auditTexts.use()
  if (action === 'request.glass-broken')
    return (
      <Tag tone="danger" icon={<AlertIcon />}>
        {text.emergency}
      </Tag>
    )
  if (outcome === 'ok') return null
  if (outcome === 'closed') return <Tag>{text.outcomes.closed}</Tag>
  return (
    <Tag tone="danger" icon={<CrossIcon />}>
      {text.outcomes.refused}
    </Tag>
  )
}
