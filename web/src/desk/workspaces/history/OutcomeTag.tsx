import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { CrossIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { auditTexts } from './texts/audit-texts.ts'

/** Shown only for outcomes other than success. */
export const OutcomeTag = ({ outcome }: Pick<HistoryEntry, 'outcome'>) => {
  const text = auditTexts.use()
  if (outcome === 'ok') return null
  if (outcome === 'closed') return <Tag>{text.outcomes.closed}</Tag>
  return (
    <Tag tone="danger" icon={<CrossIcon />}>
      {text.outcomes.refused}
    </Tag>
  )
}
