import { stopDevice } from '#contract/accounts/waiting-devices.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { deviceWords } from '#shared/devices/device-words.ts'
import { AskFirst } from '../../frame/AskFirst.tsx'

type Props = {
  readonly id: string
  readonly name: string
  /** On a page of its own instead of in a list. */
  readonly isProminent?: boolean
  readonly onStopped: () => void
}

/** A button that stops a waiting device after a confirmation. */
export const StopDevice = ({ id, name, isProminent = false, onStopped }: Props) => {
  const text = deviceWords.use()
  const stop = useCommand(stopDevice, { onSuccess: onStopped })
  return (
    <AskFirst
      label={text.stop}
      look={isProminent ? 'danger' : 'text'}
      name={`${text.stop}: ${name}`}
      question={`${text.stopQuestion(name)} ${text.stopText}`}
      no={text.keepWaiting}
      yes={text.stopConfirm}
      busy={text.stopping}
      isPending={stop.isPending}
      error={stop.error}
      onYes={() => stop.mutate({ params: { id } })}
    />
  )
}
