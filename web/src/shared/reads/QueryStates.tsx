import { ErrorNotice } from '../native/Notice.tsx'
import { isWaiting, shownOf, type Reading } from '../api/read-models.ts'
import { useText } from '../texts/common.ts'
import { useDelayed } from './use-delayed.ts'

type SkeletonProps = { readonly label: string; readonly rows?: number; readonly className?: string }

/** Grey boxes in the place of what is loading: nothing for the first 300 ms, and words for who cannot see them. */
export const Skeleton = ({ label, rows = 3, className = 'skeleton-row' }: SkeletonProps) => {
  const isDue = useDelayed(true)
  return (
    <div role="status" className="skeletons">
      {isDue && <p className="muted">{label}</p>}
      {isDue &&
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className={`skeleton ${className}`} aria-hidden="true" />
        ))}
    </div>
  )
}

type FaultProps = { readonly error: unknown; readonly onRetry: () => unknown }

/** A list that could not be read, with the way to try again. */
const LoadError = ({ error, onRetry }: FaultProps) => {
  const text = useText()
  return (
    <ErrorNotice error={error}>
      <button type="button" className="button-link" onClick={() => void onRetry()}>
        {text.retry}
      </button>
    </ErrorNotice>
  )
}

type Props = SkeletonProps & {
  readonly query: Reading & {
    readonly data: unknown
    readonly error: unknown
    readonly isPending: boolean
    readonly refetch: () => unknown
  }
}

/** What stands in the place of a read or above it: loading, failed, or to come, which the page's notice explains. */
export const QueryStates = ({ query, ...skeleton }: Props) => {
  const text = useText()
  if (isWaiting(query))
    return shownOf(query) === undefined && <p className="muted">{text.readModels.toCome}</p>
  if (query.error) return <LoadError error={query.error} onRetry={query.refetch} />
  return query.isPending && <Skeleton {...skeleton} />
}
