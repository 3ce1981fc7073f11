import type { Request } from '#contract/requests/requests.ts'
import { furtherIn } from '../kinds/rule-names.ts'
import { PersonText } from '../parts/PersonText.tsx'
import { UserText } from '../parts/UserText.tsx'
import { useLanguage } from '../texts/language.ts'
import { timelineTexts } from './timeline-texts.ts'
import './request-timeline.css'

type Props = {
  readonly request: Request
  /** Formats an ISO time. */
  readonly timeOf: (isoTime: string) => string
}

/** What happened to a request, from the top. */
export const RequestTimeline = ({ request, timeOf }: Props) => {
  const { type, timeline = [] } = request
  const language = useLanguage()
  const text = timelineTexts.use()
  const stepOf = (kind: (typeof timeline)[number]['kind']) =>
    text.steps[kind === 'approved' && type === 'verification' ? 'verified' : kind]
  const further = furtherIn(request, { language, erased: text.erased })
  /** A later program may tell more. */
  const isKnown = ({ kind }: (typeof timeline)[number]) => kind in text.steps
  return (
    <ol className="request-timeline">
      {timeline.filter(isKnown).map(({ kind, at, by, count = 1 }, step) => (
        <li key={`${kind} ${at} ${step}`}>
          <span>
            <strong>{stepOf(kind)(count)}</strong>
            {kind === 'escalated' && further !== null && (
              <span className="hint">
                <UserText>{further}</UserText>
              </span>
            )}
            {by && (
              <span className="hint">
                <PersonText of={by} erased={text.erased} />
              </span>
            )}
          </span>
          <time className="hint numbers" dateTime={at}>
            {timeOf(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}
