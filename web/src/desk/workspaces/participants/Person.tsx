import type { Change } from '#contract/workspaces/change.ts'
import type { ListedParticipant } from '#contract/workspaces/participants.ts'
import { WaitsTag } from '#shared/changes/WaitsNotice.tsx'
import { AlikeTag } from '#shared/parts/AlikeTag.tsx'
import { ClockIcon, MailIcon } from '#shared/parts/icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { PersonLine } from '#shared/lists/PersonLine.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { participantsTexts } from './texts.ts'
import { undeliveredTexts } from './undelivered-texts.ts'

type Props = {
  readonly participant: ListedParticipant
  readonly ownUserId: string | null
  /** The change that waits for this person. */
  readonly change: Change | undefined
}

const kindOf = ({ joinedAt, active }: ListedParticipant) => (!joinedAt ? 'invited' : active ? 'other' : 'off')

/** Initials, name, address and unusual states. The button opens the details by keyboard, the row by mouse. */
export const Person = ({ participant, ownUserId, change }: Props) => {
  const text = participantsTexts.use()
  const undelivered = undeliveredTexts.use()
  const isOwn = ownUserId !== null && participant.userId === ownUserId
  return (
    <span className="who">
      <Initials {...participant} kind={isOwn ? 'own' : kindOf(participant)} />
      <span className="who-text">
        <button type="button" className="row-opener one-line">
          <PersonLine of={participant} erased={text.erased} />
        </button>
        <AlikeTag of={participant} />
        {isOwn && <Tag tone="info">{text.you}</Tag>}
        {participant.joinedAt && !participant.active && <Tag>{text.inactive}</Tag>}
        {(participant.invite === 'expired' || participant.invite === 'revoked') && (
          <Tag tone={participant.invite === 'expired' ? 'warning' : 'neutral'} icon={<ClockIcon />}>
            {text.invite[participant.invite]}
          </Tag>
        )}
        {participant.undelivered && (
          <Tag tone="warning" icon={<MailIcon />}>
            {undelivered.tag}
          </Tag>
        )}
        {change && <WaitsTag change={change} />}
      </span>
    </span>
  )
}
