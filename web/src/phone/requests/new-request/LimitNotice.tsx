import { isApiError } from '#shared/api-error.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { newRequestTexts } from './new-request-texts.ts'

/** The error of a refused approval. For a limit: which one, and when there is room again. */
export const LimitNotice = ({ error }: { error: unknown }) => {
  const { limits, pausedHint } = newRequestTexts.use()
  const dayAndTime = useDayAndTime()
  if (isApiError(error, 'request.too-many') && error.retryAfterSeconds !== null)
    return (
      <ErrorNotice error={error}>
        <p>{limits.again(error.retryAfterSeconds)}</p>
      </ErrorNotice>
    )
  if (isApiError(error, 'approver.muted') && typeof error.details[0]?.['until'] === 'string')
    return (
      <p className="notice error" role="alert">
        {pausedHint(dayAndTime(error.details[0]['until']))}
      </p>
    )
  const [limit] = isApiError(error, 'request.limit') ? error.details : []
  if (!limit || typeof limit['most'] !== 'number') return <ErrorNotice error={error} />
  const { of, most, until } = limit
  return (
    <ErrorNotice error={error}>
      <p>{limits[of === 'workspace' ? 'ofWorkspace' : 'own'](most)}</p>
      {typeof until === 'string' && <p>{limits.until(dayAndTime(until))}</p>}
    </ErrorNotice>
  )
}
