import { useQuery } from '@tanstack/react-query'
import {
  historyCheckpoint,
  type HistoryTimeStamp,
  type HistoryWitness,
} from '#contract/workspaces/history-export.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatAgo, formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { witnessTexts } from './witness-texts.ts'

type Props = { readonly workspaceId: string; readonly timeZone: string }

const MINUTE_MS = 60_000

const useOutside = (workspaceId: string) => {
  const { data, dataUpdatedAt } = useQuery(endpointQuery(historyCheckpoint, { params: { id: workspaceId } }))
  return { witnesses: data?.witnesses ?? [], timeStamp: data?.timeStamp ?? null, now: dataUpdatedAt }
}

/** How long ago that was, in words. */
const useAgo = (at: string | null, now: number): string => {
  const text = witnessTexts.use()
  const language = useLanguage()
  const minutes = at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))
  return minutes < 1 ? text.justNow : formatAgo(minutes, language)
}

/** Which witnesses say that the past of this log was changed. */
export const Contradictions = ({ workspaceId, timeZone }: Props) =>
  useOutside(workspaceId)
    .witnesses.filter(({ contradictedAt }) => contradictedAt !== null)
    .map((witness) => <Contradiction key={witness.verifierKey} witness={witness} timeZone={timeZone} />)

/** Who outside has seen this log, and who stamped it. Nothing without either. */
export const Witnesses = ({ workspaceId, timeZone }: Props) => {
  const text = witnessTexts.use()
  const { witnesses, timeStamp, now } = useOutside(workspaceId)
  return (
    <>
      {witnesses.length > 0 && (
        <p className="meta">
          {text.seenBy}{' '}
          {witnesses.map((witness, at) => (
            <span key={witness.verifierKey}>
              {at > 0 && '; '}
              <Seen witness={witness} now={now} timeZone={timeZone} />
            </span>
          ))}
          .
        </p>
      )}
      {timeStamp && <Stamped timeStamp={timeStamp} now={now} timeZone={timeZone} />}
    </>
  )
}

type StampedProps = { readonly timeStamp: HistoryTimeStamp; readonly now: number; readonly timeZone: string }

const Stamped = ({ timeStamp, now, timeZone }: StampedProps) => {
  const text = witnessTexts.use()
  const language = useLanguage()
  const { authority, size, at, trouble, since } = timeStamp
  const ago = useAgo(at, now)
  const why = trouble && since ? text.stampTroubles[trouble](formatMinute(since, language, timeZone)) : null
  if (at === null)
    return <p className="meta">{why === null ? text.unstamped : `${text.unstamped} (${why})`}.</p>
  return (
    <p className="meta">
      {text.stamped(authority ?? '', size!, ago)}
      {why !== null && ` (${why})`}.
    </p>
  )
}

type OneProps = { readonly witness: HistoryWitness; readonly timeZone: string }

const Contradiction = ({ witness: { name, contradictedAt }, timeZone }: OneProps) => {
  const text = witnessTexts.use()
  const language = useLanguage()
  return (
    <p className="notice error" role="alert">
      {text.contradicted(name, formatMinute(contradictedAt!, language, timeZone))}
    </p>
  )
}

const Seen = ({ witness, now, timeZone }: OneProps & { readonly now: number }) => {
  const text = witnessTexts.use()
  const language = useLanguage()
  const { name, size, at, trouble, since } = witness
  const ago = useAgo(at, now)
  return (
    <>
      {at === null ? name : text.seen(name, size!, ago)}
      {trouble && since && ` (${text.troubles[trouble](formatMinute(since, language, timeZone))})`}
    </>
  )
}
