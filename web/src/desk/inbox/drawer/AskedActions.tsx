import Button from '@mui/material/Button'
import { remindApprovers } from '#contract/requests/decisions.ts'
import type { Request } from '#contract/requests/requests.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { formatTimeOfDay } from '#shared/texts/format-time.ts'
import { askedTexts } from '../asked-texts.ts'
import { ownZone, type Shown } from '../Deadline.tsx'
import { askAgainOnPhone } from './again-on-phone.ts'
import { requestOnPhone } from '../request-on-phone.ts'

const AGAIN_MS = 3_600_000

type Props = {
  readonly request: Request
  readonly shown: Shown
  readonly onWithdraw: () => void
}

/** What the one who asked can do: remind, withdraw or replace it while it waits, or ask again once it has ended. */
export const AskedActions = ({ request, shown, onWithdraw }: Props) => {
  const text = askedTexts.use()
  const { id, type, status, title } = request
  if (status === 'pending' && type === 'approval')
    return <Waiting request={request} shown={shown} onWithdraw={onWithdraw} />
  return (
    <div className="request-actions">
      {status === 'declined' && type === 'approval' && title !== null && (
        <Button variant="contained" href={askAgainOnPhone(request)}>
          {text.again}
        </Button>
      )}
      <Button variant="outlined" href={requestOnPhone(id)}>
        {text.onPhone}
      </Button>
    </div>
  )
}

/** When the next reminder may be sent; null if at once. */
const againAt = ({ remindedAt }: Request, now: number): string | null => {
  if (remindedAt === undefined) return null
  const again = Date.parse(remindedAt) + AGAIN_MS
  return again > now ? new Date(again).toISOString() : null
}

const Waiting = ({ request, shown, onWithdraw }: Props) => {
  const text = askedTexts.use()
  const remind = useCommand(remindApprovers)
  const again = againAt(remind.data ?? request, shown.now)
  const isBlocked = remind.isPending || again !== null
  return (
    <>
      <div className="request-actions">
        {!request.parked && (
          <Button
            variant="contained"
            aria-disabled={isBlocked}
            onClick={() => isBlocked || remind.mutate({ params: { id: request.id } })}
          >
            {remind.isPending
              ? text.reminding
              : again === null
                ? text.remind
                : text.remindAgain(formatTimeOfDay(again, shown.language, ownZone()))}
          </Button>
        )}
        {request.title !== null && (
          <Button variant="outlined" href={askAgainOnPhone(request)}>
            {text.again}
          </Button>
        )}
        <Button variant="outlined" color="error" onClick={onWithdraw}>
          {text.withdraw}
        </Button>
      </div>
      {remind.error && <ErrorNotice error={remind.error} />}
      <p className="muted" role="status">
        {remind.data && text.reminded}
      </p>
    </>
  )
}
