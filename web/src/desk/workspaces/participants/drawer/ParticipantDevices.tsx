import { useQuery } from '@tanstack/react-query'
import { participantDevices } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { participantsTexts } from '../texts.ts'

type Props = { readonly participant: Participant; readonly timeZone: string }

/** The participant's signing devices, with their last use. */
export const ParticipantDevices = ({ participant, timeZone }: Props) => {
  const { devices: text } = participantsTexts.use()
  const language = useLanguage()
  const { id: participantId, workspaceId } = participant
  // The live stream does not report devices of others. They are read on opening and when the page becomes visible.
  const { data, error } = useQuery({
    ...endpointQuery(participantDevices, { params: { id: workspaceId }, query: { participantId } }),
    staleTime: 0,
  })
  return (
    <Fact name={text.title}>
      {!data && (error ? '–' : '…')}
      {data?.length === 0 && text.none}
      {data?.map(({ kind, name, createdAt, lastUsedAt, disabled }) => (
        <div key={createdAt} className="device-line">
          <p>
            {name === null ? text.kinds[kind] : <UserText>{name}</UserText>}{' '}
            {disabled && <Tag tone="warning">{text.disabled}</Tag>}
          </p>
          <p className="meta">
            {name !== null && `${text.kinds[kind]}, `}
            {lastUsedAt === null ? text.never : text.used(formatTime(lastUsedAt, language, timeZone))}
          </p>
        </div>
      ))}
    </Fact>
  )
}
