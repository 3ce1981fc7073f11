import type { ReactNode } from 'react'
import type { Device } from '#contract/accounts/devices.ts'
import { deviceWords, keyWordOf } from '#shared/devices/device-words.ts'
import { StopDevice } from '#shared/devices/StopDevice.tsx'
import { ClockIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { formatDay, formatMinute } from '#shared/texts/format-time.ts'
import { useLanguage } from '#shared/texts/language.ts'
import { devicesTexts } from './devices-texts.ts'

type Props = {
  readonly device: Device
  /** What can be done with it, unless it waits. */
  readonly children?: ReactNode
}

/** An own device in a list of the account page, with its state. One that waits can be stopped. */
export const DeviceRow = ({ device, children }: Props) => {
  const text = devicesTexts.use()
  const words = deviceWords.use()
  const language = useLanguage()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const key = words.keys[keyWordOf(device)]
  const { id, name, state, createdAt, usableFrom } = device
  return (
    <li>
      <div>
        <p>
          <strong>
            <UserText>{name ?? key}</UserText>
          </strong>
          {state === 'waiting' && (
            <Tag tone="warning" icon={<ClockIcon />}>
              {words.waiting}
            </Tag>
          )}
          {state === 'disabled' && <Tag tone="warning">{text.disabled}</Tag>}
        </p>
        <p className="meta">
          {name !== null && `${key}, `}
          {text.since(formatDay(createdAt, language, timeZone))}
        </p>
        {usableFrom !== null && (
          <p className="meta">{words.waitsUntil(formatMinute(usableFrom, language, timeZone))}</p>
        )}
      </div>
      {state === 'waiting' ? <StopDevice id={id} name={name ?? key} /> : children}
    </li>
  )
}
