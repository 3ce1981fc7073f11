import { PhoneIcon } from '../../shared/icons.tsx'
import { Tag } from '../../shared/Tag.tsx'
import { useDayAndTime } from '../frame/use-time-format.ts'
import { deviceTexts } from './device-texts.ts'
import type { OwnDevice } from './own-devices.ts'
import { Typed } from '../../shared/Typed.tsx'

export const DeviceList = ({ devices }: { devices: readonly OwnDevice[] }) => {
  const text = deviceTexts.use()
  const dayAndTime = useDayAndTime()
  if (devices.length === 0) return <p className="empty">{text.none}</p>
  return (
    <ul className="cards">
      {devices.map((device) => (
        <li key={device.id} className="card device">
          <PhoneIcon />
          <div>
            <p>
              <strong>
                <Typed>{device.name ?? text.kinds[device.kind]}</Typed>
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
          </div>
        </li>
      ))}
    </ul>
  )
}
