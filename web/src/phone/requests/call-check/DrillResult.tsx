import { useEffect, useRef } from 'react'
import type { Request } from '#contract/requests/requests.ts'
import { CheckIcon, ClockIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { InboxLink } from '../../frame/InboxLink.tsx'
import { callName } from '../../frame/call-name.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { drillTexts } from './drill-texts.ts'

type Answer = NonNullable<Request['drill']>['answer']
const outcomeOf = (answer: Answer) => {
  if (answer === null) return 'unanswered'
  return answer === 'yes' ? answer : 'right'
}

const LOOKS = {
  right: { look: 'verified', Icon: CheckIcon },
  yes: { look: 'reported', Icon: CrossIcon },
  unanswered: { look: 'expired', Icon: ClockIcon },
}

type Props = {
  readonly request: Request
  readonly drill: NonNullable<Request['drill']>
  /** As in `RequestResult`. */
  readonly takesFocus: boolean
}

/** Says that what looked like a call check was a drill, and what to do in earnest. */
export const DrillResult = ({ request, drill, takesFocus }: Props) => {
  const text = drillTexts.use()
  const { erased, erasedText } = requestTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const outcome = outcomeOf(drill.answer)
  const { look, Icon } = LOOKS[outcome]
  const who = callName(request.requester, erased)
  return (
    <>
      <div className={`result ${look}`}>
        <div className="tick">
          <Icon />
        </div>
        <h2 ref={heading} tabIndex={-1}>
          {text.results[outcome]}
        </h2>
        <p>
          <UserText>{request.title ?? erasedText}</UserText>
        </p>
        <p className="hint">{text.what(who)}</p>
      </div>
      <section>
        <h2>{text.earnest}</h2>
        <ul className="card report-list">
          <li>{text.rules.own}</li>
          <li>{text.rules.no(who)}</li>
          <li>{text.rules.back}</li>
        </ul>
      </section>
      <p className="hint">{drill.byPerson ? text.seen.persons : text.seen.counts}</p>
      <InboxLink />
    </>
  )
}
