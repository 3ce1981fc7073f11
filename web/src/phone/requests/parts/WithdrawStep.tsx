import { useState } from 'react'
import { type Request } from '#contract/requests/requests.ts'
import { withdrawRequest } from '#contract/requests/decisions.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { requestTexts } from './request-texts.ts'

type Props = {
  readonly request: Request
  readonly onWithdrawn: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** The requester waits, and may take the request back after one question. */
export const WithdrawStep = ({ request, onWithdrawn, onRefused }: Props) => {
  const text = requestTexts.use()
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const withdraw = useCommand(withdrawRequest, { onSuccess: onWithdrawn, onError: onRefused })
  if (!isAsking) {
    return (
      <>
        {request.type === 'approval' && <p className="notice info">{text.waiting}</p>}
        <button type="button" className="button button-outlined" onClick={() => setAsking(true)}>
          {text.withdraw}
        </button>
      </>
    )
  }
  return (
    <section ref={scrollIntoViewRef} className="steps" aria-label={text.withdraw}>
      <p className="notice info" role="alert">
        {text.withdrawQuestion}
      </p>
      <ErrorNotice error={withdraw.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          autoFocus
          onClick={() => !withdraw.isPending && setAsking(false)}
        >
          {text.keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={withdraw.isPending || !isOnline}
          onClick={() => !withdraw.isPending && isOnline && withdraw.mutate({ params: { id: request.id } })}
        >
          {withdraw.isPending ? text.withdrawing : text.withdrawConfirm}
        </button>
      </div>
    </section>
  )
}
