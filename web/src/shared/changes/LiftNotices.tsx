import { stopLift } from '#contract/workspaces/protection-lift.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { useCommand } from '../commands/use-command.ts'
import { ErrorNotice } from '../native/Notice.tsx'
import { UserText } from '../parts/UserText.tsx'
import { formatMinute } from '../texts/format-time.ts'
import { useLanguage } from '../texts/language.ts'
import { liftTexts } from './lift-texts.ts'

type Lifted = Pick<WorkspaceMembership, 'id' | 'name' | 'timezone' | 'protectionLift'>

/** Tells everybody who may decide that the protection of a workspace is being lifted, and stops that with one click. */
export const LiftNotices = ({ workspaces }: { readonly workspaces: readonly Lifted[] }) =>
  workspaces.map((workspace) => <LiftNotice key={workspace.id} workspace={workspace} />)

const LiftNotice = ({
  workspace: { id, name, timezone, protectionLift },
}: {
  readonly workspace: Lifted
}) => {
  const text = liftTexts.use()
  const language = useLanguage()
  const command = useCommand(stopLift, {
    // The notice goes with its reason.
    onSuccess: () => document.querySelector('h1')?.focus(),
  })
  if (!protectionLift) return null
  const { endsAt, reason } = protectionLift
  return (
    <section className="notice warning" aria-label={text.title}>
      <p>
        <strong>{text.title}</strong>
        <br />
        <UserText>{name ?? text.nameless}</UserText>
      </p>
      <p>{text.text(formatMinute(endsAt, language, timezone))}</p>
      {reason !== null && (
        <p>
          {text.reason} <UserText>{reason}</UserText>
        </p>
      )}
      {command.error && <ErrorNotice error={command.error} lead={`${text.failed} `} />}
      <button
        type="button"
        className="button"
        aria-disabled={command.isPending}
        onClick={() => command.isPending || command.mutate({ params: { id } })}
      >
        {text.stop}
      </button>
    </section>
  )
}
