import { type Request } from '#contract/requests/requests.ts'
import { remindApprovers } from '#contract/requests/decisions.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { useClockTime } from '../../frame/use-time-format.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useNow } from '../../reads/use-now.ts'
import { useOnline } from '../../reads/use-online.ts'
import { requestTexts } from './request-texts.ts'

const AGAIN_MS = 3_600_000

type Props = {
  readonly request: Request
  readonly onReminded: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** The requester waits for an approval, and may remind those who decide once an hour. */
export const RemindStep = ({ request, onReminded, onRefused }: Props) => {
  const text = requestTexts.use()
  const clockTime = useClockTime()
  const isOnline = useOnline()
  const now = useNow()
  const remind = useCommand(remindApprovers, { onSuccess: onReminded, onError: onRefused })
  const remindedAt = request.remindedAt === undefined ? null : Date.parse(request.remindedAt)
  const again = (remindedAt ?? -Infinity) + AGAIN_MS
  const isBlocked = remind.isPending || !isOnline
  return (
    <>
      <p className="notice info" role="status">
        {remindedAt === null ? text.waiting : text.reminded(clockTime(remindedAt))}
        {again > now && ` ${text.remindAgain(clockTime(again))}`}
      </p>
      <ErrorNotice error={remind.error} />
      {again <= now && (
        <button
          type="button"
          className="button button-outlined"
          aria-disabled={isBlocked}
          onClick={() => !isBlocked && remind.mutate({ params: { id: request.id } })}
        >
          {remind.isPending ? text.reminding : text.remind}
        </button>
      )}
    </>
  )
}
