import { ClockIcon, PhoneIcon } from '#shared/parts/icons.tsx'
import { deviceWords, keyWordOf } from '#shared/devices/device-words.ts'
import { Link } from '#shared/parts/Link.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { StopDevice } from '../waiting/StopDevice.tsx'
import { waitingPath } from '../waiting/waiting-path.ts'
import { waitsTexts } from '../waiting/waits-texts.ts'
import { deviceTexts } from './device-texts.ts'
import { RemoveDevice } from './RemoveDevice.tsx'
import { RenameDevice } from './RenameDevice.tsx'
import type { OwnDevice } from '../keys/own-devices.ts'
import { UserText } from '#shared/parts/UserText.tsx'

type Props = {
  readonly devices: readonly OwnDevice[]
  /** Called with the name of the removed device. */
  readonly onRemoved: (name: string) => void
  /** Called with the name of the stopped device. */
  readonly onStopped: (name: string) => void
}

export const DeviceList = ({ devices, onRemoved, onStopped }: Props) => {
  const text = deviceTexts.use()
  const words = deviceWords.use()
  const dayAndTime = useDayAndTime()
  const nameOf = ({ name, kind }: OwnDevice) => name ?? words.keys[kind]
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
            {device.disabled && <p className="fault">{words.disabled}</p>}
            {device.state === 'waiting' && <Waits device={device} />}
            <p className="hint">
              {words.keys[keyWordOf(device)]} · {text.createdAt(dayAndTime(device.createdAt))}
            </p>
            <p className="hint">
              {device.lastUsedAt ? text.lastUsedAt(dayAndTime(device.lastUsedAt)) : text.neverUsed}
            </p>
            <div className="device-acts">
              <RenameDevice id={device.id} name={nameOf(device)} />
              {device.state === 'waiting' ? (
                <StopDevice
                  id={device.id}
                  name={nameOf(device)}
                  onStopped={() => onStopped(nameOf(device))}
                />
              ) : (
                <RemoveDevice
                  device={device}
                  name={nameOf(device)}
                  isLast={isLast(device)}
                  onRemoved={() => onRemoved(nameOf(device))}
                />
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

const Waits = ({ device: { id, usableFrom } }: { readonly device: OwnDevice }) => {
  const words = deviceWords.use()
  const { open } = waitsTexts.use()
  const dayAndTime = useDayAndTime()
  return (
    <p className="waits numbers">
      <ClockIcon />
      <span>
        {usableFrom === null ? words.waiting : words.waitsUntil(dayAndTime(usableFrom))}.{' '}
        <Link to={waitingPath(id)}>{open}</Link>
      </span>
    </p>
  )
}
