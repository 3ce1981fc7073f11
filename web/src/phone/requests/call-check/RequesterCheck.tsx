import type { Request } from '#contract/requests/requests.ts'
import { AlertIcon, CheckIcon } from '#shared/parts/icons.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useTimeWithSeconds } from '../../frame/use-time-format.ts'
import { callName } from '../../frame/call-name.ts'
import { useNow } from '../../reads/use-now.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { WithdrawStep } from '../parts/WithdrawStep.tsx'
import { checkTexts } from './check-texts.ts'
import { SpokenNumber } from './SpokenNumber.tsx'

type Props = {
  readonly request: Request
  readonly onChanged: (request: Request) => void
  readonly onRefused: (error: unknown) => void
}

/** The requester's side of an open call check: the number to read out, and the progress. */
export const RequesterCheck = ({ request, onChanged, onRefused }: Props) => {
  const text = checkTexts.use()
  const { erased } = requestTexts.use()
  const { approver, number, seen, expiresAt } = request
  const who = approver ? callName(approver, erased) : text.anybody
  return (
    <>
      <p className="lead">{text.typesIt(who)}</p>
      {approver && (
        <p className="hint">
          <PersonText of={approver} erased={erased} />
        </p>
      )}
      {number !== undefined && <SpokenNumber number={number} expiresAt={expiresAt} />}
      <Steps {...seen} />
      <Unreached request={request} />
      <WithdrawStep request={request} onChanged={onChanged} onRefused={onRefused} />
    </>
  )
}

const REACHED_MS = 10_000

/** Says what to do when nobody has opened the check for ten seconds: waiting in silence helps only the attacker. */
const Unreached = ({ request: { approver, createdAt, seen } }: Pick<Props, 'request'>) => {
  const text = checkTexts.use()
  const { erased } = requestTexts.use()
  const isLong = useNow() - Date.parse(createdAt) >= REACHED_MS
  const who = approver ? callName(approver, erased) : text.somebody
  const words = seen?.deliveredAt ? text.away.unopened : text.away.unreached
  return (
    <div role="status">{isLong && !seen?.openedAt && <p className="notice warning">{words(who)}</p>}</div>
  )
}

/** The progress of a call check. The last step never completes here, because the page then shows the result. */
export const Steps = ({
  deliveredAt = null,
  openedAt = null,
  wrongAt = null,
}: Partial<NonNullable<Request['seen']>>) => {
  const text = checkTexts.use()
  return (
    <>
      <ol className="card check-steps" aria-label={text.steps.title}>
        <Step words={text.steps.delivered} at={deliveredAt ?? openedAt} />
        <Step words={text.steps.opened} at={openedAt} />
        {wrongAt && <Step words={text.steps.wrong} at={wrongAt} isWrong />}
        <Step words={text.steps.signed} at={null} />
      </ol>
      <p className="visually-hidden" role="status">
        {openedAt ? text.opened : deliveredAt ? text.delivered : ''}
      </p>
      <div role="alert">{wrongAt && <p className="notice error">{text.wrong}</p>}</div>
    </>
  )
}

type StepProps = { readonly words: string; readonly at: string | null; readonly isWrong?: boolean }

const Step = ({ words, at, isWrong = false }: StepProps) => {
  const time = useTimeWithSeconds()
  return (
    <li className={isWrong ? 'is-wrong' : at ? 'is-done' : undefined}>
      <span className="step-mark">{isWrong ? <AlertIcon /> : at && <CheckIcon />}</span>
      <span>{words}</span>
      {at && (
        <time className="hint numbers" dateTime={at}>
          {time(at)}
        </time>
      )}
    </li>
  )
}
