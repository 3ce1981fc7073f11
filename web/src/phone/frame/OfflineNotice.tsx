import { frameTexts } from './frame-texts.ts'
import { useOnline } from '../reads/use-online.ts'

export const OfflineNotice = () => <div role="status">{!useOnline() && <Offline />}</div>

export const Offline = () => {
  const text = frameTexts.use()
  return (
    <div className="notice warning">
      <p>
        <strong>{text.offlineTitle}.</strong> {text.offline}
      </p>
    </div>
  )
}
