import { frameTexts } from './frame-texts.ts'
import { useOnline } from '../reads/use-online.ts'

/** Says that there is no network, as soon as there is none. */
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
