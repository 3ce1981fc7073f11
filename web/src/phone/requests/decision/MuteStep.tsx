import type { Request } from '#contract/requests/requests.ts'
import { muteApprovals } from '#contract/workspaces/approving/mute-approvals.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { callName } from '../../frame/call-name.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { useNow } from '../../reads/use-now.ts'
import { useOnline } from '../../reads/use-online.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { muteTexts } from './mute-texts.ts'

type Props = {
  readonly request: Request
  readonly isApprover: boolean
  readonly onChanged: (request: Request) => void
}

/** The approver may take no approvals from the requester for a day, and may take them again at any time. */
export const MuteStep = ({ request, isApprover, onChanged }: Props) => {
  const text = muteTexts.use()
  const { erased } = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const isOnline = useOnline()
  const now = useNow()
  const { requesterMutedUntil, ...rest } = request
  const mute = useCommand(muteApprovals, {
    onSuccess: ({ until }) => onChanged(until === null ? rest : { ...rest, requesterMutedUntil: until }),
  })
  const isMuted = requesterMutedUntil !== undefined && Date.parse(requesterMutedUntil) > now
  const who = callName(request.requester, erased)
  const isBlocked = mute.isPending || !isOnline
  const body = { participantId: request.requester.participantId, muted: !isMuted }
  if (!isApprover || request.type !== 'approval') return null
  return (
    <>
      <div role="status">
        {isMuted && <p className="notice info">{text.muted(who, dayAndTime(requesterMutedUntil))}</p>}
      </div>
      <ErrorNotice error={mute.error} />
      <button
        type="button"
        className="button button-text"
        aria-disabled={isBlocked}
        onClick={() => !isBlocked && mute.mutate({ body })}
      >
        {isMuted ? text.unmute : text.mute(who)}
      </button>
    </>
  )
}
