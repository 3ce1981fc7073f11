import type { CallWay, Request, SignedContent } from '#contract/requests/requests.ts'
import { ForColleague } from '#shared/deputies/ForColleague.tsx'
import { FilledLines } from '#shared/kinds/FilledFields.tsx'
import { KindWords } from '#shared/kinds/KindWords.tsx'
import { askKinds } from '#shared/texts/ask-kinds.ts'
import { callName } from '../../frame/call-name.ts'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { requestTexts } from '../parts/request-texts.ts'
import { whoCalledTexts } from '../parts/who-called-texts.ts'

type Props = {
  readonly shown: Request
  readonly content: SignedContent
  /** The reader's answer to who called whom. */
  readonly way: CallWay | undefined
}

/** What the signature covers beside the title: for whom, the details, and for a check both answers about the call. */
export const SignedBeside = ({ shown, content, way }: Props) => {
  const { says, youSay, ways, calledBack } = whoCalledTexts.use()
  const kinds = askKinds.use()
  const { erased } = requestTexts.use()
  const dayAndTime = useDayAndTime()
  const { asks, call } = content
  const who = callName(shown.requester, erased)
  return (
    <>
      <ForColleague of={shown.standsInFor} says="youDecide" />
      {shown.kind && (
        <p className="kind-name">
          <KindWords request={{ kind: shown.kind }} />
        </p>
      )}
      <FilledLines request={shown} timeOf={dayAndTime} />
      {shown.details && <bdi className="lines">{shown.details}</bdi>}
      {asks && <p className="hint">{kinds[asks.kind]}</p>}
      {way && typeof call === 'object' && (
        <p>
          {youSay(ways[way])}
          <br />
          {says(who, ways[call.requester])}
          {content.calledBack && (
            <>
              <br />
              {calledBack(who)}
            </>
          )}
        </p>
      )}
    </>
  )
}
