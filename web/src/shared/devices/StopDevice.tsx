import { useState } from 'react'
import Button from '@mui/material/Button'
import { stopDevice } from '#contract/accounts/waiting-devices.ts'
import { useCommand } from '../commands/use-command.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { showToast } from '../dialogs/toast.tsx'
import { UserText } from '../parts/UserText.tsx'
import { deviceWords } from './device-words.ts'

type Props = { readonly id: string; readonly name: string }

/** On the desk: a button that stops a waiting device after a confirmation. */
export const StopDevice = ({ id, name }: Props) => {
  const text = deviceWords.use()
  const [isAsking, setAsking] = useState(false)
  const stop = useCommand(stopDevice, {
    onSuccess: () => {
      setAsking(false)
      showToast({ message: text.stopped(name), severity: 'success' })
    },
  })
  const ask = () => {
    stop.reset()
    setAsking(true)
  }
  return (
    <>
      <Button variant="outlined" color="error" aria-label={text.stopOne(name)} onClick={ask}>
        {text.stopShort}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={<UserText>{text.stopQuestion(name)}</UserText>}
          submit={stop.isPending ? text.stopping : text.stopConfirm}
          isDangerous
          isPending={stop.isPending}
          error={stop.error}
          onSubmit={() => stop.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          <p>{text.stopText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
