import { useRef, useState } from 'react'
import type { WorkspaceTerm } from '#contract/workspaces/workspaces.ts'
import { formatDate } from '#shared/texts/format-time.ts'
import { CheckIcon, ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { subscriptionTexts } from './texts.ts'
import './terms.css'

type Props = {
  readonly terms: readonly WorkspaceTerm[]
  /** YYYY-MM-DD in the workspace's time zone */
  readonly today: string
}

/** The number of past periods that show at first. */
const PAST = 2

type When = 'past' | 'active' | 'coming'
const whenOf = ({ startDate, endDate }: WorkspaceTerm, today: string): When =>
  endDate < today ? 'past' : startDate > today ? 'coming' : 'active'

/** A timeline of the trial and the periods, earliest first. */
export const TermList = ({ terms, today }: Props) => {
  const { terms: text } = subscriptionTexts.use()
  const list = useRef<HTMLOListElement>(null)
  const [isWhole, setWhole] = useState(false)
  const showWhole = () => {
    setWhole(true)
    // The button disappears.
    list.current?.focus()
  }
  const dated = terms.map((term) => ({ term, when: whenOf(term, today) }))
  const past = dated.filter(({ when }) => when === 'past')
  const hidden = isWhole ? 0 : Math.max(0, past.length - PAST)
  const left = new Set(past.slice(0, hidden))
  return (
    <>
      <div className="terms-head">
        <h3>{text.title}</h3>
        {hidden > 0 && (
          <button type="button" className="button-link" onClick={showWhole}>
            {text.earlier(hidden)}
          </button>
        )}
      </div>
      <ol ref={list} tabIndex={-1} className="terms" aria-label={text.title}>
        {dated
          .filter((one) => !left.has(one))
          .map(({ term, when }, place) => (
            <Term key={`${term.startDate} ${term.endDate} ${place}`} term={term} when={when} />
          ))}
      </ol>
    </>
  )
}

const Term = ({ term, when }: { readonly term: WorkspaceTerm; readonly when: When }) => {
  const { terms: text } = subscriptionTexts.use()
  const language = useLanguage()
  const { kind, startDate, endDate, seats } = term
  return (
    <li className={`term-${when}`}>
      <p>
        <strong>{text.kinds[kind]}</strong>
        {when === 'active' && (
          <Tag tone="good" icon={<CheckIcon />}>
            {text.active}
          </Tag>
        )}
        {when === 'coming' && (
          <Tag tone="selected" icon={<ClockIcon />}>
            {text.coming}
          </Tag>
        )}
        {when === 'past' && <span className="meta">{text.past}</span>}
      </p>
      <p className="meta numbers">
        <span>
          <time dateTime={startDate}>{formatDate(startDate, language)}</time>
          {' – '}
          <time dateTime={endDate}>{formatDate(endDate, language)}</time>
        </span>
        {kind !== 'trial' && <span>{seats === null ? text.anyNumber : text.seats(seats)}</span>}
      </p>
    </li>
  )
}
