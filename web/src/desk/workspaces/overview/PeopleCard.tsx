import type { Overview } from '#contract/requests/overview.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { formatDuration } from './overview-filters.ts'
import { overviewTexts } from './texts.ts'

type Props = {
  readonly overview: Overview
  /** The address of what waits for a person, or for all. */
  readonly waitingPath: (participantId?: string) => string
}

const MOST = 8

/** For whom something waits, and what stands in their way. */
export const PeopleCard = ({ overview: { people, waiting }, waitingPath }: Props) => {
  const text = overviewTexts.use()
  const most = Math.max(1, ...people.map((person) => person.waiting))
  return (
    <section className="card panel" aria-labelledby="overview-people">
      <div className="panel-head">
        <h2 id="overview-people">{text.people.title}</h2>
        {waiting.count > 0 && <Link to={waitingPath()}>{text.people.all}</Link>}
      </div>
      {people.length === 0 && <p className="muted">{text.people.none}</p>}
      <ul className="overview-people">
        {people.slice(0, MOST).map((person) => (
          <li key={person.participantId}>
            <Initials {...person} />
            <Link to={waitingPath(person.participantId)} className="overview-person">
              <PersonText of={person} erased={text.erased} />
            </Link>
            <span className={person.obstacle ? 'meta is-bad' : 'meta'}>{standing(person, text)}</span>
            <span className="overview-meter" aria-hidden="true">
              <i
                className={person.obstacle ? 'is-bad' : undefined}
                style={{ width: `${(person.waiting / most) * 100}%` }}
              />
            </span>
            <span className="numbers">
              <span aria-hidden="true">{person.waiting}</span>
              <span className="visually-hidden">{text.people.waiting(person.waiting)}</span>
            </span>
          </li>
        ))}
      </ul>
      {waiting.forAnybody > 0 && <p className="meta numbers">{text.people.forAnybody(waiting.forAnybody)}</p>}
    </section>
  )
}

const standing = (
  { obstacle, medianSeconds, overdue }: Overview['people'][number],
  text: ReturnType<typeof overviewTexts.use>,
): string =>
  [
    obstacle
      ? text.people.obstacles[obstacle]
      : medianSeconds === null
        ? text.people.noMedian
        : text.people.median(formatDuration(medianSeconds, text.units)),
    ...(overdue > 0 ? [text.people.overdue(overdue)] : []),
  ].join(' · ')
