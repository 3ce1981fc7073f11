import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { approveChange, changeChallenge } from '#contract/workspaces/changes.ts'
import { call } from '#shared/api/api.ts'
import { changeDifferences } from '#shared/changes/signed-change.ts'
import { useCommandSteps } from '#shared/commands/use-command.ts'
import { loadWebAuthn, NoPasskey, signWithPasskey } from '#shared/sign-in/passkeys.ts'
import { compareContent, isUsable, type Compared } from '#shared/sign-in/signable.ts'

type Prepared = Compared<Reply<typeof changeChallenge>>
type Options = {
  readonly change: Change
  /** The reader's participant id. */
  readonly approverId: string
  readonly onDone: (change: Change) => void
}

/**
 * Approves a change with a passkey, in two steps, because browsers open a passkey only for a press: `begin` compares the content with
 * what is shown and sets `prepared`, `sign` signs and sends it.
 */
export const useApproval = ({ change, approverId, onDone }: Options) => {
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const params = { id: change.id }
  const source = {
    prepare: () => call(changeChallenge, { params }),
    differences: (found: Prepared['prepared']) => changeDifferences(change, approverId, found),
  }
  const begin = useCommandSteps(
    changeChallenge,
    async () => {
      const [found] = await Promise.all([compareContent(source), loadWebAuthn()])
      return found
    },
    { onSuccess: setPrepared },
  )
  const sign = useCommandSteps(
    approveChange,
    async (found: Prepared) => {
      const usable = isUsable(found, performance.now()) ? found : await compareContent(source)
      const { challenge, passkey } = usable.prepared
      if (!passkey) throw new NoPasskey()
      const assertion = await signWithPasskey(passkey)
      return call(approveChange, { params, body: { proof: { challenge, assertion } } })
    },
    {
      onSuccess: onDone,
      // A challenge is good for one answer.
      onError: (error, found) =>
        error instanceof NoPasskey || setPrepared({ ...found, takenAt: Number.NEGATIVE_INFINITY }),
    },
  )
  return {
    prepared,
    isPreparing: begin.isPending,
    isSigning: sign.isPending,
    beginError: begin.error,
    signError: sign.error,
    begin: () => begin.isPending || begin.mutate(),
    sign: () => prepared && sign.mutate(prepared),
    giveUp: () => {
      setPrepared(null)
      sign.reset()
    },
  }
}
