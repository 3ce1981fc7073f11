import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { isWaiting, shownOf } from '#shared/api/read-models.ts'
import { commonTexts, useErrorText } from '#shared/texts/common.ts'
import { frameTexts } from './frame-texts.ts'
import { useOnline } from '../reads/use-online.ts'
import { useAsOfTime } from './use-time-format.ts'

type Props<T> = {
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** Renders a query in each of its states: loading, waiting for its read model, failed with a retry button, or loaded, with its age while it is stale. */
export const QueryView = <T,>({ query, children }: Props<T>) => {
  const text = frameTexts.use()
  const asOfTime = useAsOfTime()
  const online = useOnline()
  const isWaitingForModel = isWaiting(query)
  const isFailing = !isWaitingForModel && (query.isError || query.fetchStatus === 'paused')
  const data = shownOf(query)
  if (data === undefined) {
    if (!isFailing) return <Loading isToCome={isWaitingForModel} />
    return online ? <Failure query={query} /> : <p className="hint">{text.notKept}</p>
  }
  return (
    <>
      {isFailing && online && <Failure query={query} />}
      {(isFailing || isWaitingForModel || !online) && (
        <p className="hint as-of">{text.asOf(asOfTime(query.dataUpdatedAt))}</p>
      )}
      {children(data)}
    </>
  )
}

/** The notice above explains why a read model is not ready yet. */
const Loading = ({ isToCome }: { readonly isToCome: boolean }) => {
  const { loading, readModels } = commonTexts.use()
  return (
    <p className={isToCome ? 'loading to-come' : 'loading'} role="status">
      {isToCome ? readModels.toCome : loading}
    </p>
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
      <button type="button" className="button button-outlined" onClick={() => void query.refetch()}>
        {common.retry}
      </button>
    </div>
  )
}
