import { ErrorNotice } from '../native/Notice.tsx'
import { isWaiting, shownOf, type Reading } from '../api/read-models.ts'
import { useText } from '../texts/common.ts'
import { useDelayed } from './use-delayed.ts'

type SkeletonProps = { readonly label: string; readonly rows?: number; readonly className?: string }

/** Placeholder boxes during loading, after the first 300 ms. Screen readers get `label`. */
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

/** The error of a failed read, with a button to retry. */
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

/** Shows that a read is loading or failed. A read that waits for its read model shows nothing: the page notice explains it. */
export const QueryStates = ({ query, ...skeleton }: Props) => {
  const text = useText()
  if (isWaiting(query))
    return shownOf(query) === undefined && <p className="muted">{text.readModels.toCome}</p>
  if (query.error) return <LoadError error={query.error} onRetry={query.refetch} />
  return query.isPending && <Skeleton {...skeleton} />
}
