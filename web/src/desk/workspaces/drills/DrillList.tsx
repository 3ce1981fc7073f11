import { useRef } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { drillList, type Drill } from '#contract/requests/drills.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointPages } from '#shared/api/api.ts'
import { MoreButton } from '#shared/lists/MoreButton.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { personWords } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { drillsTexts } from './texts.ts'
import './drills.css'

type Props = { readonly workspace: Pick<Workspace, 'id' | 'timezone'> }

/** The drills of a workspace with their results, newest first. */
export const DrillList = ({ workspace: { id, timezone } }: Props) => {
  const text = drillsTexts.use()
  const list = useRef<HTMLUListElement>(null)
  const query = useInfiniteQuery(endpointPages(drillList, { params: { workspaceId: id }, query: {} }))
  const drills = query.data?.pages.flatMap(({ reply }) => reply)
  if (!drills) return <QueryStates query={query} label={text.loading} />
  if (drills.length === 0) return <p className="muted">{text.none}</p>
  return (
    <>
      <ul ref={list} className="drills">
        {drills.map((drill) => (
          <li key={drill.id} className="focus-row" tabIndex={-1}>
            <Item drill={drill} timezone={timezone} />
          </li>
        ))}
      </ul>
      <MoreButton
        list={list}
        count={drills.length}
        onMore={query.hasNextPage ? query.fetchNextPage : undefined}
        isLoading={query.isFetchingNextPage}
      />
    </>
  )
}

const Item = ({ drill, timezone }: { readonly drill: Drill; readonly timezone: string }) => {
  const text = drillsTexts.use()
  const language = useLanguage()
  const { title, sentBy, sentAt, asked, overtaken, counts, withheld, people } = drill
  return (
    <>
      <strong>
        <UserText>{title ?? text.erasedText}</UserText>
      </strong>
      <p className="muted">
        {text.sentBy(personWords(sentBy, text.erased), formatMinute(sentAt, language, timezone))} ·{' '}
        {text.asked(asked)}
        {overtaken > 0 && `, ${text.overtaken(overtaken)}`}
      </p>
      {withheld && <p>{text.withheld[withheld]}</p>}
      {counts && <Counts counts={counts} />}
      {people && people.length > 0 && <People people={people} />}
    </>
  )
}

const TONES = { right: 'good', yes: 'danger', unanswered: 'neutral' } as const

const Counts = ({ counts }: { readonly counts: NonNullable<Drill['counts']> }) => {
  const { counts: words } = drillsTexts.use()
  return (
    <p className="tags">
      {(['right', 'yes', 'unanswered'] as const).map((which) => (
        <Tag key={which} tone={counts[which] > 0 ? TONES[which] : 'neutral'}>
          {`${counts[which]} ${words[which]}`}
        </Tag>
      ))}
    </p>
  )
}

const People = ({ people }: { readonly people: NonNullable<Drill['people']> }) => {
  const text = drillsTexts.use()
  return (
    <details>
      <summary>{text.people}</summary>
      <ul>
        {people.map(({ answer, ...person }) => (
          <li key={person.participantId}>
            <UserText>{personWords(person, text.erased)}</UserText>:{' '}
            {answer === null ? text.counts.unanswered : text.answers[answer]}
          </li>
        ))}
      </ul>
    </details>
  )
}
