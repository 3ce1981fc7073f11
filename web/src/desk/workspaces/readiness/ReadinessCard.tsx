import { remindLaggards, type Readiness } from '#contract/workspaces/readiness.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { showError, showToast } from '#shared/dialogs/toast.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { MailProgress } from './MailProgress.tsx'
import { readinessTexts } from './texts.ts'
import { useReadiness } from './use-readiness.ts'
import './readiness.css'

type Step = keyof ReturnType<typeof readinessTexts.use>['steps']
type Remindable = keyof Readiness['remindable']

type Props = { readonly workspaceId: string }

/** How far the people of a workspace are, with the lists of those who lag and a reminder for them. Needs somebody besides the reader. */
export const ReadinessCard = ({ workspaceId }: Props) => {
  const text = readinessTexts.use()
  const { data } = useReadiness(workspaceId)
  if (!data || data.invited < 2) return null
  const { invited, joined, withDevice, remindable } = data
  const missing: readonly {
    readonly step: Step
    readonly lacks?: Remindable | 'decision'
    readonly count: number
  }[] = [
    { step: 'invited', count: 0 },
    { step: 'joined', lacks: 'joining', count: invited - joined },
    { step: 'withDevice', lacks: 'device', count: joined - withDevice },
    { step: 'decidedOnce', lacks: 'decision', count: 0 },
  ]
  return (
    <section className="card panel readiness" aria-label={text.title}>
      <h2>{text.title}</h2>
      <ul className="readiness-steps">
        {missing.map(({ step, lacks, count }) => (
          <li key={step}>
            <strong className="numbers">{data[step]}</strong>
            <div className="readiness-bar" aria-hidden="true">
              <i style={{ width: `${(data[step] / invited) * 100}%` }} />
            </div>
            <p className="meta numbers">
              {text.steps[step]}
              {lacks && (count > 0 || lacks === 'decision') && (
                <>
                  {' · '}
                  <Link to={`/workspace/${workspaceId}?lacks=${lacks}`}>
                    {lacks === 'decision' ? text.undecided : text.missing(count)}
                  </Link>
                </>
              )}
              {lacks && lacks !== 'decision' && count > 0 && (
                <Remind workspaceId={workspaceId} lacks={lacks} count={remindable[lacks]} />
              )}
            </p>
          </li>
        ))}
      </ul>
      <MailProgress workspaceId={workspaceId} readiness={data} />
    </section>
  )
}

type RemindProps = Props & { readonly lacks: Remindable; readonly count: number }

const Remind = ({ workspaceId, lacks, count }: RemindProps) => {
  const text = readinessTexts.use()
  const command = useCommand(remindLaggards, {
    onSuccess: ({ reminded }) => showToast({ message: text.reminded(reminded), severity: 'success' }),
    onError: (error) => showError(error),
  })
  if (count === 0) return <> · {text.remindedToday}</>
  return (
    <>
      {' · '}
      <button
        type="button"
        className="button-link"
        aria-label={text.remindOf[lacks](count)}
        aria-disabled={command.isPending}
        onClick={() => command.isPending || command.mutate({ params: { id: workspaceId }, body: { lacks } })}
      >
        {text.remind(count)}
      </button>
    </>
  )
}
