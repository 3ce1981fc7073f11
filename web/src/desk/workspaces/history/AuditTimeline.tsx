import { useQuery } from '@tanstack/react-query'
import { workspaceHistory, type HistoryEntry } from '#contract/workspaces/audit.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { AlertIcon, ArrowIcon, CheckIcon, CrossIcon } from '#shared/parts/icons.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { actionTexts, actionWords } from './texts/action-texts.ts'
import { Actor } from './Actor.tsx'
import { fieldTexts } from './texts/field-texts.ts'
import { mailCountsOf, mailTexts, mailWords } from './texts/mail-texts.ts'
import { auditTexts } from './texts/audit-texts.ts'

type Props = {
  readonly workspaceId: string
  readonly requestId: string
  readonly timeZone: string
}

/** What somebody wrote to the request; null if there is nothing, or if it was erased. */
const textIn = (
  entries: readonly HistoryEntry[],
  name: 'details' | 'declineReason' | 'glassReason',
): string | null => {
  const found = entries.flatMap(({ changes }) => changes).find(({ field }) => field === name)
  return typeof found?.after === 'string' ? found.after : null
}

/** The details of a request and its history. */
export const AuditTimeline = ({ workspaceId, requestId, timeZone }: Props) => {
  const text = auditTexts.use()
  const { fields } = fieldTexts.use()
  const query = useQuery({
    ...endpointQuery(workspaceHistory, {
      params: { id: workspaceId },
      query: { target: requestId, limit: 100, mails: 'folded' },
    }),
    staleTime: 0,
  })
  const details = textIn(query.data?.entries ?? [], 'details')
  return (
    <>
      {details !== null && (
        <section className="stack">
          <h3>{fields.details}</h3>
          <p className="request-details" dir="auto">
            {details}
          </p>
        </section>
      )}
      <section className="stack">
        <h3>{text.details.timeline}</h3>
        <QueryStates query={query} label={text.loading} rows={2} />
        <ol className="timeline">
          {query.data?.entries.toReversed().map((entry) => (
            <Step key={entry.sequence} entry={entry} timeZone={timeZone} />
          ))}
        </ol>
      </section>
    </>
  )
}

const Step = ({ entry, timeZone }: { readonly entry: HistoryEntry; readonly timeZone: string }) => {
  const actions = actionTexts.use()
  const mailText = mailTexts.use()
  const language = useLanguage()
  const mails = mailCountsOf(entry)
  const reason = textIn([entry], 'declineReason') ?? textIn([entry], 'glassReason')
  const isApproved = entry.action === 'request.approved'
  const isEmergency = entry.action === 'request.glass-broken'
  const isRefused = entry.outcome === 'refused' || entry.action === 'request.declined'
  return (
    <li className={isApproved ? 'step-good' : isRefused || isEmergency ? 'step-bad' : undefined}>
      <span className="step-mark">
        <StepIcon isGood={isApproved} isBad={isRefused} isEmergency={isEmergency} />
      </span>
      <strong>{actionWords(entry.action, actions)}</strong>
      <time className="meta numbers" dateTime={entry.at}>
        {formatTime(entry.at, language, timeZone)}
      </time>
      <p className="meta">
        <Actor entry={entry} />
        {mails && <span>{mailWords(mails, mailText)}</span>}
      </p>
      {reason !== null && (
        <p className="request-details" dir="auto">
          {reason}
        </p>
      )}
    </li>
  )
}

type IconProps = { readonly isGood: boolean; readonly isBad: boolean; readonly isEmergency: boolean }

const StepIcon = ({ isGood, isBad, isEmergency }: IconProps) => {
  if (isEmergency) return <AlertIcon />
  if (isGood) return <CheckIcon />
  return isBad ? <CrossIcon /> : <ArrowIcon />
}
