import { approveRequest, requestChallenge } from '#contract/requests/requests.ts'
import { call } from '#shared/api/api.ts'
import type { OwnDevice } from '../../accounts/devices/own-devices.ts'
import { differences } from '../proof/signed-content.ts'
import type { About } from '../proof/Sheet.tsx'
import { useSigning } from '../proof/use-signing.ts'
import type { DecisionProps } from './decision-props.ts'

export type ApprovalProps = DecisionProps & {
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly isOnline: boolean
  readonly onRefused: (error: unknown) => void
  readonly onDecline: () => void
}

/** Signs the approval of what is shown; of a call check together with the number that was heard. */
export const useApproval = (
  { shown, approverId, devices, onDecided, onRefused }: ApprovalProps,
  about: About,
  number?: string,
) => {
  const params = { id: shown.id }
  return useSigning({
    endpoints: { prepares: requestChallenge, takes: approveRequest },
    asking: {
      prepare: () => call(requestChallenge, { params }),
      differences: (prepared) => differences(shown, approverId, prepared),
    },
    about,
    send: (proof, idempotencyKey) =>
      call(approveRequest, { params, body: { proof, ...(number && { number }) }, idempotencyKey }),
    devices,
    onDone: onDecided,
    onRefused,
  })
}
