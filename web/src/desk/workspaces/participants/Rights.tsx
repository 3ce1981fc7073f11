import type { Participant } from '#contract/workspaces/workspaces.ts'
import { Tag } from '#shared/parts/Tag.tsx'
import { useText } from '#shared/texts/common.ts'

export const Rights = ({ participant }: { readonly participant: Participant }) => {
  const common = useText()
  return (
    <span className="tags">
      {participant.approver && <Tag tone="selected">{common.approver}</Tag>}
      {participant.requester && <Tag>{common.requester}</Tag>}
      {!participant.approver && !participant.requester && '–'}
    </span>
  )
}
