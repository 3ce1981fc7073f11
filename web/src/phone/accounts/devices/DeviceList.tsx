import { PhoneIcon } from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { deviceTexts } from './device-texts.ts'
import { RemoveDevice } from './RemoveDevice.tsx'
import { RenameDevice } from './RenameDevice.tsx'
import type { OwnDevice } from '../keys/own-devices.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type Props = {
  readonly devices: readonly OwnDevice[]
  /** Called with the name of the removed device. */
  readonly onRemoved: (name: string) => void
}

export const DeviceList = ({ devices, onRemoved }: Props) => {
  const text = deviceTexts.use()
  const dayAndTime = useDayAndTime()
  const nameOf = ({ name, kind }: OwnDevice) => name ?? text.kinds[kind]
  const isLast = (device: OwnDevice) => !devices.some((other) => other !== device && !other.disabled)
  if (devices.length === 0) return <p className="empty">{text.none}</p>
  return (
    <ul className="cards">
      {devices.map((device) => (
        <li key={device.id} className="card device">
          <PhoneIcon />
          <div>
            <p>
              <strong>
                <UserText>{nameOf(device)}</UserText>
              </strong>
              {device.isHere && <Tag tone="info">{text.thisDevice}</Tag>}
            </p>
            {device.disabled && <p className="fault">{text.disabled}</p>}
            <p className="hint">
              {text.kinds[device.kind]} · {text.createdAt(dayAndTime(device.createdAt))}
            </p>
            <p className="hint">
              {device.lastUsedAt ? text.lastUsedAt(dayAndTime(device.lastUsedAt)) : text.neverUsed}
            </p>
            <div className="device-acts">
              <RenameDevice id={device.id} name={nameOf(device)} />
              <RemoveDevice
                device={device}
                name={nameOf(device)}
                isLast={isLast(device)}
                onRemoved={() => onRemoved(nameOf(device))}
              />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
