import { useEffect, useRef } from 'react'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#contract/accounts/device-name.ts'
import { devices, removeDevice, type Device } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { knowsPasskeys, NoPasskey } from '#shared/sign-in/passkeys.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand } from '#shared/commands/use-command.ts'
import { useText } from '#shared/texts/common.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { useAddPasskey } from './use-add-passkey.ts'
import { passkeySectionTexts } from './passkey-section-texts.ts'

/** The second factor of super admins. */
export const PasskeysSection = () => {
  const text = passkeySectionTexts.use()
  const query = useQuery(endpointQuery(devices))
  const remove = useCommand(removeDevice, {
    onSuccess: () => showToast({ message: text.removed, severity: 'success' }),
  })
  return (
    <section className="card panel stack account-sessions">
      <h2>{text.title}</h2>
      <p>{text.text}</p>
      <QueryStates query={query} label={text.loading} />
      {query.data?.length === 0 && <p className="muted">{text.none}</p>}
      <ul>
        {query.data?.map((device) => (
          <DeviceRow key={device.id} device={device}>
            <Button
              variant="outlined"
              aria-label={text.removeNamed(device.name ?? text.name)}
              aria-disabled={remove.isPending}
              onClick={() => remove.isPending || remove.mutate({ params: { id: device.id } })}
            >
              {text.remove}
            </Button>
          </DeviceRow>
        ))}
      </ul>
      {remove.error && <ErrorNotice error={remove.error} />}
      <AddPasskey isFurther={query.data?.some(({ state }) => state === 'usable') === true} />
    </section>
  )
}

const AddPasskey = ({ isFurther }: { readonly isFurther: boolean }) => {
  const text = passkeySectionTexts.use()
  const name = deviceName(navigator.userAgent) || text.name
  const onDone = ({ state }: Device) =>
    showToast({ message: state === 'waiting' ? text.addedWaiting : text.added, severity: 'success' })
  const { made, add, confirm, giveUp } = useAddPasskey(name, { isFurther, onDone })
  const isBusy = add.isPending || confirm.isPending
  return (
    <>
      <AddError error={add.error ?? confirm.error} />
      {made ? (
        <Confirm isBusy={isBusy} onConfirm={confirm.mutate} onBack={giveUp} />
      ) : knowsPasskeys() ? (
        <div>
          <Button variant="outlined" aria-disabled={isBusy} onClick={() => isBusy || add.mutate()}>
            {add.isPending ? text.adding : text.add}
          </Button>
        </div>
      ) : (
        <p className="muted">{text.impossible}</p>
      )}
    </>
  )
}

type ConfirmProps = {
  readonly isBusy: boolean
  readonly onConfirm: (how: 'confirmed' | 'waits') => void
  readonly onBack: () => void
}

/** The new passkey exists. A passkey of before confirms it, or it waits. */
const Confirm = ({ isBusy, onConfirm, onBack }: ConfirmProps) => {
  const text = passkeySectionTexts.use()
  const common = useText()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="notice info">
      <p ref={heading} tabIndex={-1}>
        <strong>{text.confirmTitle}</strong>
      </p>
      <p>{text.confirmText}</p>
      <div className="action-buttons">
        <Button variant="contained" aria-disabled={isBusy} onClick={() => isBusy || onConfirm('confirmed')}>
          {text.confirm}
        </Button>
        <Button variant="outlined" aria-disabled={isBusy} onClick={() => isBusy || onConfirm('waits')}>
          {text.without}
        </Button>
        <Button aria-disabled={isBusy} onClick={() => isBusy || onBack()}>
          {common.cancel}
        </Button>
      </div>
    </div>
  )
}

const AddError = ({ error }: { readonly error: unknown }) => {
  const text = passkeySectionTexts.use()
  if (!error) return null
  if (!(error instanceof NoPasskey)) return <ErrorNotice error={error} />
  return (
    <p className="notice info" role="alert">
      {text.cancelled}
    </p>
  )
}
