import type { ComponentProps } from 'react'
import Button from '@mui/material/Button'
import type { HistoryEntry } from '#contract/workspaces/audit.ts'
import { dayOf } from '#contract/workspaces/days.ts'
import { formatTime } from '#shared/texts/format-time.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { useText } from '#shared/texts/common.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { actionTexts, actionWords } from './texts/action-texts.ts'
import { Actor } from './Actor.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditMails } from './AuditMails.tsx'
import { AuditTimeline } from './AuditTimeline.tsx'
import { isAboutMails, mailCountsOf, mailTexts, mailWords } from './texts/mail-texts.ts'
import { OutcomeTag } from './OutcomeTag.tsx'
import type { AuditFilters } from './filters/audit-filters.ts'
import { ProofPanel } from './ProofPanel.tsx'
import { Target } from './Target.tsx'
import { auditTexts } from './texts/audit-texts.ts'

type Props = {
  readonly workspaceId: string
  readonly sequence: number
  /** Undefined while it is read, and if the log has no such entry. */
  readonly entry: HistoryEntry | undefined
  readonly reading: ComponentProps<typeof QueryStates>['query']
  readonly timeZone: string
  readonly onFilter: (changes: Partial<AuditFilters>) => void
} & Pick<ComponentProps<typeof SideDrawer>, 'steps' | 'restoreTo' | 'onClose'>

const known = (texts: Readonly<Record<string, string>>, key: string): string => texts[key] ?? key

/** The drawer of an entry. It stays the same one from entry to entry, so that the focus stays too. */
export const AuditDetail = ({
  workspaceId,
  sequence,
  entry,
  reading,
  timeZone,
  onFilter,
  ...drawer
}: Props) => {
  const text = auditTexts.use()
  const actions = actionTexts.use()
  const language = useLanguage()
  if (!entry)
    return (
      <SideDrawer title={text.details.title(sequence)} meta="" {...drawer}>
        <QueryStates query={reading} label={text.loadingEntry} />
        {reading.data !== undefined && <p role="status">{text.noEntry(sequence)}</p>}
      </SideDrawer>
    )
  return (
    <SideDrawer
      title={
        <span className="what">
          {actionWords(entry.action, actions)} <OutcomeTag outcome={entry.outcome} action={entry.action} />
        </span>
      }
      meta={`${text.columns.sequence} ${sequence} · ${formatTime(entry.at, language, timeZone)} (${timeZone})`}
      {...drawer}
    >
      <EntryFacts workspaceId={workspaceId} entry={entry} timeZone={timeZone} onFilter={onFilter} />
    </SideDrawer>
  )
}

type FactsProps = Pick<Props, 'workspaceId' | 'timeZone' | 'onFilter'> & { readonly entry: HistoryEntry }

const EntryFacts = ({ workspaceId, entry, timeZone, onFilter }: FactsProps) => {
  const text = auditTexts.use()
  const common = useText()
  const mailText = mailTexts.use()
  const mails = mailCountsOf(entry)
  const { actor, target } = entry
  // The timeline shows what people wrote to a request as a text.
  const changes = entry.changes.filter(({ field }) => field !== 'details' && field !== 'declineReason')
  return (
    <>
      <dl className="fact-list">
        <Fact name={known(text.targets, target.kind)}>
          <Target target={target} />
        </Fact>
        <Fact name={text.columns.actor}>
          <Actor entry={entry} />
        </Fact>
        {actor.role && <Fact name={text.details.role}>{known(common.roles, actor.role)}</Fact>}
      </dl>
      <Filters entry={entry} timeZone={timeZone} onFilter={onFilter} />
      {changes.length > 0 && !isAboutMails(entry) && <AuditChanges changes={changes} timeZone={timeZone} />}
      {target.kind === 'request' && (
        <AuditTimeline workspaceId={workspaceId} requestId={target.id} timeZone={timeZone} />
      )}
      {mails && (
        <AuditMails
          title={mailWords(mails, mailText)}
          workspaceId={workspaceId}
          cause={entry.id}
          timeZone={timeZone}
        />
      )}
      <ProofPanel entry={entry} />
    </>
  )
}

/** What a click on a value of the row does, for the keyboard. */
const Filters = ({ entry, timeZone, onFilter }: Omit<FactsProps, 'workspaceId'>) => {
  const text = auditTexts.use()
  const { actor, target, at } = entry
  const day = dayOf(at, timeZone)
  const by = actor.email ?? actor.userId
  const filters: readonly (readonly [name: string, changes: Partial<AuditFilters>])[] = [
    [text.date, { from: day, to: day }],
    ...(actor.userId && by ? ([[text.columns.actor, { actor: by }]] as const) : []),
    ...(target.label ? ([[text.columns.target, { target: target.label }]] as const) : []),
  ]
  return (
    <p className="entry-filters">
      <span aria-hidden="true">{text.filterLead}</span>
      {filters.map(([name, changes]) => (
        <Button key={name} size="small" aria-label={text.filterBy(name)} onClick={() => onFilter(changes)}>
          {name}
        </Button>
      ))}
    </p>
  )
}
