import { useState } from 'react'
import { type Request } from '#contract/requests/requests.ts'
import { withdrawRequest } from '#contract/requests/decisions.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { useOnline } from '../../reads/use-online.ts'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { RemindStep } from './RemindStep.tsx'
import { requestTexts } from './request-texts.ts'

type Props = {
  readonly request: Request
  readonly onChanged: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** The requester waits, may remind, and may take the request back after one question. */
export const WithdrawStep = ({ request, onChanged, onRefused }: Props) => {
  const text = requestTexts.use()
  const isOnline = useOnline()
  const [isAsking, setAsking] = useState(false)
  const withdraw = useCommand(withdrawRequest, { onSuccess: onChanged, onError: onRefused })
  if (!isAsking) {
    return (
      <>
        {request.type === 'approval' && !request.parked && (
          <RemindStep request={request} onReminded={onChanged} onRefused={onRefused} />
        )}
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
