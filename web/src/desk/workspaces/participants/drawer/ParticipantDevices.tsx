import { useQuery } from '@tanstack/react-query'
import { participantDevices, type ParticipantDevice } from '#contract/workspaces/participants.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatMinute, formatTime } from '#shared/texts/format-time.ts'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { ClockIcon } from '#shared/parts/icons.tsx'
import { deviceWords, keyWordOf } from '#shared/devices/device-words.ts'
import { StopDevice } from '#shared/devices/StopDevice.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { participantsTexts } from '../texts.ts'

type Props = { readonly participant: Participant; readonly timeZone: string }

/** The participant's signing devices, with their last use. One that waits can be stopped. */
export const ParticipantDevices = ({ participant, timeZone }: Props) => {
  const { devices: text } = participantsTexts.use()
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
      {data?.map((device) => (
        <Line key={device.id} device={device} timeZone={timeZone} />
      ))}
    </Fact>
  )
}

const Line = ({ device, timeZone }: { readonly device: ParticipantDevice; readonly timeZone: string }) => {
  const { devices: text } = participantsTexts.use()
  const words = deviceWords.use()
  const language = useLanguage()
  const { id, name, lastUsedAt, state, usableFrom } = device
  const key = words.keys[keyWordOf(device)]
  return (
    <div className="device-line">
      <p>
        {name === null ? key : <UserText>{name}</UserText>}{' '}
        {state === 'disabled' && <Tag tone="warning">{text.disabled}</Tag>}
        {state === 'waiting' && (
          <Tag tone="warning" icon={<ClockIcon />}>
            {words.waiting}
          </Tag>
        )}
      </p>
      <p className="meta">
        {name !== null && `${key}, `}
        {lastUsedAt === null ? text.never : text.used(formatTime(lastUsedAt, language, timeZone))}
      </p>
      {usableFrom !== null && (
        <>
          <p className="meta">{words.waitsUntil(formatMinute(usableFrom, language, timeZone))}</p>
          <StopDevice id={id} name={name ?? key} />
        </>
      )}
    </div>
  )
}
