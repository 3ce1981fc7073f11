import type { Change } from '#contract/workspaces/change.ts'
import { refuseChange } from '#contract/workspaces/changes.ts'
import { changeWords } from '#shared/changes/change-words.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { Link } from '#shared/parts/Link.tsx'
import { signingTexts } from '../accounts/signing/signing-texts.ts'
import { useSigningDevices } from '../accounts/signing/use-signing-devices.ts'
import { WaitsNotice } from '../accounts/waiting/WaitsNotice.tsx'
import { AskFirst } from '../frame/AskFirst.tsx'
import { enrolFormState } from '../frame/device-link.ts'
import { QueryView } from '../frame/QueryView.tsx'
import { ApproveChange } from './ApproveChange.tsx'
import { changePageTexts } from './change-page-texts.ts'

type Props = {
  readonly change: Change
  /** The user's participant id. */
  readonly approverId: string
  readonly onEnded: (change: Change) => void
}

/** Approves another admin's change with a signature, or refuses it without one. Who would be removed may only approve. */
export const ChangeDecision = (props: Props) => {
  const { change, approverId, onEnded } = props
  const text = changePageTexts.use()
  const words = changeWords.use()
  const { enrol } = signingTexts.use()
  const { query, device, devices, waitingHere, onRefused } = useSigningDevices()
  const refuse = useCommand(refuseChange, { onSuccess: onEnded })
  const isAboutUser = change.target.kind === 'participant' && change.target.id === approverId
  return (
    <section className="change-decision" aria-label={text.decision}>
      <QueryView query={query}>
        {() => {
          if (!device) return null
          if (typeof device === 'object')
            return <ApproveChange {...props} devices={devices} onRefused={onRefused} />
          if (waitingHere) return <WaitsNotice device={waitingHere} />
          return (
            <div className="notice info">
              <p>{text.enrolFirst}</p>
              <Link className="button" to={`/device?next=/changes/${change.id}`} state={enrolFormState}>
                {enrol}
              </Link>
            </div>
          )
        }}
      </QueryView>
      {isAboutUser ? (
        <p className="hint">{words.about}</p>
      ) : (
        <AskFirst
          label={words.refuse}
          look="danger"
          name={words.refuse}
          question={`${words.refuseQuestion} ${words.refuseText}`}
          no={words.keep}
          yes={words.refuseConfirm}
          busy={words.refusing}
          isPending={refuse.isPending}
          error={refuse.error}
          onYes={() => refuse.mutate({ params: { id: change.id } })}
        />
      )}
    </section>
  )
}
