import { lazy, Suspense } from 'react'
import type { Change } from '#contract/workspaces/change.ts'
import type { ListedParticipant } from '#contract/workspaces/participants.ts'
import { absenceTexts } from '#shared/absence/absence-texts.ts'
import { ErrorBoundary } from '#shared/parts/ErrorBoundary.tsx'
import { CallBackNumber } from '#shared/call-back/CallBackNumber.tsx'
import { callBackTexts } from '#shared/call-back/call-back-texts.ts'
import { PersonText, personWords } from '#shared/parts/PersonText.tsx'
import { formatMinute, formatTime } from '#shared/texts/format-time.ts'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { WaitsNotice } from '#shared/changes/WaitsNotice.tsx'
import { AlikeNotice } from '#shared/parts/AlikeTag.tsx'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { ParticipantName } from './ParticipantName.tsx'
import { ParticipantDevices } from './ParticipantDevices.tsx'
import { InAuditLog } from './InAuditLog.tsx'
import { UndeliveredNotice } from './UndeliveredNotice.tsx'
import { Rights } from '../Rights.tsx'
import { participantsTexts } from '../texts.ts'

const AbsenceSetting = lazy(async () => ({
  default: (await import('#shared/absence/AbsenceSetting.tsx')).AbsenceSetting,
}))

type Props = {
  readonly participant: ListedParticipant
  readonly timeZone: string
  /** The change that waits for this person. */
  readonly change: Change | undefined
  readonly onClose: () => void
}

export const ParticipantDrawer = ({ participant, timeZone, change, onClose }: Props) => {
  const text = participantsTexts.use()
  const callBack = callBackTexts.use()
  const absences = absenceTexts.use()
  const common = useText()
  const language = useLanguage()
  const time = (iso: string | null): string => (iso ? formatTime(iso, language, timeZone) : '–')
  return (
    <SideDrawer
      title={<PersonText of={participant} erased={text.erased} />}
      meta={common.roles[participant.role]}
      onClose={onClose}
    >
      <AlikeNotice of={participant} />
      <UndeliveredNotice of={participant} />
      {change && <WaitsNotice change={change} />}
      <dl className="fact-list numbers">
        <Fact name={text.name.title}>
          <ParticipantName participant={participant} />
        </Fact>
        <Fact name={text.columns.rights}>
          <Rights participant={participant} />
        </Fact>
        <Fact name={text.columns.active}>{participant.active ? common.yes : common.no}</Fact>
        <Fact name={text.columns.invite}>{text.invite[participant.invite]}</Fact>
        <Fact name={text.invitedAt}>{time(participant.invitedAt)}</Fact>
        <Fact name={text.columns.joined}>{time(participant.joinedAt)}</Fact>
        {participant.userId !== null && (
          <Fact name={callBack.title}>
            <CallBackNumber
              participantId={participant.id}
              callBackNumber={participant.callBackNumber}
              callBackWaiting={participant.callBackWaiting}
              name={personWords(participant, text.erased)}
              timeOf={(iso) => formatMinute(iso, language, timeZone)}
            />
          </Fact>
        )}
        {participant.userId !== null && participant.approver && (
          <Fact name={absences.title}>
            <ErrorBoundary>
              <Suspense fallback={null}>
                <AbsenceSetting
                  workspaceId={participant.workspaceId}
                  participantId={participant.id}
                  absence={participant.absence ?? null}
                  name={personWords(participant, text.erased)}
                  timeOf={(iso) => formatMinute(iso, language, timeZone)}
                />
              </Suspense>
            </ErrorBoundary>
          </Fact>
        )}
        {participant.userId !== null && <ParticipantDevices participant={participant} timeZone={timeZone} />}
        <InAuditLog participant={participant} timeZone={timeZone} />
      </dl>
    </SideDrawer>
  )
}
