import type { Request } from '#contract/requests/requests.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { useTimeWithSeconds } from '../../frame/use-time-format.ts'
import { localPart } from '../../frame/local-part.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { WithdrawStep } from '../parts/WithdrawStep.tsx'
import { checkTexts } from './check-texts.ts'
import { SpokenNumber } from './SpokenNumber.tsx'

type Props = {
  readonly request: Request
  readonly onWithdrawn: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** The requester's side of an open call check: the number to read out, and the progress. */
export const RequesterCheck = ({ request, onWithdrawn, onRefused }: Props) => {
  const text = checkTexts.use()
  const { erased } = requestTexts.use()
  const { approver, number, seen, expiresAt } = request
  const who = approver ? localPart(approver.email ?? erased) : text.anybody
  return (
    <>
      <p className="lead">{text.typesIt(who)}</p>
      {number !== undefined && <SpokenNumber number={number} expiresAt={expiresAt} />}
      <Steps {...seen} />
      <WithdrawStep request={request} onWithdrawn={onWithdrawn} onRefused={onRefused} />
    </>
  )
}

/** The progress of a call check. The last step never completes here, because the page then shows the result. */
export const Steps = ({ deliveredAt = null, openedAt = null }: Partial<NonNullable<Request['seen']>>) => {
  const text = checkTexts.use()
  return (
    <>
      <ol className="card check-steps" aria-label={text.steps.title}>
        <Step words={text.steps.delivered} at={deliveredAt ?? openedAt} />
        <Step words={text.steps.opened} at={openedAt} />
        <Step words={text.steps.signed} at={null} />
      </ol>
      <p className="visually-hidden" role="status">
        {openedAt ? text.opened : deliveredAt ? text.delivered : ''}
      </p>
    </>
  )
}

const Step = ({ words, at }: { readonly words: string; readonly at: string | null }) => {
  const time = useTimeWithSeconds()
  return (
    <li className={at ? 'is-done' : undefined}>
      <span className="step-mark">{at && <CheckIcon />}</span>
      <span>{words}</span>
      {at && (
        <time className="hint numbers" dateTime={at}>
          {time(at)}
        </time>
      )}
    </li>
  )
}
