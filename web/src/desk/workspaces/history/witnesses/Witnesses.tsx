import { useQuery } from '@tanstack/react-query'
import { historyCheckpoint, type HistoryWitness } from '#contract/workspaces/history-export.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatAgo, formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { witnessTexts } from './witness-texts.ts'

type Props = { readonly workspaceId: string; readonly timeZone: string }

const MINUTE_MS = 60_000

const useWitnesses = (workspaceId: string) => {
  const { data, dataUpdatedAt } = useQuery(endpointQuery(historyCheckpoint, { params: { id: workspaceId } }))
  return { witnesses: data?.witnesses ?? [], now: dataUpdatedAt }
}

/** Which witnesses say that the past of this log was changed. */
export const Contradictions = ({ workspaceId, timeZone }: Props) =>
  useWitnesses(workspaceId)
    .witnesses.filter(({ contradictedAt }) => contradictedAt !== null)
    .map((witness) => <Contradiction key={witness.verifierKey} witness={witness} timeZone={timeZone} />)

/** Who outside has seen this log. Nothing without witnesses. */
export const Witnesses = ({ workspaceId, timeZone }: Props) => {
  const text = witnessTexts.use()
  const { witnesses, now } = useWitnesses(workspaceId)
  if (witnesses.length === 0) return null
  return (
    <p>
      {text.seenBy}{' '}
      {witnesses.map((witness, at) => (
        <span key={witness.verifierKey}>
          {at > 0 && '; '}
          <Seen witness={witness} now={now} timeZone={timeZone} />
        </span>
      ))}
      .
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
  const minutes = at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))
  const ago = minutes < 1 ? text.justNow : formatAgo(minutes, language)
  return (
    <>
      {at === null ? name : text.seen(name, size!, ago)}
      {trouble && since && ` (${text.troubles[trouble](formatMinute(since, language, timeZone))})`}
    </>
  )
}
