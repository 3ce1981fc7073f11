import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Change } from '#contract/workspaces/change.ts'
import { changeDetails } from '#contract/workspaces/changes.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { ChangedFields } from '#shared/changes/ChangedFields.tsx'
import { ChangeTitle } from '#shared/changes/ChangeTitle.tsx'
import { changeWords, endOf } from '#shared/changes/change-words.ts'
import { Fact, SideDrawer } from '#shared/dialogs/SideDrawer.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { formatTime } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { ChangeActions } from './ChangeActions.tsx'
import { ChangeState } from './ChangeState.tsx'
import { changesTexts } from './texts.ts'

const DownloadBeleg = lazy(async () => ({
  default: (await import('#shared/beleg/DownloadBeleg.tsx')).DownloadBeleg,
}))

type Props = {
  readonly id: string
  /** The change as the list has it, if it does. */
  readonly listed: Change | undefined
  readonly ownId: string | null
  readonly timeZone: string
  readonly onClose: () => void
}

/** Who asked for a change, what it does, how it stands, and what the reader can do about it. */
export const ChangeDrawer = ({ id, listed, ownId, timeZone, onClose }: Props) => {
  const text = changesTexts.use()
  const query = useQuery({
    ...endpointQuery(changeDetails, { params: { id } }),
    enabled: listed === undefined,
  })
  // The live stream keeps the list up to date.
  const change = listed ?? query.data
  return (
    <SideDrawer
      title={change ? <ChangeTitle change={change} /> : text.title}
      meta={change && <ChangeState change={change} timeZone={timeZone} />}
      onClose={onClose}
    >
      {!listed && <QueryStates query={query} label={text.loadingChange} />}
      {change && <Details change={change} ownId={ownId} timeZone={timeZone} />}
    </SideDrawer>
  )
}

type DetailsProps = Pick<Props, 'ownId' | 'timeZone'> & { readonly change: Change }

const Details = ({ change, ownId, timeZone }: DetailsProps) => {
  const text = changesTexts.use()
  const words = changeWords.use()
  const language = useLanguage()
  const time = (iso: string): string => formatTime(iso, language, timeZone)
  const { id, requestedBy, requestedAt, expiresAt, state, decidedBy, decidedAt } = change
  const isOwn = requestedBy.participantId === ownId
  const end = endOf(change, words)
  return (
    <>
      {end !== null && (
        <p className={state === 'overtaken' ? 'notice warning' : 'notice info'} role="status">
          {end}
        </p>
      )}
      {state === 'pending' && isOwn && <p className="notice info">{words.own}</p>}
      <h3>{words.changed}</h3>
      <ChangedFields change={change} />
      <dl className="fact-list numbers">
        <Fact name={words.askedBy}>
          <PersonText of={requestedBy} erased={words.erased} />
          {isOwn && ` (${text.you})`}
        </Fact>
        <Fact name={words.askedAt}>{time(requestedAt)}</Fact>
        <Fact name={words.until}>{time(expiresAt)}</Fact>
        {decidedBy && (
          <Fact name={text.decidedBy}>
            <PersonText of={decidedBy} erased={words.erased} />
          </Fact>
        )}
        {decidedAt && <Fact name={text.endedAt}>{time(decidedAt)}</Fact>}
        <Fact name={text.inAudit}>
          <Link to={`?${new URLSearchParams({ tab: 'audit', target: id })}`}>{text.showInAudit}</Link>
        </Fact>
      </dl>
      {state === 'pending' && ownId !== null && <ChangeActions change={change} ownId={ownId} />}
      {state !== 'pending' && (
        <Suspense>
          <DownloadBeleg of="change" id={id} />
        </Suspense>
      )}
    </>
  )
}
