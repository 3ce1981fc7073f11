import { Fragment, lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { InvitedRow } from '#contract/workspaces/invitations.ts'
import { grantRuleTexts } from '#shared/forms/grant-rule-texts.ts'
import { AlertIcon, CheckIcon, ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useText } from '#shared/texts/common.ts'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { useReadiness } from '../readiness/use-readiness.ts'
import type { CheckedRow, Heading, RowProblem } from './invite-rows.ts'
import { inviteTexts } from './texts.ts'

const MailProgress = lazy(async () => ({
  default: (await import('../readiness/MailProgress.tsx')).MailProgress,
}))

/** The result of a row: the outcome from the server, or the problem that kept it from being sent. */
export type ResultRow = Pick<CheckedRow, 'line' | 'email'> &
  Pick<InvitedRow, 'outcome'> & { readonly why: RowProblem | InvitedRow['reason'] }

/** The server returns the sent rows in their order. */
export const toldRows = (
  rows: readonly CheckedRow[],
  results: readonly InvitedRow[],
): readonly ResultRow[] => {
  const told = results.values()
  return rows.map(({ line, email, problem }) => {
    if (problem) return { line, email, outcome: 'invalid', why: problem }
    const { outcome = 'invalid', reason = null } = told.next().value ?? {}
    return { line, email, outcome, why: reason }
  })
}

const useReasons = (): Readonly<Record<RowProblem | NonNullable<InvitedRow['reason']>, string>> => {
  const { reasons } = inviteTexts.use()
  const { email, emailLocal } = useText().invalid
  const { role, flags } = grantRuleTexts.use()
  return {
    ...reasons,
    email,
    emailLocal,
    role,
    flags,
    'input.invalid': email,
    'participant.no-role': flags,
  }
}

type Line = Pick<CheckedRow, 'line' | 'email'> & {
  readonly name?: string | null | undefined
  readonly why: string
  readonly tag: ReactNode
}

/** Of what a bad row holds, the start is enough to find it again. */
const MOST_SHOWN = 120
const start = (text: string): string =>
  text.length > MOST_SHOWN ? `${[...text].slice(0, MOST_SHOWN - 1).join('')}…` : text

type LinesProps = {
  readonly title: string
  readonly children?: ReactNode
  readonly lines: readonly Line[]
  /** Takes the focus, because on narrow screens it is far below. */
  readonly isAnswer?: boolean
}

/** Rows with their status. Rows with a problem come first. */
const Lines = ({ title, lines, isAnswer = false, children }: LinesProps) => {
  const text = inviteTexts.use()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [isAnswer])
  const ordered = [...lines.filter(({ why }) => why), ...lines.filter(({ why }) => !why)]
  return (
    <section className="card panel invite-rows" aria-label={title}>
      <h2 ref={heading} tabIndex={-1} className="numbers">
        {title}
      </h2>
      {children}
      <ul aria-label={title}>
        {ordered.map(({ line, email, name, why, tag }, index) => (
          <li key={`${line} ${index}`}>
            <span className="meta numbers">{text.line(line)}</span>
            <div>
              <p className="one-line">
                <PersonText of={{ name: name && start(name), email: start(email) }} erased="" />
              </p>
              {why && <p className="meta">{why}</p>}
            </div>
            {tag}
          </li>
        ))}
      </ul>
    </section>
  )
}

type CheckedProps = { readonly rows: readonly CheckedRow[]; readonly headings: readonly Heading[] }

/** Before they are sent, with what the columns of a table are read as. */
export const CheckedRows = ({ rows, headings }: CheckedProps) => {
  const text = inviteTexts.use()
  const common = useText()
  const reasons = useReasons()
  const bad = rows.filter(({ problem }) => problem).length
  const lines = rows.map(({ line, email, name, problem, invitee }) => {
    const rights = [
      ...(invitee?.approver ? [common.approver] : []),
      ...(invitee?.requester ? [common.requester] : []),
    ]
    const given = invitee && (invitee.role === 'admin' ? [common.roles.admin, ...rights] : rights)
    const tag = given ? <span className="meta">{given.join(', ')}</span> : <NotTag />
    return { line, email, name, why: problem ? reasons[problem] : '', tag }
  })
  return (
    <Lines title={text.checked(rows.length - bad, bad)} lines={lines}>
      {headings.length > 0 && (
        <p className="meta">
          {text.columns.title}{' '}
          {headings.map(({ heading, kind }, at) => (
            <Fragment key={`${at} ${heading}`}>
              {at > 0 && ', '}
              <bdi>{start(heading)}</bdi> ({kind ? text.columns[kind] : text.columns.unread})
            </Fragment>
          ))}
        </p>
      )}
    </Lines>
  )
}

const TONES = { invited: 'good', waiting: 'warning', already: 'neutral' } as const

type ResultProps = {
  readonly workspaceId: string
  readonly rows: readonly ResultRow[]
}

/** Afterwards, with how far the mails are. */
export const ResultRows = ({ workspaceId, rows }: ResultProps) => {
  const ready = useReadiness(workspaceId)
  const text = inviteTexts.use()
  const reasons = useReasons()
  const count = (wanted: InvitedRow['outcome']) => rows.filter(({ outcome }) => outcome === wanted).length
  const lines = rows.map(({ line, email, outcome, why }) => ({
    line,
    email,
    why: why ? reasons[why] : '',
    tag:
      outcome === 'invalid' ? (
        <NotTag />
      ) : (
        <Tag tone={TONES[outcome]} icon={outcome === 'waiting' ? <ClockIcon /> : <CheckIcon />}>
          {text.outcomes[outcome]}
        </Tag>
      ),
  }))
  const title = text.told(count('invited'), count('already'), count('invalid'), count('waiting'))
  return (
    <Lines title={title} lines={lines} isAnswer>
      <Suspense>{ready.data && <MailProgress workspaceId={workspaceId} readiness={ready.data} />}</Suspense>
    </Lines>
  )
}

const NotTag = () => {
  const text = inviteTexts.use()
  return (
    <Tag tone="warning" icon={<AlertIcon />}>
      {text.outcomes.invalid}
    </Tag>
  )
}
