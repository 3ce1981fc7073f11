import type { Change } from '#contract/workspaces/change.ts'
import { ChangedFields } from '#shared/changes/ChangedFields.tsx'
import { ChangeTitle } from '#shared/changes/ChangeTitle.tsx'
import { changeWords } from '#shared/changes/change-words.ts'
import { ConfirmDialog } from '#shared/dialogs/ConfirmDialog.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { paths } from '#shared/paths.ts'
import { changesTexts } from './texts.ts'
import { SigningError } from './SigningError.tsx'

type Props = {
  readonly change: Change
  /** Whether a passkey of the reader can sign. */
  readonly hasPasskey: boolean
  readonly isSigning: boolean
  readonly error: unknown
  readonly onSign: () => void
  readonly onClose: () => void
}

/** Shows all that is signed, and asks for the passkey. Without one it leads to the phone page. */
export const ApproveDialog = ({ change, hasPasskey, isSigning, error, onSign, onClose }: Props) => {
  const { approve: text } = changesTexts.use()
  const words = changeWords.use()
  const path = `${paths.phone}/changes/${change.id}`
  return (
    <ConfirmDialog
      title={text.question}
      submit={!hasPasskey ? text.openPhone : isSigning ? text.asking : words.sign}
      isPending={isSigning}
      error={null}
      onSubmit={hasPasskey ? onSign : () => location.assign(path)}
      onClose={onClose}
    >
      <div className="change-to-sign">
        <p>
          <strong>
            <ChangeTitle change={change} />
          </strong>
        </p>
        <ChangedFields change={change} />
        <p>
          {words.askedBy} <PersonText of={change.requestedBy} erased={words.erased} />
        </p>
        <p className="muted">{hasPasskey ? text.text : text.none}</p>
        {hasPasskey && (
          <p>
            <a href={path}>{text.phone}</a>
          </p>
        )}
        <SigningError error={error} />
      </div>
    </ConfirmDialog>
  )
}
