import type { ReactNode } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { requestList } from '#contract/requests/requests.ts'
import { participantCounts } from '#contract/workspaces/participants.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { paths } from '#shared/paths.ts'
import { firstStepsTexts } from './first-steps-texts.ts'

const STEPS = ['invite', 'phone', 'request'] as const

type Props = { readonly workspaceId: string }

/** The steps to the first approval, and which of them are done. The last step of the introduction shows them. */
export const FirstSteps = ({ workspaceId }: Props) => {
  const text = firstStepsTexts.use()
  const params = { id: workspaceId }
  const counts = useQuery(endpointQuery(participantCounts, { params }))
  const own = useQuery(endpointQuery(devices))
  const requests = useQuery(endpointQuery(requestList, { params, query: { limit: 1 } }))
  if (counts.isPending || own.isPending || requests.isPending) return <div className="first-steps" />
  const done = {
    invite: !!counts.data && counts.data.accepted + counts.data.pending > 1,
    phone: !!own.data?.some(({ disabled }) => !disabled),
    request: !!requests.data?.length,
  }
  const next = STEPS.find((name) => !done[name])
  const links = {
    invite: (
      <Button variant="outlined" component={Link} to="?tab=invite">
        {text.invite.open}
      </Button>
    ),
    phone: (
      <Button variant="outlined" href={`${paths.phone}/device`}>
        {text.phone.open}
      </Button>
    ),
    request: (
      <Button variant="outlined" href={`${paths.phone}/new`}>
        {text.request.open}
      </Button>
    ),
  }
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h3 id="first-steps">
        {text.title} <span className="meta">{text.done(STEPS.filter((name) => done[name]).length)}</span>
      </h3>
      <ol>
        {STEPS.map((name, index) => (
          <Step key={name} number={index + 1} isDone={done[name]} isNext={name === next} link={links[name]}>
            <p>
              <strong>{text[name].title}</strong>
            </p>
            <p>{text[name].text}</p>
          </Step>
        ))}
      </ol>
      <p>
        {text.protect} <Link to="?tab=settings">{text.openProtect}</Link>
      </p>
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
  const text = firstStepsTexts.use()
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
