import { useEffect, useId, useRef, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import { completeOnboarding, type Workspace } from '#contract/workspaces/workspaces.ts'
import { paths } from '#shared/paths.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { Fact } from '#shared/dialogs/SideDrawer.tsx'
import { useText } from '#shared/texts/common.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import type { Progress } from './use-progress.ts'
import { QrCode } from '#shared/parts/QrCode.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { onboardingTexts } from './texts.ts'
import './onboarding.css'

type Props = {
  readonly workspace: Workspace
  readonly progress: Progress
  readonly onProgress: (progress: Progress) => void
  /** The invitation form. */
  readonly colleagues: ReactNode
}

const STEPS = ['welcome', 'app', 'colleagues', 'roles', 'support'] as const

/** The introduction to a new workspace in five steps. The server records when it is finished. */
export const Onboarding = ({ workspace, progress, onProgress, colleagues }: Props) => {
  const text = onboardingTexts.use()
  const id = useId()
  const at = Math.min(progress.step, STEPS.length - 1)
  const step = STEPS[at]!
  const isFirst = at === 0
  const isLast = at === STEPS.length - 1
  const heading = useStepHeading(at)
  const go = (by: number): void => onProgress({ ...progress, step: at + by })
  const command = useCommand(completeOnboarding, {
    onSuccess: () => {
      showToast({ message: text.finished, severity: 'success' })
      document.querySelector('h1')?.focus()
    },
  })
  const finish = (): void => {
    if (!command.isPending) command.mutate({ params: { id: workspace.id } })
  }
  const parts = {
    welcome: null,
    app: <App />,
    colleagues,
    roles: <Roles />,
    support: <Support workspaceId={workspace.id} />,
  }
  return (
    <section className="onboarding card panel" aria-labelledby={id}>
      <div className="panel-head">
        <p className="meta numbers">
          {text.label} · {text.progress(at + 1, STEPS.length)}
        </p>
        <Button onClick={() => onProgress({ ...progress, isPostponed: true })}>{text.later}</Button>
      </div>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {text[step].title}
      </h2>
      <p>{text[step].text}</p>
      {parts[step]}
      {command.error && <ErrorNotice error={command.error} />}
      <div className="form-foot">
        {!isFirst && (
          <Button variant="outlined" onClick={() => go(-1)}>
            {text.back}
          </Button>
        )}
        <Button
          // The colleagues' step has its own primary button.
          variant={step === 'colleagues' ? 'outlined' : 'contained'}
          aria-disabled={command.isPending}
          onClick={isLast ? finish : () => go(1)}
        >
          {isFirst ? text.start : isLast ? text.finish : text.next}
        </Button>
      </div>
    </section>
  )
}

/** Focuses the heading of each step, except the initial one. */
const useStepHeading = (at: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current !== at) heading.current?.focus()
    shown.current = at
  }, [at])
  return heading
}

const App = () => {
  const text = onboardingTexts.use()
  const address = new URL(paths.phone, location.href).href
  return (
    <div className="onboarding-app">
      <QrCode text={address} label={text.app.code} />
      <a href={paths.phone}>{address}</a>
    </div>
  )
}

const Roles = () => {
  const text = onboardingTexts.use()
  const common = useText()
  return (
    <dl className="fact-list">
      <Fact name={common.roles.admin}>{text.roles.admin}</Fact>
      <Fact name={common.roles['regular user']}>{text.roles['regular user']}</Fact>
      <Fact name={common.requester}>{text.roles.requester}</Fact>
      <Fact name={common.approver}>{text.roles.approver}</Fact>
    </dl>
  )
}

const Support = ({ workspaceId }: { readonly workspaceId: string }) => {
  const text = onboardingTexts.use()
  return (
    <>
      <p>
        <a href={paths.imprint}>{text.support.imprint}</a>
      </p>
      <FirstSteps workspaceId={workspaceId} />
    </>
  )
}
