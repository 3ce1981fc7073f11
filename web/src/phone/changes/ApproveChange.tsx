import type { Change } from '#contract/workspaces/change.ts'
import { approveChange, changeChallenge } from '#contract/workspaces/changes.ts'
import { call } from '#shared/api/api.ts'
import { ChangedFields } from '#shared/changes/ChangedFields.tsx'
import { changeWords, plainTitleOf } from '#shared/changes/change-words.ts'
import { changeDifferences } from '#shared/changes/signed-change.ts'
import { CheckIcon } from '#shared/parts/icons.tsx'
import type { OwnDevice } from '../accounts/keys/own-devices.ts'
import { RefusalNotice } from '../accounts/signing/RefusalNotice.tsx'
import { SigningSheet } from '../accounts/signing/SigningSheet.tsx'
import { useSigning } from '../accounts/signing/use-signing.ts'
import { useOnline } from '../reads/use-online.ts'
import { changePageTexts } from './change-page-texts.ts'

type Props = {
  readonly change: Change
  readonly approverId: string
  /** At least one, the best first. */
  readonly devices: readonly OwnDevice[]
  readonly onEnded: (change: Change) => void
  readonly onRefused: (error: unknown) => void
}

/** The button that approves a change. Its sheet shows all that is signed. */
export const ApproveChange = ({ change, approverId, devices, onEnded, onRefused }: Props) => {
  const text = changePageTexts.use()
  const words = changeWords.use()
  const isOnline = useOnline()
  const params = { id: change.id }
  const signing = useSigning({
    endpoints: { prepares: changeChallenge, takes: approveChange },
    content: {
      prepare: () => call(changeChallenge, { params }),
      differences: (prepared) => changeDifferences(change, approverId, prepared),
    },
    subject: {
      label: words.sign,
      title: plainTitleOf(change, words),
      person: change.requestedBy,
      side: text.from,
      more: <ChangedFields change={change} />,
    },
    send: (proof, idempotencyKey) => call(approveChange, { params, body: { proof }, idempotencyKey }),
    devices,
    onDone: onEnded,
    onRefused,
  })
  return (
    <>
      <SigningSheet signing={signing} />
      {signing.step === null && <RefusalNotice error={signing.error} />}
      <button
        type="button"
        className="button"
        aria-disabled={signing.isPreparing || !isOnline}
        onClick={() => isOnline && signing.begin()}
      >
        <CheckIcon />
        {signing.isPreparing ? words.preparing : words.approve}
      </button>
    </>
  )
}
