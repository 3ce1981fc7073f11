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

/** The states of a read: loading, to come, failed with a way to try again, shown, shown as of an earlier time. */
export const QueryView = <T,>({ query, children }: Props<T>) => {
  const text = frameTexts.use()
  const moment = useAsOfTime()
  const online = useOnline()
  const isToCome = isWaiting(query)
  const isFailing = !isToCome && (query.isError || query.fetchStatus === 'paused')
  const data = shownOf(query)
  if (data === undefined) {
    if (!isFailing) return <Loading isToCome={isToCome} />
    return online ? <Failure query={query} /> : <p className="hint">{text.notKept}</p>
  }
  return (
    <>
      {isFailing && online && <Failure query={query} />}
      {(isFailing || isToCome || !online) && (
        <p className="hint as-of">{text.asOf(moment(query.dataUpdatedAt))}</p>
      )}
      {children(data)}
    </>
  )
}

/** What is to come is explained by the notice above. */
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
