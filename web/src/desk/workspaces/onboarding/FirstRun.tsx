import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { requestList } from '#contract/requests/requests.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { paths } from '#shared/paths.ts'
import { firstRunTexts } from './first-run-texts.ts'
import { isPostponed, postpone } from './postponed.ts'

type Props = { readonly workspaceId: string; readonly hasInvited: boolean }

/** The steps to the first approval, for the only member of a workspace. Hidden when done or postponed. */
export const FirstRun = ({ workspaceId, hasInvited }: Props) => {
  const text = firstRunTexts.use()
  const [isHidden, setHidden] = useState(() => isPostponed(workspaceId))
  const enabled = !isHidden
  const own = useQuery({ ...endpointQuery(devices), enabled })
  const requests = useQuery({
    ...endpointQuery(requestList, { params: { id: workspaceId }, query: { limit: 1 } }),
    enabled,
  })
  if (isHidden || own.error || requests.error) return null
  if (!own.data || !requests.data) return <div className="first-run" />
  const done = {
    invite: hasInvited,
    phone: own.data.some(({ disabled }) => !disabled),
    request: requests.data.length > 0,
  }
  const count = Object.values(done).filter(Boolean).length
  if (count === 3) return null
  const next = done.invite ? (done.phone ? 'request' : 'phone') : 'invite'
  const links = {
    invite: <StepLink isNext={next === 'invite'} to="?tab=invite" words={text.invite.open} />,
    phone: <StepLink isNext={next === 'phone'} href={`${paths.phone}/device`} words={text.phone.open} />,
    request: <StepLink isNext={next === 'request'} href={`${paths.phone}/new`} words={text.request.open} />,
  }
  return (
    <section className="first-run" aria-labelledby="first-run">
      <div className="panel-head">
        <h2 id="first-run">
          {text.title} <span className="meta">{text.done(count)}</span>
        </h2>
        <Button
          onClick={() => {
            postpone(workspaceId)
            setHidden(true)
          }}
        >
          {text.later}
        </Button>
      </div>
      <ol className="card">
        {(['invite', 'phone', 'request'] as const).map((name, index) => (
          <Step key={name} number={index + 1} isDone={done[name]} isNext={name === next} link={links[name]}>
            <h3>{text[name].title}</h3>
            <p>{text[name].text}</p>
          </Step>
        ))}
      </ol>
    </section>
  )
}

type StepProps = {
  readonly number: number
  readonly isDone: boolean
  readonly isNext: boolean
  readonly link: ReactNode
  readonly children: ReactNode
}

const Step = ({ number, isDone, isNext, link, children }: StepProps) => {
  const text = firstRunTexts.use()
  return (
    <li className={isDone ? 'is-done' : isNext ? 'is-next' : undefined} aria-current={isNext && 'step'}>
      <span className="step-number" aria-hidden="true">
        {isDone ? <CheckIcon /> : number}
      </span>
      <div>
        {children}
        {isDone && <span className="visually-hidden">{text.isDone}</span>}
      </div>
      {!isDone && link}
    </li>
  )
}

type LinkProps = {
  readonly words: string
  readonly isNext: boolean
  readonly to?: string
  readonly href?: string
}

const StepLink = ({ words, isNext, to, href }: LinkProps) => {
  const variant = isNext ? 'contained' : 'outlined'
  return to ? (
    <Button variant={variant} component={Link} to={to}>
      {words}
    </Button>
  ) : (
    <Button variant={variant} href={href ?? ''}>
      {words}
    </Button>
  )
}
