import type { Request } from '#contract/requests/requests.ts'
import { approveMany, challengeMany } from '#contract/requests/several.ts'
import type { WorkspaceMembership } from '#contract/workspaces/workspaces.ts'
import { call } from '#shared/api/api.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import { membershipIn } from '#shared/reads/memberships.ts'
import type { OwnDevice } from '../../accounts/keys/own-devices.ts'
import { useUserId } from '../../accounts/sessions/phone-session.tsx'
import { RefusalNotice } from '../../accounts/signing/RefusalNotice.tsx'
import { SigningSheet } from '../../accounts/signing/SigningSheet.tsx'
import { useSigning } from '../../accounts/signing/use-signing.ts'
import { useOnline } from '../../reads/use-online.ts'
import { decisionTexts } from '../decision/decision-texts.ts'
import { FullRequests } from './FullRequests.tsx'
import { listDifferences } from './list-differences.ts'
import type { Results } from './SeveralResults.tsx'
import { severalTexts } from './several-texts.ts'

type Props = {
  /** In the order in which they are signed. */
  readonly chosen: readonly Request[]
  readonly workspaces: readonly WorkspaceMembership[]
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly onDone: (results: Results) => void
  readonly onRefused: (error: unknown) => void
  readonly onDecline: () => void
}

/** The buttons that decline all that are chosen, or approve them with one signature after a sheet that repeats them. */
export const SeveralApproval = ({ chosen, workspaces, devices, onDone, onRefused, onDecline }: Props) => {
  const text = severalTexts.use()
  const { preparing } = decisionTexts.use()
  const userId = useUserId()
  const isOnline = useOnline()
  const count = chosen.length
  const participantIn = (workspaceId: string) => membershipIn(workspaces, workspaceId)?.participantId ?? ''
  const signing = useSigning({
    endpoints: { prepares: challengeMany, takes: approveMany },
    content: {
      prepare: () => call(challengeMany, { body: { requestIds: chosen.map(({ id }) => id) } }),
      differences: (prepared) => listDifferences(chosen, { userId, participantIn }, prepared),
    },
    subject: {
      label: text.sign(count),
      title: text.count(count),
      person: null,
      side: null,
      more: <FullRequests requests={chosen} />,
    },
    send: (proof, idempotencyKey) => call(approveMany, { body: { proof }, idempotencyKey }),
    devices,
    onDone: ({ results }) => onDone(results),
    onRefused,
  })
  const isBlocked = signing.isPreparing || !isOnline
  return (
    <>
      <SigningSheet signing={signing} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <div className="decide">
        <button
          type="button"
          className="button button-danger"
          aria-disabled={!isOnline}
          onClick={() => isOnline && onDecline()}
        >
          {text.decline(count)}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isBlocked}
          onClick={() => isBlocked || signing.begin()}
        >
          <CheckIcon />
          {signing.isPreparing ? preparing : text.approve(count)}
        </button>
      </div>
    </>
  )
}
