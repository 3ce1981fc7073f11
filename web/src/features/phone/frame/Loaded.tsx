import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { commonTexts, useErrorText } from '../../../shared/texts/common.ts'
import { frameTexts } from './frame-texts.ts'
import { useOnline } from './use-online.ts'
import { useClockTime } from './use-time-format.ts'

type Props<T> = {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** The states of a read: loading, failed with a way to try again, shown, shown as of an earlier time. */
export const Loaded = <T,>({ query, children }: Props<T>) => {
  const text = frameTexts.use()
  const common = commonTexts.use()
  const clockTime = useClockTime()
  const online = useOnline()
  const isFailing = query.isError || query.fetchStatus === 'paused'
  if (query.data === undefined && !isFailing) {
    return (
      <p className="loading" role="status">
        {common.loading}
      </p>
    )
  }
  return (
    <>
      {isFailing && (online || query.data === undefined) && <Failure query={query} />}
      {query.data !== undefined && (
        <>
          {isFailing && <p className="hint">{text.asOf(clockTime(query.dataUpdatedAt))}</p>}
          {children(query.data)}
        </>
      )}
    </>
  )
}

const Failure = <T,>({ query }: { query: UseQueryResult<T> }) => {
  const text = frameTexts.use()
  const common = commonTexts.use()
  const errorText = useErrorText()
  return (
    <div className="notice error" role="alert">
      <p>
        <strong>{text.failed}</strong> {query.error ? errorText(query.error) : common.offline}
      </p>
      <button type="button" onClick={() => void query.refetch()}>
        {common.retry}
      </button>
    </div>
  )
}
