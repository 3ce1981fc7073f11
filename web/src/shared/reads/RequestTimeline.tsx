import type { Request } from '#contract/requests/requests.ts'
import { PersonText } from '../parts/PersonText.tsx'
import { timelineTexts } from './timeline-texts.ts'
import './request-timeline.css'

type Props = {
  readonly request: Request
  /** Formats an ISO time. */
  readonly timeOf: (isoTime: string) => string
}

/** What happened to a request, from the top. */
export const RequestTimeline = ({ request: { type, timeline = [] }, timeOf }: Props) => {
  const text = timelineTexts.use()
  const stepOf = (kind: (typeof timeline)[number]['kind']) =>
    text.steps[kind === 'approved' && type === 'verification' ? 'verified' : kind]
  /** A later program may tell more. */
  const isKnown = ({ kind }: (typeof timeline)[number]) => kind in text.steps
  return (
    <ol className="request-timeline">
      {timeline.filter(isKnown).map(({ kind, at, by, count = 1 }, step) => (
        <li key={`${kind} ${at} ${step}`}>
          <span>
            <strong>{stepOf(kind)(count)}</strong>
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
